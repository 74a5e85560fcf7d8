"""Grit and Flesh, the Players Rules of The Vanilla Game. `record.py` has the record that the program knows it by."""
