"""Who plays: making characters, bringing them to the table, and what they become."""
