"""The JSON API: the same tables for other programs."""
