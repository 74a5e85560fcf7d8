"""A database in a file: whose it is, its one server, and copies of it."""
