"""Generated places: documents of adventures by chance, from a game's own tables and our prose."""
