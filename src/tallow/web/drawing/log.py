"""The log and the last dice of a table's page, drawn once for all seats that see the same."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeAlias

from msgspec.structs import replace

from tallow.play import Event, Rolled, Seat
from tallow.table import Line, Pending, Sealed, Shown, ShownLine, open_to_all, seen_going, seen_line
from tallow.table.bots.watching import STOPS
from tallow.table.seats import Seated
from tallow.web.drawing import table_page
from tallow.web.drawing.elements import Element
from tallow.web.drawing.html_words import HtmlWords
from tallow.web.drawing.question_html import so_far
from tallow.wording.now import arrives, just_told
from tallow.wording.story import DiceShown, LogLine, dice_shown, log_line
from tallow.wording.table_speech import TableSpeech

LOG = 100
"""How many lines of a table's log are kept in memory."""

FIRST = 60
"""How many lines a page begins with."""

TAIL = 14
"""How many lines are sent to a page that connects; it keeps those that it received before."""

ROLLS = 8
"""How many rolls are shown beside the log."""

LogRow: TypeAlias = tuple[int, bool, Line]
"""A line of the log: its number, whether it was undone, the line."""


class LogCache:
    """The last lines of the log, which of them hold dice, and what was drawn of them.

    Keys of `_trays`, `_lines`, `_said`, `_tails` and `_told` hold the seat only where seats see different things.
    """

    def __init__(self) -> None:
        self._log: list[LogRow] = []
        self._private: set[int] = set()
        self._rolled: tuple[LogRow, ...] = ()
        self._pending: tuple[Pending, ...] = ()
        self._rolled_pending: tuple[Pending, ...] = ()
        self._hidden_dice = False
        self._trays: dict[Any, Element] = {}
        self._lines: dict[Any, Element | None] = {}
        self._tails: dict[Any, tuple[list[Element | None], Element]] = {}
        self._last_tails: dict[Any, tuple[list[Element | None], Element]] = {}
        self._said: dict[Any, tuple[ShownLine, LogLine] | None] = {}
        self._told: dict[Any, str] = {}

    def update(self, log: list[LogRow], pending: tuple[Pending, ...]) -> None:
        """Take the table's log and pending actions as they are now."""
        if pending is not self._pending:
            self._pending = pending
            rolled = tuple([one for one in pending if _has_dice(one.events)])
            if rolled != self._rolled_pending:
                self._rolled_pending, self._trays = rolled, {}
        if log is not self._log:
            self._take(log)
        if not self._trays:
            events = [*(one.events for one in self._rolled_pending), *(row[2].events for row in self._rolled)]
            self._hidden_dice = any(isinstance(one, Rolled) and one.roll.hidden for told in events for one in told)

    def _take(self, log: list[LogRow]) -> None:
        one_more = len(log) > 1 and bool(self._log) and log[-2] is self._log[-1]
        new = islice((row for row in (log[-1:] if one_more else reversed(log)) if _has_dice(row[2].events)), ROLLS)
        rolled = (*new, *(self._rolled if one_more else ()))[:ROLLS]
        if rolled != self._rolled:
            self._rolled, self._trays = rolled, {}
        self._log = log
        tail = log[-TAIL:]
        known = {number for number in self._private if number >= tail[0][0]} if one_more else set()
        self._private = known | {row[0] for row in (tail[-1:] if one_more else tail) if not open_to_all(row[2])}
        self._last_tails, self._tails = (self._tails if one_more else {}), {}
        self._said, self._told = {}, {}
        if len(self._lines) > LOG:
            self._lines = {}

    def dice(
        self,
        words: HtmlWords,
        who: Seated,
        promise: str,
        speech: TableSpeech,
        seen: dict[tuple[int, bool], list[DiceShown]],
    ) -> Element:
        """The last dice as a seat sees them. `seen` caches the dice of each line for this seat."""
        source = who.dice if who.role != "onlooker" else None
        key: Any = (source, promise, who.seat if self._hidden_dice else "")
        if key not in self._trays:
            pending = reversed(self._rolled_pending)
            now = [one for each in pending for one in _dice(seen_going(each, who.seat).shown, speech)]
            before = self._dice_of_lines(who.seat, speech, seen)
            self._trays[key] = table_page.dice(words, _keyed((*now, *before)[:ROLLS]), source, promise)
        return self._trays[key]

    def _dice_of_lines(
        self, seat: Seat, speech: TableSpeech, seen: dict[tuple[int, bool], list[DiceShown]]
    ) -> tuple[DiceShown, ...]:
        if len(seen) > LOG:
            seen.clear()
        found: list[DiceShown] = []
        for number, undone, line in self._rolled:
            if (number, undone) not in seen:
                shown = seen_line(number, undone, line, seat)
                seen[number, undone] = _dice(shown.shown, speech) if shown else []
            found += seen[number, undone]
            if len(found) >= ROLLS:
                break
        return tuple(found[:ROLLS])

    def newest(self, words: HtmlWords, seat: Seat, speech: TableSpeech) -> Element:
        """The newest lines as a seat sees them."""
        key: Any = (speech.people, seat) if self._private else speech.people
        tail = self._tails.get(key)
        if tail is None:
            rows = self._log[-TAIL:]
            if key in self._last_tails:
                last = self._line(rows[-1], words, seat, speech)
                lines = [*self._last_tails[key][0][1 - TAIL :], last]
            else:
                lines = [self._line(row, words, seat, speech) for row in rows]
            first = rows[0][0] if rows else 0
            tail = self._tails[key] = lines, table_page.log([one for one in lines if one], first).for_all()
        return tail[1]

    def _line(self, row: LogRow, words: HtmlWords, seat: Seat, speech: TableSpeech) -> Element | None:
        key: Any = (row[0], row[1], speech.people, seat if row[0] in self._private else "")
        if key not in self._lines:
            said = self._newest_said(seat, speech) if row is self._log[-1] else _said(row, seat, speech)
            self._lines[key] = _drawn(said, words)
        return self._lines[key]

    def _newest_said(self, seat: Seat, speech: TableSpeech) -> tuple[ShownLine, LogLine] | None:
        """The newest line as a seat sees it, and in words; None if it sees nothing of it."""
        row = self._log[-1]
        key: Any = (speech.people, seat if row[0] in self._private else "")
        if key not in self._said:
            self._said[key] = _said(row, seat, speech)
        return self._said[key]

    def just_told(self, words: HtmlWords, seat: Seat, speech: TableSpeech) -> str:
        """The newest line as what has just happened: an action that stands, or why bots have stopped; else ""."""
        if not self._log:
            return ""
        number, undone, newest = self._log[-1]
        if undone or not (newest.number or newest.action.name.startswith(STOPS)):
            return ""
        key: Any = (speech.people, seat if number in self._private else "")
        if key not in self._told:
            said = self._newest_said(seat, speech)
            self._told[key] = so_far(words, just_told(*said, speech)) if said else ""
        return self._told[key]

    def arrives(self) -> bool:
        """Whether the party has just come to a room for the first time, or to the end."""
        return bool(self._log) and arrives(self._log[-1][2].events)


def line(row: LogRow, words: HtmlWords, seat: Seat, speech: TableSpeech) -> Element | None:
    """A line of the log as a seat sees it; None if it sees nothing of it."""
    return _drawn(_said(row, seat, speech), words)


def _drawn(said: tuple[ShownLine, LogLine] | None, words: HtmlWords) -> Element | None:
    return table_page.log_line(words, said[1]).for_all() if said else None


def _said(row: LogRow, seat: Seat, speech: TableSpeech) -> tuple[ShownLine, LogLine] | None:
    """A line of the log as a seat sees it, and in words; None if it sees nothing of it."""
    shown = seen_line(*row, seat)
    return (shown, log_line(shown, speech)) if shown else None


def _has_dice(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Rolled) for event in events)


def _dice(shown: Sequence[Shown], speech: TableSpeech) -> list[DiceShown]:
    """The dice among these events, newest first."""
    return [dice_shown(one, speech) for one in reversed(shown) if isinstance(one.event, Rolled | Sealed)]


def _keyed(found: tuple[DiceShown, ...]) -> tuple[DiceShown, ...]:
    """The same with a key each, which a roll keeps when others come."""
    seen: dict[DiceShown, int] = {}
    keyed = []
    for one in reversed(found):
        times = seen[one] = seen.get(one, 0) + 1
        mark = f"{abs(hash((one.who, one.why, one.dice, one.faces))) % 10**8}-{times}"
        keyed.append(replace(one, key=mark))
    return tuple(reversed(keyed))
