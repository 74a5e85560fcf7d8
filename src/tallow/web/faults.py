"""What to say to somebody whose request was refused: a status, a code and facts, and the words."""

from typing import Any

import msgspec
from litestar.exceptions import HTTPException
from msgspec import Struct

from tallow.games.game import Refusal, Refused
from tallow.mechanics.near import Malformed, Unknown
from tallow.play import Undecidable
from tallow.store import Damaged, NoSuchTable
from tallow.table import Table, TableRefusal
from tallow.terminal.speech import Speech
from tallow.web.limits import TooMany
from tallow.web.links import NoEntry, NotYours
from tallow.web.words import WORDS

MOST = 400
"""Longer reasons are cut: nobody is shown the whole of what they sent."""


class Fault(Struct, frozen=True):
    """Why a request was refused. Nothing has changed."""

    status: int
    code: str
    message: str
    facts: tuple[Any, ...] = ()
    why: str = ""


def fault(error: BaseException, table: Table | None = None) -> Fault | None:
    """The fault that an error is, or None for what is not the visitor's doing. `table` is the one it was done at."""
    match error:
        case TableRefusal():
            return _say(409, error.code, *error.facts, referee=table.rules.referee if table else "")
        case Refused(refusal=refusal):
            told = _refusal(table, refusal) if table else refusal.code
            return Fault(409, refusal.code, told[:MOST], tuple(refusal.facts), refusal.why)
        case NotYours():
            return _say(403, error.code)
        case NoEntry() | NoSuchTable():
            return _say(404, "no_entry")
        case TooMany():
            return _say(429, "too_many", max(1, round(error.seconds)))
        case Damaged():
            return _say(400, "damaged", error.line, error.why)
        case Unknown() | Malformed() | Undecidable():
            return Fault(400, "unknown", str(error)[:MOST])
        case msgspec.MsgspecError() | RecursionError() | UnicodeError():
            return _say(400, "bad_request", str(error)[:MOST])
        case HTTPException(status_code=status) if status < 500:
            known = {404: "no_such_page", 405: "no_such_page", 413: "too_large"}
            return _say(status, known.get(status, "bad_request"), str(error.detail)[:MOST])
        case _:
            return None


def _refusal(table: Table, refusal: Refusal) -> str:
    """Why the rules refuse something, with names for ids."""
    speech = Speech(table.rules)
    speech.state = table.state
    return speech.refusal(refusal)


def _say(status: int, code: str, *facts: Any, referee: str = "") -> Fault:
    return Fault(status, code, words_for(code, *facts, referee=referee)[:MOST], facts)


def words_for(code: str, *facts: Any, referee: str = "") -> str:
    """Why something was refused, in words."""
    template = WORDS.template("refusal", code)
    return code.replace("_", " ") if template is None else template.format(*facts, referee=referee or "referee")
