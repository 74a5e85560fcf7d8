"""Time and places: the clock, exploring, travelling, the phases of play."""
