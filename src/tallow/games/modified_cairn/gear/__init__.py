"""Things: carried, worn, used, bought and sold."""
