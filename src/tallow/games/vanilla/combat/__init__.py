"""Fights: Rounds and goes, attacks, tricks, moving, armour, morale, and the end of a fight."""
