"""The command line. One module for each command, imported when that command runs and not before.

A command is two functions: `arguments(parser)` says what it takes, `run(given)` does it and returns the exit code.
"""
