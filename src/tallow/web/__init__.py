"""The web table: pages drawn on the server, changes sent as they happen, and a JSON API beside them."""
