"""The GM's tools: controls, running a fight, stocking a place, and setting any number."""
