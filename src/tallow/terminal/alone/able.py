"""What the terminal can do: whether it has a screen to play on, and how bright it is."""

import os
import shutil
import sys
from importlib.util import find_spec

SMALLEST = (40, 16)
"""Columns and lines below which lines of text are easier to read."""

PLAIN = ("NO_COLOR", "TALLOW_PLAIN", "ACCESSIBLE")
"""Any of these, set to something, asks for lines of text: no colours wanted, or a screen reader."""

WHITE = frozenset(("7", "15"))


def screen_can_be_had() -> bool:
    """Whether a screen can be drawn and is wanted: a terminal that is large enough, and Textual to draw it with."""
    wide, high = shutil.get_terminal_size((0, 0))
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") != "dumb"
        and not any(os.environ.get(name) for name in PLAIN)
        and wide >= SMALLEST[0]
        and high >= SMALLEST[1]
        and (sys.stdout.encoding or "").casefold().startswith("utf")
        and find_spec("textual") is not None
    )


def light_background() -> bool:
    """Whether the terminal says that it is dark on light: COLORFGBG, such as `0;15`."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in WHITE
