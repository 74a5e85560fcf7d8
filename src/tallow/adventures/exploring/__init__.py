"""What is done in a place: by the party, and by a referee."""
