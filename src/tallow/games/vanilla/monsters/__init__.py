"""Monsters: the bestiary, their arms and powers, and encounters."""
