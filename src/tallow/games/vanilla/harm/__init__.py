"""Being hurt, and what it leads to."""
