"""Magic: who casts, what it costs, what it does."""
