"""Creatures: who they are, what they can do, and how they are met."""
