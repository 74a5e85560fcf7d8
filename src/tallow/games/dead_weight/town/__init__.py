"""Settlements: the days between expeditions."""
