"""The command line: one module for each command, imported only when that command runs.

A command is two functions: `arguments(parser)` declares its arguments, `run(given)` runs it and returns the exit code.
"""
