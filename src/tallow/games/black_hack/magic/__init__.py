"""Magic: casting, its costs and its effects."""
