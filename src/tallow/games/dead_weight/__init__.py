"""Dead Weight. The record that all else knows of it is in `record.py`."""
