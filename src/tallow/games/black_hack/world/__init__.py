"""Time and places: the clock, exploring, travelling, and the phases of play."""
