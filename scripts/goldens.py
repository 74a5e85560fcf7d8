"""Makes the golden databases and archives of this version: `.venv/bin/python -m scripts.goldens [GAME ...]`.

For each game, a table at which curious people have played for an evening, with all that can be in a table's history;
and a table for each kind of question, at which one of them waits, and for each effect that was seen in force. They are
kept under the numbers of the program's format and the game's schema, and a further one where there are such already:
none is ever overwritten.
"""

import lzma
import sys
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.store.goldens import FOLDER, dumped
from tests.store.keeping import keep
from tests.table.curious import Curious

from tallow.games import BUILT_IN, game
from tallow.games.deeds import Refused
from tallow.games.stored import versions_of
from tallow.play import REFEREE
from tallow.store import Kept, Store, export_table
from tallow.table import Step, Table, TableRefusal, open_table
from tallow.table.seats import referee

STEPS = 20_000
GROUPS = 7
"""So many groups of people go through a game, each so many steps, to see all that it asks."""

ACTIONS = 40
"""So many actions the table with a history has."""


def evening(store: Store, name: str) -> Kept:
    """A table with a history: people come, act, undo, ask for undo, say things, show a seed; some of it waits."""
    people = Curious(name, 7)
    kept = store.create(open_table(name, "The Old Mill", {}, bytes(range(32)), example=True))
    kept = keep(store, kept, kept.table.sit(referee("Ann")))
    for number, seat in enumerate(kept.table.free_seats(), 1):
        kept = keep(store, kept, kept.table.join(f"Player {number}", "typed" if number == 2 else "server", seat))
    kept = keep(store, kept, kept.table.join("New"))
    while kept.table.done < ACTIONS or len(kept.table.pending) < 2:
        step = _now_and_then(people, kept.table) or people.step(kept.table)
        if step is not None:
            kept = keep(store, kept, step)
    kept = keep(store, kept, kept.table.reveal(REFEREE, bytes(range(1, 33))))
    for one in kept.table.seats:
        if kept.table.may_undo(one.seat) == "ask":
            return keep(store, kept, kept.table.ask_undo(one.seat))
    return kept


def _now_and_then(people: Curious, table: Table) -> Step | None:
    chance, done = people.random.random(), table.done
    try:
        if chance < 0.02 and done > 3:
            return table.undo(REFEREE, people.random.randint(1, 2))
        if chance < 0.03 and table.pending:
            return table.take_back(REFEREE, table.pending[0].starter, table.pending[0].number)
    except (TableRefusal, Refused):
        return None
    return table.say("player1", "Bread? <b>We have bread.</b>") if chance > 0.98 else None


def seen(table: Table) -> Iterator[str]:
    """The kinds of questions that wait at a table, and the effects that are in force."""
    for pending in table.pending:
        yield str(getattr(pending.question, "what", "roll"))
    state = getattr(table.state, "game", table.state)
    yield from (effect.of for effect in getattr(state, "effects", ()))


def waiting(name: str) -> Iterator[tuple[str, Table]]:
    """Tables at which something waits or is in force that did not at those before, and what that is."""
    known = set[str]()
    for seed in range(1, GROUPS + 1):
        people = Curious(name, seed)
        for _ in range(STEPS):
            if people.go_on() and (new := [kind for kind in seen(people.table) if kind not in known]):
                known.update(new)
                yield " ".join(dict.fromkeys(new)), people.table


def left(store: Store, name: str, title: str, table: Table) -> None:
    """Keep a table as it stands, without what has led to it."""
    with_it: dict[str, Any] = {"adventure": table.adventure, "referee": table.referee}
    opened = open_table(name, title[:200], {}, table.dice.seed, **with_it)
    stands = Table(name, title[:200], table.state, table.dice, table.seats, table.pending, begun=table.begun, **with_it)
    store.create(Step(stands, opened.records, opened.line))


def free_path(name: str) -> Path:
    """Where to keep what is made of a game now, without the endings."""
    versions = versions_of(game(name))
    begins = f"{name}-{versions.format}.{versions.schema}"
    names = chain([begins], (f"{begins}.{number}" for number in count(1)))
    return next(FOLDER / one for one in names if not (FOLDER / f"{one}.jsonl.xz").exists())


def main(names: list[str]) -> None:
    """Make them, and say how large they are."""
    for name in names or BUILT_IN:
        path = free_path(name)
        with TemporaryDirectory() as folder:
            store = Store(f"sqlite:///{folder}/tables.sqlite")
            kept = evening(store, name)
            export_table(store, kept.id, Path(folder) / "archive")
            archive = lzma.compress((Path(folder) / "archive").read_bytes(), preset=9 | lzma.PRESET_EXTREME)
            tables = list(waiting(name))
            for title, table in tables:
                left(store, name, title, table)
            whole = dumped(store)
            store.close()
        path.with_name(f"{path.name}.jsonl.xz").write_bytes(whole)
        path.with_name(f"{path.name}.tallow.xz").write_bytes(archive)
        asked = set(game(name).words.catalogue()["ask"])
        waits = {kind for title, _ in tables for kind in title.split()} & asked
        sizes = f"{len(whole):,} and {len(archive):,} bytes"
        sys.stdout.write(f"{path.name}: {len(tables)} tables, {len(waits)} of {len(asked)} questions, {sizes}\n")
        sys.stdout.write(f"  not reached: {' '.join(sorted(asked - waits))}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
