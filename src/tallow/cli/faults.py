"""Messages for wrong input. Any other exception is a bug and keeps its traceback."""

from tallow.extras import MissingExtra
from tallow.games import Unloadable
from tallow.games.deeds import Refused
from tallow.house import BadHouse
from tallow.mechanics.documents import BadDocument
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import Undecidable

KINDS = ("setting", "monster", "weapon")
"""Kinds of entry that `tallow rules GAME KIND` lists."""


class Wrong(Exception):
    """Something given on the command line was wrong; the message says what, and what would be right."""


def explain(fault: Exception) -> str | None:
    """The message for an exception that wrong input causes; None for any other."""
    match fault:
        case Unknown() if not fault.near and (listed := next((kind for kind in KINDS if kind in fault.what), "")):
            return f"{fault} `tallow rules GAME {listed}` lists what there is."
        case Unknown() | Unloadable() | Malformed() | Wrong() | MissingExtra() | BadHouse() | BadDocument():
            return str(fault)
        case Undecidable():
            return f"That cannot be reckoned: {fault}."
        case Refused():
            return f"That is not allowed: {fault.refusal.code.replace('_', ' ')}."
        case OSError():
            return f"{fault.filename}: {fault.strerror}." if fault.filename and fault.strerror else str(fault)
        case _:
            return None
