"""Camp: setting it up, the actions done there, and ambushes."""
