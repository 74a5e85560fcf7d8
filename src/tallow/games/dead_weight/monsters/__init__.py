"""Monsters: their sheets, their actions, and encounters with them."""
