"""A table that moves by archive goes on elsewhere; what is damaged, forged or too new is refused and nothing is kept.

`TALLOW_GOLDENS=write` writes the golden archive anew: only for a new number of the format, beside the old ones.
"""

import lzma
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.games import BUILT_IN
from tallow.games.deeds import Action
from tallow.games.optional import needed_bots
from tallow.games.stored import Versions
from tallow.play import REFEREE, Choice, Chosen, Matter, Roll, Told
from tallow.store import (
    Damaged,
    Kept,
    NoSuchTable,
    Store,
    export_table,
    import_table,
    verify,
    verify_archive,
)
from tallow.store import archive as archives
from tallow.store.archive import entries
from tallow.table import Line, Seated, open_table
from tallow.table.records import Moved, Threw
from tallow.table.seats import referee
from tests.store.archives import GOLDEN, LONG_LISTS, read_archive
from tests.store.keeping import alike, keep

SEEDS = (bytes(32), bytes(range(32)))


@pytest.fixture
def store(where):
    opened = Store(where)
    yield opened
    opened.close()


def answered(store: Store, kept: Kept, **said: Any) -> Kept:
    """Every question answered: as said, else as the bot would."""
    while kept.table.pending:
        waits = kept.table.pending[0]
        question = waits.question
        if isinstance(question, Roll):
            answer: Any = (3,) * question.n
        elif isinstance(question, Choice):
            wanted = said.get(question.what)
            answer = wanted if wanted in question.options else needed_bots(kept.table.rules).answer(question)
        else:
            answer = "a note"
        kept = keep(store, kept, kept.table.answer(question.by, waits.starter, answer))
    return kept


def act(store: Store, kept: Kept, seat: str, name: str, who: str = "", **said: Any) -> Kept:
    return answered(store, keep(store, kept, kept.table.act(seat, Action(name, who))), **said)


def lived_in(store: Store) -> Kept:
    """A table with a past: people, a meeting, some undone, one seed shown, and a question that waits."""
    kept = store.create(open_table("cairn", "The Old Mill", {"morale": "off"}, SEEDS[0], example=True))
    people = (referee("Ann"), Seated("player1", "Bo", "player", "typed"), Seated("player2", "Cy", "player"))
    for who in people:
        kept = keep(store, kept, kept.table.sit(who))
    kept = act(store, kept, REFEREE, "meet", encounter_whom="cairn.monster.goblin", encounter_number=2)
    kept = act(store, kept, REFEREE, "reaction")
    kept = act(store, kept, REFEREE, "start_fight")
    kept = keep(store, kept, kept.table.undo(REFEREE))
    kept = keep(store, kept, kept.table.say("player2", "Bread? <b>We have bread.</b>"))
    kept = keep(store, kept, kept.table.reveal(REFEREE, SEEDS[1]))
    kept = act(store, kept, REFEREE, "start_fight")
    return keep(store, kept, kept.table.act(REFEREE, Action("harm")))


def test_the_golden_archive_of_every_format_is_read_and_goes_on(store):
    if os.environ.get("TALLOW_GOLDENS") == "write":
        export_table(store, lived_in(store).id, GOLDEN)
    kept = import_table(store, GOLDEN)
    assert (kept.table.title, kept.table.done, len(kept.table.seats)) == ("The Old Mill", 3, 3)
    assert [one.name for one in kept.table.state.party] == ["Saoirse", "Bryn", "Sparrow"]
    assert verify_archive(GOLDEN).wrong == ()
    kept = answered(store, kept)
    assert kept.table.done == 4


def test_an_archive_that_kept_every_option_is_read_shown_and_goes_on_without_them(store, tmp_path):
    path = tmp_path / "long.tallow"
    path.write_bytes(lzma.decompress(LONG_LISTS.read_bytes()))
    assert b"99999,100000]" in path.read_bytes()
    archive = read_archive(path)
    assert verify_archive(path).wrong == ()
    kept = import_table(store, path)
    lines = [line for _, _, line in store.lines(kept.id, limit=99)]
    (divided,) = [line for line in lines if line.action.name == "divide_treasure"]
    (chosen,) = [event for event in divided.events if isinstance(event, Chosen)]
    assert chosen == Chosen(Matter(REFEREE, "treasure_gp", (), "cairn.hireling.share"), divided.answers[0])
    assert max(len(msgspec.json.encode(line)) for line in lines) < 1000
    assert store.state_at(kept.id, kept.table.done) == kept.table.state, "what was decided is done again"
    (waits,) = store.load(kept.id).table.pending
    assert waits.question.fault(900) is None
    kept = keep(store, kept, kept.table.answer(REFEREE, REFEREE, 900))
    assert kept.table.done == 3
    export_table(store, kept.id, tmp_path / "short.tallow")
    assert (tmp_path / "short.tallow").stat().st_size < 50_000
    assert read_archive(tmp_path / "short.tallow").lines[: len(archive.lines)] == archive.lines


def test_a_table_goes_on_elsewhere_as_it_was_left(store, tmp_path):
    kept = lived_in(store)
    export_table(store, kept.id, tmp_path / "mill.tallow")
    elsewhere = Store(f"sqlite:///{tmp_path / 'other.sqlite'}")
    moved = import_table(elsewhere, tmp_path / "mill.tallow")
    assert alike(moved, kept)
    assert alike(elsewhere.load(moved.id), kept)
    assert list(elsewhere.records(moved.id))[:-1] == list(store.records(kept.id))
    assert elsewhere.lines(moved.id, limit=999)[:-1] == store.lines(kept.id, limit=999)
    assert elsewhere.state_at(moved.id, 1) == store.state_at(kept.id, 1)
    moved = answered(elsewhere, moved)
    moved = keep(elsewhere, moved, moved.table.undo(REFEREE, 3, elsewhere.state_at(moved.id, 1)))
    assert moved.table.state == store.state_at(kept.id, 1)
    elsewhere.close()


def test_the_secret_seed_stays_and_a_fresh_one_is_promised(store, tmp_path):
    kept = lived_in(store)
    path = tmp_path / "mill.tallow"
    export_table(store, kept.id, path)
    whole = path.read_bytes()
    assert SEEDS[0].hex().encode() in whole
    assert SEEDS[1].hex().encode() not in whole
    moved = import_table(store, path)
    assert moved.table.dice.seed not in SEEDS
    assert moved.table.dice.thrown == 0
    assert isinstance(list(store.records(moved.id))[-1], Moved)
    before = verify(store.records(kept.id))
    moved = act(store, answered(store, moved), REFEREE, "fate")
    moved = keep(store, moved, moved.table.reveal(REFEREE, bytes(32)))
    after = verify(store.records(moved.id))
    assert after.wrong == ()
    assert after.secret == before.secret
    assert after.checked > before.checked


def test_no_such_table(store, tmp_path):
    with pytest.raises(NoSuchTable):
        export_table(store, "nowhere", tmp_path / "x.tallow")
    assert not (tmp_path / "x.tallow").exists()


@given(st.data())
@rules(max_examples=60)
def test_any_changed_byte_is_found_at_its_line(tmp_path_factory, data):
    whole = bytearray(GOLDEN.read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.getbasetemp() / "damaged.tallow"
    path.write_bytes(whole)
    with pytest.raises(Damaged) as damaged:
        read_archive(path)
    line = bytes(whole[:at]).count(b"\n") + 1
    assert damaged.value.line in {line, line + 1}


def rewritten(tmp_path: Path, **changes: Any) -> Path:
    """The golden archive with something in it changed and sealed anew, as a forger would."""
    found = read_archive(GOLDEN)
    changed = {name: change(getattr(found, name)) for name, change in changes.items()}
    return replace(found, **changed).write(tmp_path / "forged.tallow")


def in_snapshot(**changes: Any) -> Any:
    return lambda body: msgspec.json.encode(msgspec.json.decode(body) | changes)


def in_state(**changes: Any) -> Any:
    def change(body: bytes) -> bytes:
        kept = msgspec.json.decode(body)
        return msgspec.json.encode(kept | {"state": kept["state"] | changes})

    return change


def unsaid(line: Line) -> Line:
    return replace(line, events=tuple(replace(e, facts=()) if isinstance(e, Told) else e for e in line.events))


def hero(**changes: Any) -> Any:
    return {"id": "x", "name": "X", "kind": "pc"} | dict.fromkeys(
        ("hp", "hp_max", "strength", "strength_max", "dexterity", "dexterity_max", "willpower", "willpower_max"), 1
    ) | changes  # fmt: skip


FORGERIES: list[tuple[dict[str, Any], str]] = [
    ({"records": lambda all_: (replace(all_[0], game="carn"), *all_[1:])}, "another game"),
    ({"versions": lambda _: Versions(9, 1)}, "newer Tallow"),
    ({"versions": lambda _: Versions(1, 99)}, "newer Cairn"),
    ({"versions": lambda _: Versions(1, 0)}, "no schema 0"),
    ({"records": lambda all_: all_[1:]}, "never opened"),
    ({"snapshot": in_snapshot(game="chess")}, "another game"),
    ({"snapshot": in_snapshot(done=7)}, "not that of this table"),
    ({"snapshot": in_snapshot(seats=[{"seat": "a", "name": "A", "role": "queen"}])}, "role"),
    ({"snapshot": in_snapshot(title="x" * 999)}, "no table"),
    ({"snapshot": in_state(schema=99)}, "unknown field `schema`"),
    ({"snapshot": in_snapshot(colour="red")}, "unknown field `colour`"),
    ({"snapshot": in_state(party="nobody")}, "a state of Cairn"),
    ({"snapshot": in_state(fight=None, party=[hero(life={"bonds": ["cairn.table.bond:99"]})])}, "cannot be shown"),
    ({"snapshot": in_state(fight=None, party=[hero(hp_max=10**9)])}, "X has a hp of 1000000000"),
    ({"snapshot": in_state(party=[])}, "is to act in a fight and is not there"),
    ({"lines": lambda all_: all_[1:]}, "line 1 of the log"),
    ({"lines": lambda all_: tuple((n, u, unsaid(line)) for n, u, line in all_)}, "nobody can read"),
    ({"states": lambda _: ()}, "states are not"),
    ({"states": lambda all_: (("state", 0, b'{"phase":"lunch"}'), *all_[1:])}, "lunch"),
    ({"states": lambda all_: (*all_, ("state", 999, all_[0][2]))}, "states are not"),
    ({"states": lambda all_: (*all_, ("patch", 2, b"[1,{}]"))}, "states are not"),
    ({"states": lambda all_: (*all_, ("patch", 1, b"[9]"))}, "a state"),
    ({"states": lambda all_: (*all_, ("patch", 1, b'[1,{"party":[3,999999999,{}]}]'))}, "more items than there are"),
]


@pytest.mark.parametrize(("changes", "said"), FORGERIES, ids=[said for _, said in FORGERIES])
def test_what_does_not_belong_together_is_refused_and_nothing_is_kept(store, tmp_path, changes, said):
    path = rewritten(tmp_path, **changes)
    with pytest.raises(Damaged, match=said):
        import_table(store, path)
    assert list(store.tables()) == []


FIGHTS: list[tuple[str, dict[str, Any]]] = [
    ("cairn", {"fight": {"acting": ["x"]}}),
    ("cairn", {"fight": {"late": ["x"]}}),
    ("cairn", {"fight": {"ready": ["x"]}}),
    ("cairn", {"fight": {"declared": [{"who": "x", "move": "wait"}]}}),
    ("modified_cairn", {"combat": {"acting": ["x"]}}),
    ("modified_cairn", {"combat": {"declared": [{"who": "x"}]}}),
    ("vanilla", {"combat": {"due": ["x"]}}),
    ("vanilla", {"combat": {"turn": "x"}}),
    ("black_hack", {"combat": {"early": ["x"]}}),
    ("black_hack", {"combat": {"due": ["x"]}}),
    ("black_hack", {"combat": {"turn": "x"}}),
    ("dead_weight", {"combat": {"fast": ["x"]}}),
    ("dead_weight", {"combat": {"due": ["x"]}}),
    ("dead_weight", {"combat": {"turn": "x"}}),
]


@pytest.mark.parametrize(("name", "changes"), FIGHTS, ids=[str(one) for one in FIGHTS])
def test_a_fight_of_somebody_who_is_not_there_is_refused_in_every_game(store, tmp_path, name, changes):
    kept = store.create(open_table(name, "The Old Mill", {}, SEEDS[0], example=True))
    export_table(store, kept.id, tmp_path / "fair.tallow")
    found = read_archive(tmp_path / "fair.tallow")
    body = msgspec.json.encode(msgspec.json.decode(found.states[0][2]) | changes)
    path = replace(found, states=(("state", 0, body),)).write(tmp_path / "forged.tallow")
    with pytest.raises(Damaged, match="x is to act in a fight and is not there"):
        import_table(store, path)
    assert len(list(store.tables())) == 1
    assert {one for one, _ in FIGHTS} == set(BUILT_IN)


def test_the_forger_above_forges_nothing_by_itself(store, tmp_path):
    assert import_table(store, rewritten(tmp_path)).table.done == 3


@pytest.mark.parametrize(
    ("whole", "said"),
    [
        (b"", "not a Tallow archive"),
        (b"tallow archive 99\n", "newer Tallow"),
        (b"tallow archive 0\n", "not a Tallow archive"),
        (b"tallow archive 01\n", "not a Tallow archive"),
        (b"tallow archive x\n", "not a Tallow archive"),
        (b"tallow archive 1\n", "ends too early"),
        (b'{"name": "Hestia"}', "not a Tallow archive"),
    ],
)
def test_what_is_no_archive_is_said_to_be_none(tmp_path, whole, said):
    (tmp_path / "x").write_bytes(whole)
    with pytest.raises(Damaged, match=said):
        list(entries(tmp_path / "x"))


def test_deep_nesting_and_endless_lines_are_refused(tmp_path, monkeypatch):
    body = b'{"snapshot":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    seal = archives._seal("tallow archive 1", body).encode()
    (tmp_path / "deep").write_bytes(b"tallow archive 1\n" + seal + b" " + body + b"\n")
    with pytest.raises(Damaged, match="line 2"):
        list(entries(tmp_path / "deep"))
    monkeypatch.setattr(archives, "MOST_LINE", 1000)
    (tmp_path / "long").write_bytes(b"tallow archive 1\n" + b"x" * 5000)
    with pytest.raises(Damaged, match="longer than any"):
        list(entries(tmp_path / "long"))


def test_dice_in_the_log_that_were_never_thrown_are_found(tmp_path):
    loaded = lambda all_: tuple(  # noqa: E731
        replace(one, dice=tuple(Threw(t.number, t.sides, (t.sides,) * len(t.pool)) for t in one.dice))
        if getattr(one, "dice", ())
        else one
        for one in all_
    )
    huge = lambda all_: tuple(  # noqa: E731
        replace(one, dice=tuple(replace(t, sides=10**30) for t in one.dice)) if getattr(one, "dice", ()) else one
        for one in all_
    )
    assert any("so many faces" in fault for fault in verify_archive(rewritten(tmp_path, records=huge)).wrong)
    found = verify_archive(rewritten(tmp_path, records=loaded))
    assert any("should have been" in fault for fault in found.wrong)
    assert any("never threw" in fault for fault in found.wrong)
