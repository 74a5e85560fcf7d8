"""Grit and Flesh, the Players Rules of The Vanilla Game. The record that all else knows of it is in `record.py`."""
