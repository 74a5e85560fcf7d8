"""Monsters: the bestiary, their traits, powers and afflictions, and encounters."""
