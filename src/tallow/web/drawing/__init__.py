"""HTML: templates for whole pages, elements for the page of a table, and what was drawn before."""
