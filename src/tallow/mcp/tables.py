"""Tables in memory, and who sits at them by which key. A table alone changes its state; a key is for one seat."""

from collections.abc import Callable
from secrets import token_bytes, token_urlsafe
from threading import RLock
from typing import Any

from msgspec import Struct

from tallow.adventures import Document
from tallow.mechanics.suggestions import Unknown
from tallow.play import Seat
from tallow.table import Line, Step, Table, open_table
from tallow.table.seats import referee as referee_named

MOST_TABLES = 100
"""So many tables are kept; the one that was opened first goes when there are more."""

MOST_LINES = 5_000
"""So many lines of a log are kept."""


class OpenTable:
    """A table, its log, and the key by which players join it."""

    def __init__(self, step: Step, invitation: str) -> None:
        self.table: Table = step.table
        self.invitation = invitation
        self.log: list[tuple[int, bool, Line]] = []
        self.lines = 0
        self.keep(step)

    def keep(self, step: Step) -> None:
        """Go on with what came of something that somebody did."""
        self.table = step.table
        if step.line is not None:
            self.lines += 1
            self.log = [*self.log, (self.lines, False, step.line)][-MOST_LINES:]


class SeatAt(Struct, frozen=True):
    """A seat at a table."""

    at: OpenTable
    seat: Seat


class Tables:
    """The tables of one server."""

    def __init__(self) -> None:
        self._open: dict[str, OpenTable] = {}
        self._seats: dict[str, SeatAt] = {}
        self._lock = RLock()

    def open(
        self,
        game: str,
        title: str,
        settings: dict[str, Any],
        adventure: Document | None,
        referee: str,
        *,
        example: bool,
    ) -> tuple[str, str, tuple[Seat, ...]]:
        """Open a table and give the referee's key, "" without one, the invitation of players, and the free seats.

        `referee` is the name of whoever sits there, "" for a table without; `example`: the game sets it ready to play.
        """
        seed = token_bytes(32)
        step = open_table(game, title, settings, seed, example=example, adventure=adventure, referee=bool(referee))
        with self._lock:
            while len(self._open) >= MOST_TABLES:
                gone = self._open.pop(next(iter(self._open)))
                self._seats = {key: one for key, one in self._seats.items() if one.at is not gone}
            made = OpenTable(step, token_urlsafe(16))
            self._open[made.invitation] = made
            key = ""
            if referee:
                who = referee_named(referee)
                made.keep(made.table.sit(who))
                key = self._key(made, who.seat)
            return key, made.invitation, made.table.free_seats()

    def join(self, invitation: str, name: str, seat: Seat) -> tuple[Seat, str]:
        """A player sits down, in a `seat` that is free or in a new one; the seat and its key."""
        with self._lock:
            if invitation not in self._open:
                raise Unknown("invitation", invitation, ())
            at = self._open[invitation]
            before = {one.seat for one in at.table.seats}
            at.keep(at.table.join(name, seat=seat))
            taken = next(one.seat for one in at.table.seats if one.seat not in before)
            return taken, self._key(at, taken)

    def _key(self, at: OpenTable, seat: Seat) -> str:
        key = token_urlsafe(16)
        self._seats[key] = SeatAt(at, seat)
        return key

    def seat(self, key: str) -> SeatAt:
        """The seat of a key."""
        if key not in self._seats:
            raise Unknown("key of a seat", key, ())
        return self._seats[key]

    def do(self, key: str, step: Callable[[Table, Seat], Step]) -> SeatAt:
        """A seat does something. Where dice fell and not all of it could be done, that is raised once it is kept."""
        with self._lock:
            one = self.seat(key)
            done = step(one.at.table, one.seat)
            one.at.keep(done)
            if done.fault is not None:
                raise done.fault
            return one
