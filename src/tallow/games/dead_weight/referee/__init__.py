"""What the referee does: controls, gifts, a last word on every number."""
