"""Rolls, Saving Throws, attribute checks and tasks, which the other rules use."""
