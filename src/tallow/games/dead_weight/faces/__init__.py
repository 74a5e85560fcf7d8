"""What screens and paper need: views, sheets, hints, the ready table, questions of odds."""
