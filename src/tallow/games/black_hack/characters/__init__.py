"""Characters: making them, bringing them to the table, and how they improve."""
