"""Expeditions rehearsed for a referee: each is simulated in another process, one after another."""

from functools import partial
from typing import Any

from msgspec import Struct

from tallow.adventures import Document
from tallow.simulate import Plan, Report
from tallow.web.background import tasks
from tallow.web.background.results import BackgroundResults, Failed
from tallow.web.background.work_pool import Busy, WorkPool

EXPEDITIONS, JOURNEYS = 500, 200
"""How often a party sets out: along a row of rooms, and through a place, which takes longer."""

HERE = "here"
"""The adventure of the table itself."""

MOST_WAITING = 6
"""How many rehearsals may wait."""

RETRY_SECONDS = 10


class Rehearsal(Struct, frozen=True):
    """Who sets out, with what, and where to.

    `table` is the id of the table whose party it is, and `at` a mark of its state; both are "" for a `party` that is
    named. `adventure` is the name of the place that they go through instead of the plan, or `HERE`, that of the table.
    """

    game: str
    party: str
    pack: str
    plan: Plan
    table: str = ""
    at: str = ""
    adventure: str = ""


class Rehearsals(BackgroundResults[Rehearsal, Report]):
    """What was rehearsed."""

    def __init__(self, pool: WorkPool) -> None:
        super().__init__()
        self._pool = pool

    def ask(self, what: Rehearsal, party: Any, place: Document | None = None) -> Report | Failed | None:
        """What is known of a rehearsal, or None while it is under way. `Busy` when too many wait.

        `party` is the spec of a party, or the state of a table; `place` the document of the adventure, if there is one.
        """
        if what not in self and len(self) >= MOST_WAITING:
            raise Busy(RETRY_SECONDS)
        many = EXPEDITIONS if place is None else JOURNEYS
        given = (what.game, party, what.plan, what.pack, many, place)
        self.start(what, partial(self._pool.run, "rehearsals", tasks.rehearse, *given))
        return self.found(what)
