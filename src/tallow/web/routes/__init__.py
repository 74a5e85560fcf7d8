"""The pages, a module for each; the template of a page has the name of its module."""
