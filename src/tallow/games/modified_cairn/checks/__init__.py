"""Saves, attempts, doors and table rolls, which the other rules use."""
