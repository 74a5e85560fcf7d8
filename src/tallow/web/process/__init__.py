"""The server process and its limits: connections, rates, and which request goes first."""
