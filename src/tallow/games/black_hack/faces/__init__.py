"""What screens and printed sheets need: views, sheets, hints, the example table, questions of odds."""
