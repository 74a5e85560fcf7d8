"""What was drawn of a table, so that only what has changed is drawn again.

Values are frozen and shared from one state to the next, so most of the comparing is by identity. `TableDrawings` holds
all caches of one table: `SharedCache` what all seats share, `LogCache` the log, `SeatCache` the page of one seat; each
for one language.
"""

from collections.abc import Callable
from typing import Any

from tallow.games.deeds import Offer
from tallow.games.view import Panel
from tallow.play import Seat
from tallow.table import Table
from tallow.table.dice import commitment
from tallow.web.drawing.elements import Element, Elements
from tallow.web.drawing.log import LOG, LogCache
from tallow.web.drawing.table_page import ActionOption, SeatedPerson
from tallow.wording.phrases import Phrases
from tallow.wording.story import DiceShown
from tallow.wording.table_speech import TableSpeech

Names = tuple[tuple[str, str], ...]
"""The id and name of everybody on a card. The words of an action stay the same while these and the offer do."""


APART = frozenset(("dice", "pending", "done", "past", "begun", "trail", "undo_requests", "returns", "pilots"))
"""The fields of a table that change without anything in a `SharedCache` becoming another.

Of the dice only the seed matters there, and of what is pending the actions in motion: both are compared besides.
"""

COMPARED = tuple([name for name in Table.__struct_fields__ if name not in APART])


class SharedCache:
    """What is the same for every seat while the state, the seats and the actions in motion stay the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._in_motion = _in_motion(table)
        self.promise = commitment(table.dice.seed)
        self.names: dict[str, str] = {}
        self.offers: dict[Seat, tuple[Offer, ...]] = {}
        self.turns: dict[str, tuple[str, str, tuple[Seat, ...]]] = {}
        self.people: dict[tuple[Seat, ...], tuple[SeatedPerson, ...]] = {}

    def is_stale(self, table: Table) -> bool:
        """Whether it was made for another table, or has collected so many names that it is better made anew."""
        if len(self.names) > 10 * LOG:
            return True
        if (made := self._table) is table:
            return False
        if any(getattr(made, name) is not getattr(table, name) for name in COMPARED):
            return True
        if made.dice.seed != table.dice.seed or self._in_motion != _in_motion(table):
            return True
        self._table = table
        return False


def _in_motion(table: Table) -> tuple[tuple[int, int], ...]:
    """The actions in motion, and how many answers each has: they bar people from other actions."""
    return tuple([(one.number, len(one.answers)) for one in table.moving()])


class SeatCache:
    """The page of one seat as it was drawn last."""

    speech: TableSpeech

    def __init__(self) -> None:
        self.changes = -1
        self.elements: Elements = {}
        self.shared: SharedCache | None = None
        self.connected: tuple[Seat, ...] = ()
        self.state_elements: dict[str, Element] = {}
        self.scene: tuple[tuple[Panel, ...], tuple[Panel, ...]] = ((), ())
        self.action_groups: tuple[Element, ...] = ()
        self.names: Names = ()
        self.action_options: dict[Offer, ActionOption] = {}
        self.rolls: dict[tuple[int, bool], list[DiceShown]] = {}
        self._event: tuple[Elements, Elements, bytes] | None = None
        self._results: dict[str, tuple[tuple[Any, ...], Any]] = {}

    def look(self, table: Table, seat: Seat, phrases: Phrases, names: dict[str, str]) -> None:
        """Take the view of the table as it is now. `names` are names by id that were found already."""
        view = table.view(seat)
        if self.shared is None or self.speech.view != view or self.speech.table.seats is not table.seats:
            self.speech = TableSpeech(table, seat, view, phrases, names)
        else:
            self.speech.update(table, view, names)

    def cached(self, name: str, draw: Callable[..., Any], *given: Any, **more: Any) -> Any:
        """What `draw` returns; called again only when `given` is not equal to what it was last under this name.

        What is equal to the last is that very object: whatever hangs on it is compared by identity then.
        """
        last = self._results.get(name)
        if last is None or last[0] != given:
            drawn = draw(*given, **more)
            last = self._results[name] = (given, last[1] if last is not None and last[1] == drawn else drawn)
        return last[1]

    def event(self, before: Elements, now: Elements, encode: Callable[[], bytes], *, several: bool) -> bytes:
        """The event from one drawing to the next, encoded once where `several` pages may be at the same point."""
        if not several:
            self._event = None
            return encode()
        if self._event is None or self._event[0] is not before or self._event[1] is not now:
            self._event = (before, now, encode())
        return self._event[2]


class TableDrawings:
    """All caches of one table: by language, and for pages by seat and language."""

    def __init__(self) -> None:
        self._shared: dict[str, SharedCache] = {}
        self._logs: dict[str, LogCache] = {}
        self._seats: dict[tuple[Seat, str], SeatCache] = {}

    def shared(self, table: Table, language: str) -> SharedCache:
        """What all seats share now."""
        shared = self._shared.get(language)
        if shared is None or shared.is_stale(table):
            shared = self._shared[language] = SharedCache(table)
        return shared

    def log(self, language: str) -> LogCache:
        """The log."""
        return self._logs.get(language) or self._logs.setdefault(language, LogCache())

    def seat(self, seat: Seat, language: str) -> SeatCache:
        """The page of a seat."""
        return self._seats.get((seat, language)) or self._seats.setdefault((seat, language), SeatCache())

    def clear(self) -> None:
        """Forget everything."""
        self._shared.clear()
        self._logs.clear()
        self._seats.clear()
