"""Magic: Runeskelfs and relics, castings, their cost, and continuing effects."""
