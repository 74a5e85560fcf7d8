"""Settlements between expeditions, day by day."""
