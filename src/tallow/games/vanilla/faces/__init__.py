"""What web, terminal and printed sheets need: views, sheets, UI hints, an example table, odds."""
