"""Dead Weight. The rest of the program uses the game through the record in `record.py`."""
