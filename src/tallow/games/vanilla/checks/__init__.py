"""The rolls that the rest of the rules ask for."""
