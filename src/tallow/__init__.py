"""Tallow: five old-school dungeon games, played, reckoned and simulated by the same rules."""

__version__ = "0.1.0"
