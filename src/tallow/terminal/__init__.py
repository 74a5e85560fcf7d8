"""The terminal: views, rules and stories as text, and play question by question. It knows no game."""
