"""Harm: wounds, fatigue, afflictions, conditions, and what follows from them."""
