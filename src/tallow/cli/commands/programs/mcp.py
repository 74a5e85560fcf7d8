"""Serve rules, odds, simulations and seats at tables to language models, by the Model Context Protocol.

Over standard input and output, as programs on this machine start it; or with --port over HTTP, at the path /mcp. Tables
are kept as long as it runs.
"""

from argparse import ArgumentParser, Namespace

from tallow.cli.options import number

EXAMPLES = """\
  tallow mcp
  tallow mcp --port 8001
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("--port", type=number(1, 65_535), metavar="N", help="serve over HTTP at this port")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="the address to serve at (127.0.0.1)")


def run(given: Namespace) -> int:
    """Serve until it is stopped."""
    import tallow.mcp  # noqa: PLC0415, F401  (an extra, which says what is missing; it comes first)
    from tallow.mcp.server import make_server  # noqa: PLC0415

    if given.port is None:
        make_server().run("stdio")
    else:
        make_server().run("streamable-http", host=given.host, port=given.port)
    return 0
