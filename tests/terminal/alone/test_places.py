"""A new place in the terminal, and the next one once an adventure has ended."""

import pytest

from tallow.cli.tables import own_database
from tallow.games import game
from tallow.games.optional import games_with
from tallow.simulate.places import generate
from tallow.store import Store
from tallow.terminal.alone import saves
from tallow.terminal.alone.places import makes_places
from tests.cli.run import tallow

DONE = ("set out", "leave for home", "be done")
"""To the door and home again, and that was it."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_new_place_is_offered_made_and_entered() -> None:
    place = generate(game("cairn"), 6, 4)
    ran = tallow("play", "cairn", "--seed", "4", typed=typed("a new place", "1", "set out", "q"))
    assert ran.code == 0, ran.err
    assert "A new place (made by chance" in ran.out
    assert "A place of 6 rooms is drawn" in ran.out
    assert f"{place.adventure.title}, seed 4." in " ".join(ran.out.split())
    assert f"── {place.room[0].name}" in ran.out
    same = tallow("play", "cairn", "--rooms", "6", "--seed", "4", typed=typed("set out", "q"))
    assert f"── {place.room[0].name}" in same.out


def test_a_game_without_places_says_which_have_them() -> None:
    (without,) = games_with(lambda one: not makes_places(one))[:1] or ("",)
    if without:
        ran = tallow("play", without, "--rooms", "6")
        assert ran.code == 2
        assert "has no generated places yet" in ran.err
    assert tallow("play", "cairn", "--rooms", "5").code == 2


def test_the_same_party_goes_on_to_the_next_place_and_that_is_kept() -> None:
    lines = typed("set out", "take bread", *DONE[1:], "next", "a new place", "1", "set out", "q")
    ran = tallow("play", "cairn", "--adventure", "mill", "--seed", "3", typed=lines)
    assert ran.code == 0, ran.err
    said = " ".join(ran.out.split())
    assert "next goes on to the next place, with the same party" in said
    assert "the same party goes on, with all that it owns" in said
    with_store = Store(own_database())
    try:
        found = {one.title: one.id for one in saves.begun(with_store, "en")}
        assert len(found) == 2
        old = with_store.load(found.pop("The mill at Sallow Weir")).table
        new = with_store.load(next(iter(found.values()))).table
    finally:
        with_store.close()
    assert [one.name for one in new.state.game.party] == [one.name for one in old.state.game.party]
    assert any("bread" in item.name.casefold() for one in new.state.game.party for item in one.items)
    assert new.state.place.room == "room1"


def test_next_means_nothing_before_an_end() -> None:
    ran = tallow("play", "cairn", "--adventure", "mill", "--seed", "3", typed=typed("next", "q"))
    assert '"next" is nothing that can be done now' in ran.out
