"""Tables of every game are kept, opened, undone and moved, with random people at them."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tallow.games import names
from tallow.games.deeds import Refused
from tallow.play import REFEREE
from tallow.store import Kept, Store, export_table, import_table
from tallow.table import TableRefusal, open_table
from tallow.table.seats import referee
from tests.store.keeping import keep
from tests.table.evenings import SEEDS, goes_on


def played(store: Store, name: str, actions: int) -> tuple[Kept, list[object]]:
    """A table after so many random actions, with every state on the way; something waits at the end."""
    random = Random(name)
    kept = store.create(open_table(name, "The Old Mill", {}, SEEDS[0], example=True))
    kept = keep(store, kept, kept.table.sit(referee("Ann")))
    while free := kept.table.free_seats():
        kept = keep(store, kept, kept.table.join(f"Player {len(kept.table.seats)}", seat=free[0]))
    states = [kept.table.state]
    while kept.table.done < actions or not kept.table.pending:
        try:
            step = goes_on(kept.table, random)
        except (TableRefusal, Refused):
            continue
        if step is None:
            continue
        kept = keep(store, kept, step)
        if len(states) <= kept.table.done:
            states.append(kept.table.state)
    return kept, states


def alike(one: Kept, other: Kept) -> bool:
    """The same table but for its dice and what it remembers of its past."""
    first, second = (replace(kept.table, past=(), dice=one.table.dice) for kept in (one, other))
    return first == second


@pytest.mark.parametrize("name", names())
def test_a_table_of_every_game_is_opened_undone_and_moved(name: str, tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    kept, states = played(store, name, 30)
    store.close()
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    opened = store.load(kept.id)
    assert alike(opened, kept)
    assert [store.state_at(kept.id, at) for at in range(len(states))] == states
    export_table(store, kept.id, tmp_path / "mill.tallow")
    moved = import_table(store, tmp_path / "mill.tallow")
    assert alike(moved, kept)
    assert [store.state_at(moved.id, at) for at in range(len(states))] == states
    for pending in opened.table.pending:
        opened = keep(store, opened, opened.table.take_back(REFEREE, pending.starter, pending.number))
    for done in range(len(states) - 2, -1, -1):
        opened = keep(store, opened, opened.table.undo(REFEREE, 1, store.state_at(kept.id, done)))
        assert opened.table.state == states[done]
    store.close()
