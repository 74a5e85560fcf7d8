"""Fights: how they go round by round, and what can be done in them."""
