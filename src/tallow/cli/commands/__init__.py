"""The commands of `tallow`, a module for each.

A command is two functions: `arguments(parser)` declares its arguments, `run(given)` runs it and returns the exit code.
"""
