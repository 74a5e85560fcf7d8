"""A table goes from one house to another: out into an archive, and in from one, checked before anything is kept."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import Connection, select

from tallow.games import Unknown, game
from tallow.games.game import Game
from tallow.games.view import Slots, Track, View
from tallow.play import REFEREE, Chosen, Rolled, Told, Written
from tallow.store import schema
from tallow.store.archive import Damaged, Entry, entries, write_archive
from tallow.store.store import Kept, NewLink, NoSuchTable, Snapshot, Store, new_seed
from tallow.table import Line, Seed, Table
from tallow.table.records import Opened
from tallow.table.rerun import still_asks
from tallow.table.runs import MOST_TRAIL
from tallow.table.table import MOST_SEATS

MOST_SEAT = 64
MOST_SHAPES = 500
"""No track and no row of slots is longer."""


def export_table(store: Store, id_: str, path: Path) -> None:
    """Write a table with its whole history to a file; the seed in force stays secret."""
    with store.engine.connect() as connection:
        _one_moment(connection)
        row = connection.execute(select(schema.tables).where(schema.tables.c.id == id_)).one_or_none()
        if row is None:
            raise NoSuchTable(id_)
        write_archive(
            path,
            (Raw(found.body) for found in _rows(connection, schema.records, id_, schema.records.c.number)),
            (
                (found.number, bool(found.undone), Raw(found.body))
                for found in _rows(connection, schema.lines, id_, schema.lines.c.number)
            ),
            row.snapshot,
            (
                (found.action, Raw(found.body))
                for found in _rows(connection, schema.states, id_, schema.states.c.action)
            ),
        )


def _one_moment(connection: Connection) -> None:
    """Whatever is read from now on is of the same moment."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.execution_options(isolation_level="REPEATABLE READ")


def _rows(connection: Connection, table: Any, id_: str, order: Any) -> Iterator[Any]:
    yield from connection.execute(select(table).where(table.c.table_id == id_).order_by(order))


def import_table(store: Store, path: Path, seed: Seed | None = None, links: Sequence[NewLink] = ()) -> Kept:
    """Keep a table from an archive under an id of its own, or say where it is damaged; a fresh seed takes over.

    The file is gone through twice, entry by entry: first all of it is checked, then it is kept.
    """
    table = read_table(path)
    return store.adopt(table.move(seed or new_seed()), (entry for _, entry in entries(path)), links)


# ---------------------------------------------------------------- checking what comes in


def read_table(path: Path) -> Table:
    """The table that an archive is of, if all in it belongs together; or `Damaged`."""
    found = _Checked()
    for number, entry in entries(path):
        found.take(number, entry)
    return found.table()


class _Schema(Struct):
    schema: int = 1


class _Checked:
    """An archive as far as it was read: the game that it is of, and what the next entries must be."""

    def __init__(self) -> None:
        self._number = 0
        self._opened: Opened | None = None
        self._played: Game[Any] | None = None
        self._lines = self._standing = 0
        self._state = -1
        self._left = b""

    def take(self, number: int, entry: Entry) -> None:
        """The next entry: it must fit those before."""
        self._number = number
        if isinstance(entry.record, Opened) and self._opened is None:
            self._opened = entry.record
        if entry.line is not None:
            self._line(*entry.line)
        elif entry.state is not None:
            self._to_undo_to(entry.state[0], bytes(entry.state[1]))
        elif bytes(entry.snapshot):
            self._left = bytes(entry.snapshot)

    def _game(self) -> Game[Any]:
        if self._played is None:
            name = self._opened.game if self._opened else ""
            try:
                self._played = game(name)
            except Unknown as error:
                raise Damaged(2, f"it was opened for another game than any here: {error}") from error
        return self._played

    def _line(self, number: int, undone: bool, line: Line) -> None:
        self._lines += 1
        if number != self._lines:
            raise Damaged(self._number, f"line {self._lines} of the log was expected, not {number}")
        if line.number and not undone:
            self._standing += 1
            if line.number != self._standing:
                raise Damaged(self._number, "the log is not that of this table")
        _speakable(self._game(), line, self._number)

    def _to_undo_to(self, action: int, body: bytes) -> None:
        if action <= self._state or (self._state < 0 and action):
            raise Damaged(self._number, "the states to undo to are not those of this table")
        self._state = action
        _state(self._game(), body, self._number)

    def table(self) -> Table:
        """The table as it was left."""
        kept = _decoded(self._left, Snapshot, self._number)
        if self._opened is None or kept.game != self._opened.game:
            raise Damaged(2, "it was opened for another game")
        if len(kept.seats) > MOST_SEATS or len(kept.title) > 200 or kept.thrown < 0 or _longest(kept) > MOST_SEAT:
            raise Damaged(self._number, "no table could have been left like that")
        known = range(kept.done - len(kept.trail) + 1, kept.done + 1)
        if len(kept.trail) > min(MOST_TRAIL, kept.done) or any(one.action not in known for one in kept.undo_requests):
            raise Damaged(self._number, "no table could have been left like that")
        state = _state(self._game(), bytes(kept.state), self._number)
        if kept.lines != self._lines or kept.done != self._standing:
            raise Damaged(self._number, "the log is not that of this table")
        if not 0 <= self._state <= kept.done:
            raise Damaged(self._number, "the states to undo to are not those of this table")
        return _shown(kept.table(state, b""), self._number)


def _longest(kept: Snapshot) -> int:
    """How long the longest name of a seat is."""
    return max([len(one.seat) for one in kept.seats], default=0)


def _state(played: Game[Any], body: bytes, line: int) -> Any:
    found = _decoded(body, _Schema, line).schema
    known = getattr(played.new_state(played.settings()), "schema", 1)
    if found > known:
        raise Damaged(line, f"its state is of a newer {played.title} (schema {found}; this one reads up to {known})")
    return _decoded(body, played.state, line)


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


def _decoded(body: bytes, into: Any, line: int) -> Any:
    try:
        return msgspec.json.decode(body, type=into)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Damaged(line, str(error)) from error


def _drawable(view: View, line: int) -> None:
    """Nothing in a view is longer than a page could show."""
    for panel in view.panels:
        for block in panel.blocks:
            if isinstance(block, Track | Slots) and block.most > MOST_SHAPES:
                raise Damaged(line, f"{panel.title[:60]} has a {block.label[:60]} of {block.most}")


def _shown(table: Table, line: int) -> Table:
    """The table, if everybody can look at it and what waits can still be answered."""
    try:
        for seat in dict.fromkeys((REFEREE, *(one.seat for one in table.seats), *table.rules.seats(table.state))):
            _drawable(table.view(seat), line)
            table.rules.actions(table.state, seat)
        asked = all(still_asks(table.rules, one, table.state) for one in table.pending)
    except Damaged:
        raise
    except Exception as error:  # (whatever a forged state makes go wrong, it is refused, not kept)
        raise Damaged(line, f"the table as it was left cannot be shown ({type(error).__name__}: {error})") from error
    if not asked:
        raise Damaged(line, "a question waits that nobody asks")
    return table
