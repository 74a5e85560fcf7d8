"""Harm: damage, hindrances, and what follows from them."""
