"""Characters: creation, levels, experience, joining a table, seats and Helpers."""
