"""Why a request was refused: a status, a code and facts for programs, a message for people."""

from typing import Any

import msgspec
from litestar.exceptions import HTTPException
from msgspec import Struct
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tallow.extras import MissingExtra
from tallow.games.deeds import Refused
from tallow.mechanics.documents import BadDocument
from tallow.mechanics.suggestions import Malformed, Unknown, quoted
from tallow.play import Undecidable
from tallow.store import Damaged, NoSuchTable
from tallow.store.engine import is_full
from tallow.store.peers import InDoubt
from tallow.table import Table, TableRefusal
from tallow.web.background.work_pool import Busy, TooHard
from tallow.web.live.health import Stalled
from tallow.web.live.links import Forbidden, UnknownLink
from tallow.web.process.limits import TooMany
from tallow.wording.phrases import Phrases
from tallow.wording.refusals import refusal_in, refusal_said

MOST = 400
"""The most characters of a message: nobody is shown the whole of what they sent."""

RETRY_SECONDS = 5
"""When to try again if the database cannot be reached."""

STATUS = {"no_such_line": 404, "archive_large": 413, "bad_adventure": 400}
"""The status of refusals that are no conflict (409) with the state of the table."""


class Fault(Struct, frozen=True):
    """Why a request was refused; nothing has changed. `facts` are those of the code, `why` is the id of a rule."""

    status: int
    code: str
    message: str
    facts: tuple[Any, ...] = ()
    why: str = ""

    def headers(self) -> dict[str, str]:
        """When to ask again, where that helps."""
        return {"Retry-After": str(self.facts[0])} if self.status in {429, 503} else {}


def fault(error: BaseException, phrases: Phrases, table: Table | None = None) -> Fault | None:
    """The fault that an error means, or None for an error of the program. `table` is the one it happened at."""
    match error:
        case TableRefusal():
            return _say(phrases, STATUS.get(error.code, 409), error.code, *error.facts, table=table)
        case Refused(refusal=refusal):
            told = refusal_said(error, table, phrases.language) if table else refusal.code
            return Fault(409, refusal.code, told[:MOST], tuple(refusal.facts), refusal.why)
        case Forbidden():
            return _say(phrases, 403, error.code)
        case UnknownLink() | NoSuchTable():
            return _say(phrases, 404, "no_entry")
        case TooMany():
            return _say(phrases, 429, "too_many", max(1, round(error.seconds)))
        case Busy():
            return _say(phrases, 503, "busy_here", max(1, round(error.seconds)))
        case TooHard():
            return _say(phrases, 400, "too_hard")
        case DBAPIError() if is_full(error):
            return _say(phrases, 503, "no_space", RETRY_SECONDS)
        case (
            Stalled() | OperationalError() | InterfaceError() | PoolTimeout() | DBAPIError(connection_invalidated=True)
        ):
            return _say(phrases, 503, "database_away", RETRY_SECONDS)
        case InDoubt():
            return _say(phrases, 503, "in_doubt", RETRY_SECONDS)
        case BadDocument():
            return _say(phrases, 400, "bad_document", str(error)[:MOST])
        case Damaged():
            return _say(phrases, 400, "damaged", error.line, error.why)
        case MissingExtra():
            return _say(phrases, 501, "no_paper")
        case Unknown() | Malformed() | Undecidable():
            return Fault(400, "unknown", reason(error, phrases)[:MOST])
        case msgspec.MsgspecError() | RecursionError() | UnicodeError():
            return _say(phrases, 400, "bad_request", str(error)[:MOST])
        case HTTPException(status_code=status) if status < 500:
            known = {404: "no_such_page", 405: "no_such_page", 413: "too_large"}
            return _say(phrases, status, known.get(status, "bad_request"), _detail(error)[:MOST])
        case _:
            return None


def _detail(error: HTTPException) -> str:
    """What is wrong with a request; of a body that does not fit, each field and what is expected of it."""
    parts = error.extra if isinstance(error.extra, list) else []
    told = [": ".join(filter(None, (one.get("key"), one.get("message")))) for one in parts if isinstance(one, dict)]
    return "; ".join(filter(None, told)) or str(error.detail)


def reason(error: Unknown | Malformed | Undecidable, phrases: Phrases) -> str:
    """Why something could not be found, read or computed."""
    match error:
        case Unknown(name=name, near=near):
            meant = phrases.between.join(near)
            return refusal_in(phrases, "unknown_near" if near else "unknown", quoted(name)[0], meant)
        case Malformed():
            # What was expected instead is explained only in English.
            return refusal_in(phrases, "malformed", str(error) if phrases.language == "en" else quoted(error.text)[0])
        case _:
            return refusal_in(phrases, "undecidable", str(error))


def _say(phrases: Phrases, status: int, code: str, *facts: Any, table: Table | None = None) -> Fault:
    return Fault(status, code, refusal_in(phrases, code, *facts, table=table)[:MOST], facts)
