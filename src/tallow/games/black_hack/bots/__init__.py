"""Bots: tactics, typical characters, and fights and expeditions for the simulator."""
