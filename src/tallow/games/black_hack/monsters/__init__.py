"""Monsters: their entries, their actions, and encounters with them."""
