"""The blocks of a game's view as HTML, a module for each kind that takes more than a few lines."""
