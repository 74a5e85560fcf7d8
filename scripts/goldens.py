"""Makes the golden databases and archives of this version: `.venv/bin/python -m scripts.goldens [GAME ...]`.

For each game, a table at which curious people have played for an evening, with all that can be in a table's history;
and tables at which each kind of question waits and each effect is in force, as far as explorers come to them. They are
kept under the numbers of the program's format and the game's schema, and a further one where there are such already:
none is ever overwritten. What explorers seldom come to has tables that are set for it (`tests/table/staged`). With
`--lacking`, only tables with what is in no golden yet, by other people than before; with `--staged`, only those of them
that are set for it. The first golden of a number always has the table with a history.
"""

import lzma
import sys
import traceback
from collections.abc import Iterator, Mapping
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.store.goldens import FOLDER, dumped, kinds_in_goldens, lacking
from tests.store.keeping import keep
from tests.table.curious import Curious
from tests.table.explorer import Explorer, seen
from tests.table.staged import STAGES
from tests.table.staging import NotReached, staged

from tallow.games import BUILT_IN, game
from tallow.games.deeds import Refused
from tallow.games.stored import versions_of
from tallow.play import REFEREE
from tallow.store import Kept, Store, export_table
from tallow.table import Step, Table, TableRefusal, open_table
from tallow.table.seats import referee

STEPS = 40_000
GROUPS = 3
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


def explored(name: str, known: set[str]) -> dict[str, Table]:
    """A table for each kind of question that waits, and each effect in force, that is not known.

    A fault of the game that they come upon is told, and they go elsewhere.
    """
    found: dict[str, Table] = {}
    before = GROUPS * len([*FOLDER.glob(f"{name}-*.jsonl.xz")])
    for seed in range(before + 1, before + GROUPS + 1):
        people = Explorer(name, seed)
        for _ in range(STEPS):
            try:
                went_on = people.go_on()
            except Exception:  # noqa: BLE001
                traceback.print_exc()
                people.begin()
                continue
            new = [kind for kind in seen(people.table) if kind not in known] if went_on else []
            found |= {kind: people.table for kind in new if kind not in found or _smaller(people.table, found[kind])}
        if not lacking(name, known.union(found)):
            break
    return found


def set_up(name: str, known: set[str]) -> dict[str, Table]:
    """The tables that are set for what is not known; what cannot be reached any more is told."""
    found: dict[str, Table] = {}
    for wanted, stage in STAGES[name].items():
        if wanted not in known:
            try:
                found[wanted] = staged(name, stage, wanted)
            except NotReached as error:
                sys.stdout.write(f"  not reached: {error}\n")
    return found


def _smaller(table: Table, other: Table) -> bool:
    """Whether a table takes less room than another: the document of its adventure takes the most."""
    return table.adventure is None and other.adventure is not None


def fewest(found: Mapping[str, Table]) -> Iterator[tuple[str, Table]]:
    """As few of these tables as have all of it among them, each with what it is kept for."""
    left, tables = set(found), list(found.values())
    while left:
        best = max(tables, key=lambda table: len(left.intersection(seen(table))))
        kinds = sorted(left.intersection(seen(best)))
        left.difference_update(kinds)
        yield " ".join(kinds), best


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
    """Make them, and say how large they are and what they lack."""
    only_set = "--staged" in names
    more = only_set or "--lacking" in names
    for name in [one for one in names if not one.startswith("--")] or BUILT_IN:
        path = free_path(name)
        with TemporaryDirectory() as folder:
            store = Store(f"sqlite:///{folder}/tables.sqlite")
            begins = not more or path.suffixes == [f".{versions_of(game(name)).schema}"]
            if begins:
                kept = evening(store, name)
                export_table(store, kept.id, Path(folder) / "archive")
                archive = lzma.compress((Path(folder) / "archive").read_bytes(), preset=9 | lzma.PRESET_EXTREME)
                path.with_name(f"{path.name}.tallow.xz").write_bytes(archive)
            known = kinds_in_goldens(name) if more else set()
            found = {} if only_set else explored(name, known)
            tables = list(fewest(found | set_up(name, known.union(found))))
            for title, table in tables:
                left(store, name, title, table)
            whole = dumped(store)
            store.close()
        if begins or tables:
            path.with_name(f"{path.name}.jsonl.xz").write_bytes(whole)
        sys.stdout.write(f"{path.name}: {len(tables)} tables, {len(whole):,} bytes\n")
        sys.stdout.write(f"  in no golden: {' '.join(sorted(lacking(name, kinds_in_goldens(name))))}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
