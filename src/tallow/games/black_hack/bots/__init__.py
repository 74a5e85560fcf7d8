"""What plays when nobody says: tactics, typical characters, fights and expeditions for the simulator."""
