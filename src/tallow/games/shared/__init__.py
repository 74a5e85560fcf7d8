"""What is the same at the table of every game. These modules take what they need and know no game."""
