"""Fights: their rounds, and the actions in them."""
