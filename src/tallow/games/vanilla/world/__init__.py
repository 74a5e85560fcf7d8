"""Time and places: the clock, Turns and Watches, exploring, treasure, and the phases of play."""
