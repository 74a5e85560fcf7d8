"""Bots in seats: what they do, and where they leave a seat to its person."""
