"""The tables in use: rooms, the links that lead to them, what people do there."""
