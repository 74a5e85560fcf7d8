"""Playing an adventure alone: one person with the whole party, without a referee."""
