"""A table as a story, and the formats that it is written in."""
