"""The command line in a test."""

import contextlib
import io
from unittest.mock import patch

from msgspec import Struct

from tallow.cli.main import main


class Ran(Struct, frozen=True):
    code: int
    out: str
    err: str


def tallow(*words: str, typed: str = "") -> Ran:
    """Run a command in this process, with these lines on its input."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), patch("sys.stdin", io.StringIO(typed)):
        code = main(words)
    return Ran(code, out.getvalue(), err.getvalue())
