"""The pages under a link to a table, and what people do there."""
