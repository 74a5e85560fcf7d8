"""The program's own structs as they are stored, of every format up to the newest; `tallow.games.stored` reads them."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from tallow.games import Game
from tallow.games.stored import FORMAT, Change, Newer, Plain, Unreadable, Versions, read, upgrades_from
from tallow.table import DoneAction, FairDice, Line, Pending, Record, Seated, Seed, Table, UndoRequest
from tallow.table.records import Opened
from tallow.table.seats import Pilot
from tallow.table.step import ReturnRequest


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """A table without its state, its seed and its past."""

    game: str
    title: str
    thrown: int
    seats: tuple[Seated, ...]
    pending: tuple[Pending, ...]
    done: int
    lines: int
    begun: int = 0
    trail: tuple[DoneAction, ...] = ()
    undo_requests: tuple[UndoRequest, ...] = ()
    returns: tuple[ReturnRequest, ...] = ()
    pilots: tuple[Pilot, ...] = ()

    def table(self, state: Any, seed: Seed, opened: Opened) -> Table:
        """The table; state, seed and the record of its opening are kept elsewhere."""
        return Table(
            self.game,
            self.title,
            state,
            FairDice(seed, self.thrown),
            self.seats,
            self.pending,
            self.done,
            begun=self.begun,
            trail=self.trail,
            undo_requests=self.undo_requests,
            returns=self.returns,
            pilots=self.pilots,
            adventure=opened.adventure,
            referee=opened.referee,
        )


def snapshot(table: Table, lines: int) -> bytes:
    """A table of so many lines, to be stored."""
    taken = Snapshot(
        table.game,
        table.title,
        table.dice.thrown,
        table.seats,
        table.pending,
        table.done,
        lines,
        table.begun,
        table.trail,
        table.undo_requests,
        table.returns,
        table.pilots,
    )
    return msgspec.json.encode(taken)


def read_snapshot(played: Game[Any], stored: bytes | Plain, versions: Versions) -> Snapshot:
    """A table as it was stored."""
    tape = upgrades_from(played, "tape", versions.schema)

    def upgraded(plain: Plain) -> Plain:
        return plain | {"pending": [_run(one, tape) for one in plain["pending"]]}

    changes = [*_changes(_SNAPSHOT, versions.format), *([upgraded] if tape else [])]
    found: Snapshot = read("the table as it was left", stored, Snapshot, changes)
    return found


def read_line(stored: bytes | Plain, versions: Versions, played: Game[Any] | None = None) -> Line:
    """A line of the log; without its game, what that has renamed since is left as it was."""
    tape = upgrades_from(played, "tape", versions.schema) if played else []
    found: Line = read("a line of the log", stored, Line, [*_changes(_LINE, versions.format), *tape])
    return found


def read_record(stored: bytes, versions: Versions) -> Record:
    """A record of a table's history: it tells what was done then, so that nothing of a game is renamed in it."""
    found: Record = read("a record", stored, Record, _changes(_RECORD, versions.format))
    return found


def _run(value: Plain, changes: Iterable[Change]) -> Plain:
    for change in changes:
        value = change(value)
    return value


def _changes(steps: tuple[Change, ...], format: int) -> list[Change]:  # noqa: A002
    """The steps from a format to the newest; what is not in `steps` did not change."""
    if format > FORMAT:
        raise Newer("the table", f"written by a newer Tallow (format {format}; this one reads up to {FORMAT})")
    if format < 1:
        raise Unreadable("the table", f"there is no format {format}")
    return list(steps[format - 1 :])


def _without_options(event: Plain) -> Plain:
    """Early on, the options of a decision were kept with it."""
    if event["type"] == "chosen":
        return event | {"choice": {name: event["choice"][name] for name in ("by", "what", "facts", "why")}}
    return event


def _line_to_2(line: Plain) -> Plain:
    return line | {"events": [_without_options(event) for event in line["events"]]}


def _snapshot_to_2(plain: Plain) -> Plain:
    """Format 1 had the state in it, and called requests for undo wishes."""
    plain = {"undo_requests" if name == "wishes" else name: value for name, value in plain.items() if name != "state"}
    return plain | {"pending": [_line_to_2(one) for one in plain["pending"]]}


def _record_to_2(record: Plain) -> Plain:
    """Format 1 had its number in the record of the opening."""
    return {name: value for name, value in record.items() if name != "schema"}


_RECORD: tuple[Change, ...] = (_record_to_2,)
_LINE: tuple[Change, ...] = (_line_to_2,)
_SNAPSHOT: tuple[Change, ...] = (_snapshot_to_2,)


class _WithState(Struct):
    state: Raw


def state_in(snapshot_1: bytes) -> bytes:
    """The state that stands in a snapshot of format 1."""
    found: _WithState = read("the table as it was left", snapshot_1, _WithState)
    return bytes(found.state)
