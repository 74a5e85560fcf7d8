"""What comes in with an archive is checked, entry by entry, before anything of it is kept."""

from pathlib import Path
from typing import Any, Protocol

import msgspec

from tallow.adventures import checked, game_of
from tallow.games import Unknown
from tallow.games.game import Game
from tallow.games.stored import FORMAT, Unreadable, Versions, read_state, schema_of
from tallow.games.view import Slots, Track, View
from tallow.house import NoSuchHouse
from tallow.house.found import VARIABLE
from tallow.mechanics.documents import BadDocument
from tallow.play import REFEREE, Chosen, Rolled, Told, Written
from tallow.store.archive import Damaged, Entry, entries
from tallow.store.states import Chain
from tallow.store.versions import Snapshot, read_line, read_snapshot, state_in
from tallow.table import Line, Record, Table
from tallow.table.records import Opened
from tallow.table.runs import MOST_TRAIL
from tallow.table.table import MOST_SEATS

MOST_SEAT = 64
MOST_SHAPES = 500
"""No track and no row of slots is longer."""


class Keeper(Protocol):
    """Keeps what has been checked, as this program writes it."""

    def take_record(self, record: Record) -> None:
        """The next record."""

    def take_line(self, number: int, undone: bool, line: Line) -> None:
        """The next line of the log."""

    def take_state(self, action: int, state: Any) -> None:
        """The next state, after so many actions."""


class Incoming:
    """An archive as far as it was read: the game that it is of, and what the next entries must be."""

    def __init__(self, keeper: Keeper | None = None) -> None:
        self._keeper = keeper
        self._number = 0
        self._opened: Opened | None = None
        self._played: Game[Any] | None = None
        self._chain: Chain | None = None
        self._lines = self._standing = 0
        self._last: tuple[int, Any] = (-1, None)
        self._table: Table | None = None
        self.whole = False
        """Whether it has all states that were kept; archives of format 1 have but a few."""

    def read(self, path: Path) -> Table:
        """The table that an archive is of, if all in it belongs together; or `Damaged`."""
        for number, entry in entries(path):
            self._number = number
            try:
                self._take(entry)
            except Unreadable as error:
                raise Damaged(number, str(error)) from error
        if self._table is None:
            raise Damaged(self._number, "the table as it was left is missing")
        return self._table

    def _take(self, entry: Entry) -> None:
        if entry.record is not None:
            self._record(entry.record)
        elif entry.line is not None:
            number, undone, line = entry.line
            self._line(number, undone, _upgraded(line, entry.versions, self._game()))
        elif entry.state is not None:
            self._state(*entry.state, entry.versions, patch=False)
        elif entry.patch is not None:
            self._state(*entry.patch, entry.versions, patch=True)
        else:
            self._left(entry.snapshot, entry.versions)

    def _game(self) -> Game[Any]:
        if self._played is None:
            opened = self._opened or Opened("", "", {}, "")
            try:
                if opened.adventure is not None:
                    checked(opened.adventure)
                self._played = game_of(opened.game, opened.adventure, opened.referee)
            except NoSuchHouse as error:
                needed = f'it needs the house rules "{error.name}" for {error.where}, which are not known here'
                raise Damaged(2, f"{needed}; name their file in the variable {VARIABLE}") from error
            except Unknown as error:
                raise Damaged(2, f"it was opened for another game than any here: {error}") from error
            except (BadDocument, ValueError) as error:
                raise Damaged(2, f"its adventure cannot be played here: {error}") from error
        return self._played

    def _record(self, record: Record) -> None:
        if isinstance(record, Opened) and self._opened is None:
            self._opened = record
        if self._keeper:
            self._keeper.take_record(record)

    def _line(self, number: int, undone: bool, line: Line) -> None:
        self._lines += 1
        if number != self._lines:
            raise Damaged(self._number, f"line {self._lines} of the log was expected, not {number}")
        if line.number and not undone:
            self._standing += 1
            if line.number != self._standing:
                raise Damaged(self._number, "the log is not that of this table")
        _speakable(self._game(), line, self._number)
        if self._keeper:
            self._keeper.take_line(number, undone, line)

    def _state(self, action: int, body: bytes, versions: Versions, *, patch: bool) -> None:
        last = self._last[0]
        if action <= last or (last < 0 and action) or (patch and action != last + 1):
            raise Damaged(self._number, "the states are not those of this table")
        self._chain = self._chain or Chain(self._game())
        self._chain.take(body, versions.schema, patch=patch)
        self._keep_state(action, self._chain.state())

    def _keep_state(self, action: int, state: Any) -> None:
        self._last = action, state
        if self._keeper:
            self._keeper.take_state(action, state)

    def _left(self, body: bytes, versions: Versions) -> None:
        """The table as it was left."""
        taken, last = read_snapshot(self._game(), body, versions), self._last[0]
        if self._opened is None or taken.game != self._opened.game:
            raise Damaged(2, "it was opened for another game")
        if taken.lines != self._lines or taken.done != self._standing:
            raise Damaged(self._number, "the log is not that of this table")
        self._could_be(taken)
        self.whole = versions.format == FORMAT
        if not 0 <= last <= taken.done or (versions.format > 1 and last != taken.done):
            raise Damaged(self._number, "the states are not those of this table")
        state = self._last[1]
        if versions.format == 1:
            state = read_state(self._game(), state_in(body), versions.schema)
            if last < taken.done:
                self._keep_state(taken.done, state)
        self._table = _shown(taken.table(state, b"", self._opened), self._number)

    def _could_be(self, taken: Snapshot) -> None:
        """Refuse a table that nobody could have left like that."""
        known = range(taken.done - len(taken.trail) + 1, taken.done + 1)
        longest = max([len(one.seat) for one in taken.seats], default=0)
        if (
            len(taken.seats) > MOST_SEATS
            or len(taken.title) > 200
            or taken.thrown < 0
            or longest > MOST_SEAT
            or len(taken.pilots) > MOST_SEATS + 1
            or len(taken.trail) > min(MOST_TRAIL, taken.done)
            or any(one.action not in known for one in taken.undo_requests)
        ):
            raise Damaged(self._number, "no table could have been left like that")


def _upgraded(line: Line, versions: Versions, played: Game[Any]) -> Line:
    """A line with the names that its game has for things today."""
    if versions.schema == schema_of(played):
        return line
    return read_line(msgspec.to_builtins(line), Versions(FORMAT, versions.schema), played)


def _speakable(played: Game[Any], line: Line, number: int) -> None:
    """A line of the log can be put into words."""
    try:
        for event in line.events:
            match event:
                case Told(code, facts):
                    played.words.say("told", code, *facts)
                case Chosen(question) | Written(question):
                    played.words.say("ask", question.what, *question.facts)
                case Rolled():
                    pass
    except IndexError as error:
        raise Damaged(number, "the log says something that nobody can read") from error


def _drawable(view: View, line: int) -> None:
    """Nothing in a view is longer than a page could show."""
    for panel in view.panels:
        for block in panel.blocks:
            if isinstance(block, Track | Slots) and block.most > MOST_SHAPES:
                raise Damaged(line, f"{panel.title[:60]} has a {block.label[:60]} of {block.most}")


def _present(table: Table, line: int) -> None:
    """All whom a fight names to act are there."""
    absent = table.rules.absent(table.state)
    if absent:
        raise Damaged(line, f"{absent[0][:MOST_SEAT]} is to act in a fight and is not there")


def _shown(table: Table, line: int) -> Table:
    """The table, if all whom it names are there and everybody can look at it.

    What waits is asked again when it is opened.
    """
    try:
        _present(table, line)
        for seat in dict.fromkeys((REFEREE, *(one.seat for one in table.seats), *table.rules.seats(table.state))):
            _drawable(table.view(seat), line)
            table.rules.actions(table.state, seat)
    except Damaged:
        raise
    except Exception as error:  # (whatever a forged state makes go wrong, it is refused, not kept)
        raise Damaged(line, f"the table as it was left cannot be shown ({type(error).__name__}: {error})") from error
    return table
