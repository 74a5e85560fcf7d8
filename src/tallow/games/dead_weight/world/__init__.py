"""Time and places: exploration turns, exploring, travelling, and the phases of play."""
