"""Magic: casting, spells by what they do, miscasts, continuing effects, and study."""
