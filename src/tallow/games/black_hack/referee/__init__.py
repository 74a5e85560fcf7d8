"""What the referee does: controls, stocking places, and setting any number."""
