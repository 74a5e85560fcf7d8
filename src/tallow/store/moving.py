"""A table goes from one house to another: out into an archive, and in from one, checked before anything is kept."""

from collections.abc import Iterator
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
from tallow.store.archive import Archive, Damaged, read_archive, write_archive
from tallow.store.store import Kept, NoSuchTable, Snapshot, Store, new_seed
from tallow.table import Line, Seed, Table
from tallow.table.records import Opened
from tallow.table.table import MOST_SEATS, TRAIL

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


def import_table(store: Store, path: Path, seed: Seed | None = None) -> Kept:
    """Keep a table from an archive under an id of its own, or say where it is damaged; a fresh seed takes over."""
    archive, table = read_table(path)
    return store.adopt(table.move(seed or new_seed()), archive.records, archive.lines, archive.states)


# ---------------------------------------------------------------- checking what comes in


def read_table(path: Path) -> tuple[Archive, Table]:
    """An archive and the table that it is of, if they belong together."""
    archive = read_archive(path)
    return archive, _table(archive)


class _Schema(Struct):
    schema: int = 1


def _table(archive: Archive) -> Table:
    """The table as it was left; whatever in it does not belong together is a damage."""
    last = archive.last
    opened = archive.records[0]
    kept = _decoded(archive.snapshot, Snapshot, last)
    if not isinstance(opened, Opened) or kept.game != opened.game:
        raise Damaged(2, "it was opened for another game")
    try:
        played = game(kept.game)
    except Unknown as error:
        raise Damaged(2, str(error)) from error
    if len(kept.seats) > MOST_SEATS or len(kept.title) > 200 or kept.thrown < 0 or _longest(kept) > MOST_SEAT:
        raise Damaged(last, "no table could have been left like that")
    remembered = min(TRAIL, kept.done)
    known = range(kept.done - len(kept.trail) + 1, kept.done + 1)
    if len(kept.trail) > remembered or any(wish.action not in known for wish in kept.wishes):
        raise Damaged(last, "no table could have been left like that")
    state = _state(played, bytes(kept.state), last)
    _whole(archive, kept)
    for at, (_, _, line) in enumerate(archive.lines):
        _speakable(played, line, 2 + len(archive.records) + at)
    for at, (_, body) in enumerate(archive.states):
        _state(played, body, 2 + len(archive.records) + len(archive.lines) + at)
    return _shown(kept.table(state, b""), last)


def _longest(kept: Snapshot) -> int:
    """How long the longest name of a seat is."""
    return max([len(one.seat) for one in kept.seats], default=0)


def _whole(archive: Archive, kept: Snapshot) -> None:
    """Every line and state is there, in its order."""
    first = 2 + len(archive.records)
    for at, (number, _, _) in enumerate(archive.lines):
        if number != at + 1:
            raise Damaged(first + at, f"line {at + 1} of the log was expected, not {number}")
    standing = [line.number for _, undone, line in archive.lines if line.number and not undone]
    if kept.lines != len(archive.lines) or standing != list(range(1, kept.done + 1)):
        raise Damaged(archive.last, "the log is not that of this table")
    actions = [action for action, _ in archive.states]
    if actions[:1] != [0] or sorted(set(actions)) != actions or actions[-1] > kept.done:
        raise Damaged(first + len(archive.lines), "the states to undo to are not those of this table")


def _state(played: Game[Any], body: bytes, line: int) -> Any:
    found = _decoded(body, _Schema, line).schema
    known = getattr(played.new(played.settings()), "schema", 1)
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
        asked = all(table.still_asks(waits) for waits in table.pending)
    except Damaged:
        raise
    except Exception as error:  # (whatever a forged state makes go wrong, it is refused, not kept)
        raise Damaged(line, f"the table as it was left cannot be shown ({type(error).__name__}: {error})") from error
    if not asked:
        raise Damaged(line, "a question waits that nobody asks")
    return table
