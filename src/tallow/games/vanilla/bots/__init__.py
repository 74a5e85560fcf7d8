"""Bots and the simulator: tactics, outcomes, ready-made fights and expeditions."""
