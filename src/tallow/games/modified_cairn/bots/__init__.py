"""Bots and the simulator: tactics, typical outcomes, ready-made fights and expeditions."""
