"""The Black Hack, second edition. The rest of the program uses the game through the record in `record.py`."""
