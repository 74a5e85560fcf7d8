"""Characters: creation, joining a table, seats, hirelings, and the lasting effects of their lives."""
