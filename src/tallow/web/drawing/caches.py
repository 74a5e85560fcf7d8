"""What the pages of a table were drawn from last, so that only what has changed is drawn again.

`Common` is alike for all seats, `Ledger` is the log that they share, `Easel` is one seat's page.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from tallow.games.deeds import Offer
from tallow.play import Event, Rolled, Seat
from tallow.table import Line, Pending, Table, open_to_all
from tallow.table.dice import commitment
from tallow.web.drawing.elements import Piece
from tallow.web.drawing.table_page import Doing, Person
from tallow.web.live.rooms import LOG
from tallow.wording.phrases import Phrases
from tallow.wording.story import Fallen
from tallow.wording.table_speech import TableSpeech

TAIL = 14
"""So many lines of the log are sent to a page that connects; it keeps those that it has had before."""

ROLLS = 8
"""So many lines with dice are shown beside the log."""

Row = tuple[int, bool, Line]
"""A line of the log: its number, whether it was undone, the line."""


Names = tuple[tuple[str, str], ...]
"""Everybody on a card, by id: what is said of an action holds while they and the offers stay the same."""


class Common:
    """What is the same for every seat, in one language, while state, seats and what is in motion stay as they are."""

    def __init__(self, table: Table) -> None:
        self.state = table.state
        self.seats = table.seats
        self.seed = table.dice.seed
        self.moving = _moving(table)
        self.promise = commitment(table.dice.seed)
        self.names: dict[str, str] = {}
        self.offers: dict[Seat, tuple[Offer, ...]] = {}
        self.turns: dict[str, tuple[str, tuple[Seat, ...]]] = {}
        self.people: dict[tuple[Seat, ...], tuple[Person, ...]] = {}

    def old(self, table: Table) -> bool:
        """Whether it must be found anew, or so many names were looked for that they are better forgotten."""
        same = self.state is table.state and self.seats is table.seats and self.seed == table.dice.seed
        return not same or self.moving != _moving(table) or len(self.names) > 10 * LOG


def _moving(table: Table) -> tuple[tuple[int, int], ...]:
    """What is in motion, and how far it has gone: it bars people from doing things."""
    return tuple([(one.number, len(one.answers)) for one in table.moving()])


class Ledger:
    """What happened, as all seats share it: the last lines, which of them hold dice, and what was drawn of them."""

    def __init__(self) -> None:
        self.log: list[Row] = []
        self.private: set[int] = set()
        self.rolled: tuple[Row, ...] = ()
        self.waiting: tuple[Pending, ...] = ()
        self.going: tuple[Pending, ...] = ()
        self.secret = False
        self.trays: dict[Any, Piece] = {}
        self.lines: dict[Any, Piece | None] = {}
        self.tails: dict[Any, tuple[list[Piece | None], Piece]] = {}
        self.before: dict[Any, tuple[list[Piece | None], Piece]] = {}

    def follow(self, log: list[Row], waiting: tuple[Pending, ...]) -> None:
        """The table has gone on."""
        if waiting is not self.waiting:
            self.waiting = waiting
            going = tuple([one for one in waiting if _has_dice(one.events)])
            if going != self.going:
                self.going, self.trays = going, {}
        if log is not self.log:
            self._write(log)
        if not self.trays:
            events = [*(one.events for one in self.going), *(row[2].events for row in self.rolled)]
            self.secret = any(isinstance(one, Rolled) and one.roll.hidden for told in events for one in told)

    def _write(self, log: list[Row]) -> None:
        on = len(log) > 1 and bool(self.log) and log[-2] is self.log[-1]
        thrown = islice((row for row in (log[-1:] if on else reversed(log)) if _has_dice(row[2].events)), ROLLS)
        rolled = (*thrown, *(self.rolled if on else ()))[:ROLLS]
        if rolled != self.rolled:
            self.rolled, self.trays = rolled, {}
        self.log = log
        self.private = {row[0] for row in log[-TAIL:] if not open_to_all(row[2])}
        self.before, self.tails = (self.tails if on else {}), {}
        if len(self.lines) > LOG:
            self.lines = {}


def _has_dice(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Rolled) for event in events)


class Easel:
    """One seat's page as it was drawn last: each piece with what it was drawn from."""

    speech: TableSpeech

    def __init__(self) -> None:
        self.had: dict[str, tuple[tuple[Any, ...], Any]] = {}
        self.common: Common | None = None
        self.here: tuple[Seat, ...] = ()
        self.still: dict[str, Piece] = {}
        self.names: Names = ()
        self.said: dict[Offer, Doing] = {}
        self.rolls: dict[tuple[int, bool], list[Fallen]] = {}
        self.verbs: tuple[Piece, ...] = ()

    def turn_to(self, table: Table, seat: Seat, phrases: Phrases, names: dict[str, str]) -> None:
        """Look at the table as it is now."""
        view = table.view(seat)
        if self.common is None or self.speech.view != view or self.speech.table.seats is not table.seats:
            self.speech = TableSpeech(table, seat, view, phrases, names)
        else:
            self.speech.turn_to(table, view, names)

    def once(self, name: str, draw: Callable[..., Any], *given: Any, **besides: Any) -> Any:
        """What `draw` makes of what is given, made again only when that is not equal to what it was."""
        had = self.had.get(name)
        if had is None or had[0] != given:
            had = self.had[name] = (given, draw(*given, **besides))
        return had[1]
