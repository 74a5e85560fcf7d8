"""Time and places: the clock, dungeons, exploring, the wilderness, and the phases of play."""
