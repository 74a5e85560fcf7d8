"""The past of a table that an earlier version left: states that it did not keep are made again, where that is safe.

Between two states that were kept, the lines of the log are done again by the rules of today. If they tell the same
numbers and come to the very state that was kept, they are the rules that the table was played by, and the states on the
way are those of then. Otherwise these states stay missing: nothing is made up.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, select

from tallow.games import Game
from tallow.games.stored import Unreadable, Versions, read_state, versions_of
from tallow.play import Done, Event, Told, advance
from tallow.store import schema
from tallow.store.states import EVERY, kept_states, state_row
from tallow.store.versions import Snapshot, read_line, state_in
from tallow.table import Line
from tallow.table.records import FilledIn


class Filled(Struct, frozen=True):
    """A past that was filled in: the state at its end, rows of states to add, and what is told of it."""

    state: Any
    rows: list[dict[str, Any]]
    record: FilledIn
    told: Told


def fill_in(connection: Connection, row: Any, played: Game[Any], taken: Snapshot) -> Filled:
    """Make the states again that an earlier version did not keep of a table, where that is safe."""
    kept, upon = dict[int, Any](), dict[int, Any]()
    for action, state, current in kept_states(connection, played, row.id):
        kept[action] = state
        if current:
            upon[action] = state
    known = dict(kept)
    if row.format == 1:
        known[taken.done] = read_state(played, state_in(row.snapshot), row.schema)
    elif taken.done not in known:
        raise Unreadable("the state", f"that after {taken.done} actions is missing")
    made = dict(made_again(played, known, _standing(connection, row.id, played)))
    missing = taken.done + 1 - len(known) - len(made)
    code = "table.partly_filled_in" if missing else "table.filled_in"
    new = {action: state for action, state in (known | made).items() if action not in kept}
    return Filled(
        known[taken.done],
        list(_rows(row.id, played, new, upon)),
        FilledIn(len(made), missing),
        Told(code, (missing,), ""),
    )


def _standing(connection: Connection, id_: str, played: Game[Any]) -> dict[int, Line]:
    """The lines of actions that stand, by their numbers, as far as they can be read."""
    lines, found = schema.lines.c, {}
    for row in connection.execute(
        select(schema.lines).where(lines.table_id == id_, lines.undone == 0, lines.action > 0)
    ):
        try:
            found[row.action] = read_line(row.body, Versions(row.format, row.schema), played)
        except Unreadable:
            continue
    return found


def _rows(id_: str, played: Game[Any], states: Mapping[int, Any], upon: Mapping[int, Any]) -> Iterator[dict[str, Any]]:
    """Rows for these states: patches upon the one before, if that is one of them or of `upon`, else whole."""
    patches, known = 0, {**upon, **states}
    for action in sorted(states):
        patches = patches + 1 if action - 1 in known and patches < EVERY else 0
        before = known[action - 1] if patches else None
        yield state_row(id_, action, versions_of(played), states[action], before)


def made_again(played: Game[Any], known: Mapping[int, Any], lines: Mapping[int, Line]) -> Iterator[tuple[int, Any]]:
    """The states between the `known` ones, by how many actions were done, as far as today's rules are those of then."""
    for first, last in pairwise(sorted(known)):
        yield from _between(played, known, lines, range(first + 1, last + 1))


def _between(
    played: Game[Any], known: Mapping[int, Any], lines: Mapping[int, Line], actions: range
) -> Iterator[tuple[int, Any]]:
    state, made = known[actions.start - 1], []
    for action in actions:
        line = lines.get(action)
        again = _done_again(played, state, line) if line is not None else None
        if again is None:
            return
        state = again
        made.append((action, state))
    if state == known[actions.stop - 1]:
        yield from made[:-1]


def _done_again(played: Game[Any], state: Any, line: Line) -> Any:
    """The state after a line of the log; None if the rules do otherwise today."""
    try:
        ran = advance(played.perform, state, line.action, answers=line.answers)
    except Exception:  # noqa: BLE001  (rules of another version may do anything)
        return None
    return ran.result if isinstance(ran, Done) and _numbers(ran.events) == _numbers(line.events) else None


def _numbers(events: tuple[Event, ...]) -> list[int]:
    """All numbers that were told; words for them may have changed since."""
    return [fact for event in events if isinstance(event, Told) for fact in event.facts if type(fact) is int]
