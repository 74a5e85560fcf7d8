"""Harm: damage, dying, effects of being hurt, getting free, and the surgeon."""
