"""What every version left is opened by this one: played on, undone to the start, looked up, said in words, moved."""

import lzma
from pathlib import Path

import pytest
from scripts.schemas import recorded

from tallow.games import BUILT_IN
from tallow.games.cairn.folk import monsters as cairn_monsters
from tallow.games.dead_weight.entries.places import rooms
from tallow.games.vanilla.entries import monsters as vanilla_monsters
from tallow.games.vanilla.monsters.innate import POWERS
from tallow.play import REFEREE, Told
from tallow.store import Kept, Store, export_table, import_table, verify, verify_archive
from tallow.table import TableRefusal
from tallow.table.records import Reopened
from tests.store.goldens import (
    archives,
    databases,
    effects_in_goldens,
    kinds_in_goldens,
    lacking,
    restored,
    with_a_history,
)
from tests.store.keeping import alike, keep
from tests.store.positions import by_position
from tests.store.unreached import EFFECTS_UNREACHED, UNREACHED
from tests.table.curious import Curious
from tests.table.explorer import seen

STEPS = 12
"""So many steps people go on at a table with a history."""

FEW = 4
"""So many they go on at each of the others."""


def plays_on(store: Store, kept: Kept, steps: int = STEPS) -> Kept:
    """People go on at a table for a while."""
    people = Curious(kept.table.game, 3)
    for _ in range(steps):
        step = people.step(kept.table)
        if step is not None:
            assert step.fault is None or isinstance(step.fault, TableRefusal), step.fault
            kept = keep(store, kept, step)
    return kept


def can_be_said(store: Store, kept: Kept) -> None:
    """Every line of the log has words."""
    lines = store.lines(kept.id, limit=10**6)
    assert [number for number, _, _ in lines] == list(range(1, kept.lines + 1))
    told = kept.table.rules.words.catalogue()["told"]
    for _, _, line in lines:
        for event in line.events:
            if isinstance(event, Told) and not event.code.startswith(("table.", "place.")):
                assert event.code in told
                kept.table.rules.words.say("told", event.code, *event.facts)


def moves(store: Store, kept: Kept, folder: Path) -> Kept:
    """The table goes out into a file and in again."""
    path = folder / "moving.tallow"
    export_table(store, kept.id, path)
    moved = import_table(store, path)
    assert alike(moved, kept)
    return moved


def goes_back(store: Store, kept: Kept) -> None:
    """Everything is undone, action by action, to states as they were kept."""
    for pending in kept.table.pending:
        kept = keep(store, kept, kept.table.take_back(presiding(kept), pending.starter, pending.number))
    while kept.table.done:
        done = next(at for at in range(kept.table.done - 1, -1, -1) if _known(store, kept, at))
        earlier = store.state_at(kept.id, done)
        kept = keep(store, kept, kept.table.undo(presiding(kept), kept.table.done - done, earlier))
        assert kept.table.state == earlier
        assert store.load(kept.id).table.state == earlier


def presiding(kept: Kept) -> str:
    """Who has the last word at a table."""
    return REFEREE if kept.table.referee else next(one.seat for one in kept.table.seats if one.role == "player")


def _known(store: Store, kept: Kept, action: int) -> bool:
    try:
        store.state_at(kept.id, action)
    except TableRefusal as refused:
        return refused.code != "not_kept"
    return True


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_kind_of_question_waits_in_a_golden(name: str) -> None:
    missing = lacking(name, kinds_in_goldens(name)) - UNREACHED[name].keys()
    assert not missing, (
        f"{name}: {' '.join(sorted(missing))}. Make a golden in which they wait, .venv/bin/python -m scripts.goldens "
        f"--lacking {name}, or say in tests/store/unreached.py why nobody comes to them"
    )


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_said_not_to_be_reached_is_in_no_golden(name: str) -> None:
    reached = UNREACHED[name].keys() - lacking(name, kinds_in_goldens(name))
    assert not reached, f"{name}: {' '.join(sorted(reached))} can leave tests/store/unreached.py"


def test_what_cannot_be_reached_has_no_content_that_would_ask_it() -> None:
    assert all(len([one for one in entry.powers if one.trigger == "action"]) < 2 for entry in cairn_monsters().values())
    assert all(len([way for way in room.exits if way.hidden]) < 2 for room in rooms().values())
    uses = [[one for one in entry.specials if one.type in POWERS] for entry in vanilla_monsters().values()]
    assert max(map(len, uses)) == 1


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_field_and_word_of_an_effect_is_in_force_in_a_golden(name: str) -> None:
    schema = recorded(name)
    assert schema is not None
    fields = schema["structs"]["Effect"]
    effects = effects_in_goldens(name)
    unset = {
        field
        for field, about in fields.items()
        if all(effect.get(field, about.get("default")) == about.get("default", "") for effect in effects)
    }
    words = {
        f"{field}: {word}"
        for field, about in fields.items()
        for word in (about.get("words", ()) if isinstance(about.get("default"), str) else ())
        if not any(effect.get(field, about.get("default")) == word for effect in effects)
    }
    assert unset | words == EFFECTS_UNREACHED[name].keys()


@pytest.mark.parametrize("golden", with_a_history(), ids=lambda path: path.name)
def test_a_table_with_a_history_goes_on_and_all_the_way_back(golden: Path, tmp_path: Path) -> None:
    store = Store(restored(golden, tmp_path))
    (id_,) = [id_ for id_, _, title in store.tables() if title == "The Old Mill"]
    kept = store.load(id_)
    states = [at for at in range(kept.table.done + 1) if _known(store, kept, at)]
    assert states[0] == 0
    assert states[-1] == kept.table.done
    if not golden.name.endswith("-0001.sqlite.xz"):
        assert len(states) == kept.table.done + 1, "every state was kept"
    can_be_said(store, kept)
    assert verify(store.records(id_)).wrong == ()
    goes_back(store, plays_on(store, moves(store, kept, tmp_path)))
    goes_back(store, plays_on(store, kept))
    store.close()


@pytest.mark.parametrize("golden", databases(), ids=lambda path: path.name)
def test_whatever_waits_is_asked_or_its_end_is_told(golden: Path, tmp_path: Path) -> None:
    store = Store(restored(golden, tmp_path))
    tables = [(id_, title) for id_, _, title in store.tables() if title != "The Old Mill"]
    assert tables or golden in with_a_history()
    asked: set[str] = set()
    for at, (id_, title) in enumerate(tables):
        kept = store.load(id_)
        changed = [one for one in store.records(id_) if isinstance(one, Reopened)]
        if not changed:
            waits = {word for kind in seen(kept.table) for word in kind.split()}
            assert waits >= set(title.split()) or len(title) == 200, "it is what it was kept for"
        else:
            lines = [line for _, _, line in store.lines(id_, limit=10) if line.action.name == "table.reopened"]
            assert len(lines) == len(changed), "everybody is told"
        can_be_said(store, kept)
        for pending in kept.table.pending:
            what = getattr(pending.question, "what", "roll")
            assert what in asked or not by_position(kept.table, pending), f"an answer to {what} is a place in a list"
            asked.add(what)
        kept = plays_on(store, kept, FEW)
        if at % 10 == 0:
            goes_back(store, plays_on(store, moves(store, kept, tmp_path), 3))
    store.close()


@pytest.mark.parametrize("golden", archives(), ids=lambda path: path.name)
def test_an_archive_comes_in_goes_on_and_out_again(golden: Path, tmp_path: Path) -> None:
    path = tmp_path / "golden.tallow"
    path.write_bytes(lzma.decompress(golden.read_bytes()) if golden.suffix == ".xz" else golden.read_bytes())
    assert verify_archive(path).wrong == ()
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    kept = import_table(store, path)
    can_be_said(store, kept)
    goes_back(store, plays_on(store, moves(store, kept, tmp_path)))
    store.close()
