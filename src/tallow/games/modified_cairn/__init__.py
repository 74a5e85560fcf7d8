"""Modified Cairn. `record.py` has the record by which the rest of the program knows the game."""
