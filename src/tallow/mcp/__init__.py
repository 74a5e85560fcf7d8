"""A server of the Model Context Protocol: rules, odds, simulations and seats at tables, for language models and others.

Needs the extra `mcp`.
"""

from tallow.extras import need

need("tallow.mcp", "mcp")
