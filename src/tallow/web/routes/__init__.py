"""The pages, a module for each. Its template has the same name, in the same folder of `templates`."""
