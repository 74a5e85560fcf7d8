"""The command line: `main` finds the command, `commands` has one module for each, imported only when it runs."""
