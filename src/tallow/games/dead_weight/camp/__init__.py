"""Camp: what is done there, and what comes to it."""
