"""Harm: damage, Scars, Conditions, dying, tending and rest."""
