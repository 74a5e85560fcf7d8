"""Every rulebook is well formed, and each finished game is cited and covered whole."""

from pathlib import Path

import pytest
from msgspec.structs import fields

from tallow.games import BUILT_IN, game
from tallow.games.coverage import Coverage, coverage

TESTS = Path(__file__).parent
FINISHED = ("cairn", "dead_weight", "modified_cairn", "black_hack", "vanilla")


def measured(name: str) -> Coverage:
    return coverage(game(name).book, name, TESTS)


@pytest.mark.parametrize("name", BUILT_IN)
def test_entries_are_well_formed(name):
    for entry in game(name).book.entries().values():
        assert entry.id.startswith(f"{name}."), entry.id
        assert entry.kind in {"engine", "referee", "flavour"}, entry.id
        assert entry.text or entry.data, f"{entry.id} says nothing"


@pytest.mark.parametrize("name", BUILT_IN)
def test_nobody_cites_what_is_not_in_the_book(name):
    assert measured(name).unknown == ()


@pytest.mark.parametrize("name", FINISHED)
def test_every_engine_entry_is_cited_by_code_or_content(name):
    found = measured(name)
    assert sorted(set(found.engine) - set(found.cited)) == []


@pytest.mark.parametrize("name", FINISHED)
def test_every_engine_entry_is_held_by_a_test(name):
    found = measured(name)
    assert sorted(set(found.engine) - set(found.covered)) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_setting_of_the_book_is_a_setting_of_the_game(name):
    played = game(name)
    switches = {field.name: field for field in fields(played.settings)}
    for raw in played.book.raw("setting"):
        field = switches.pop(raw["name"])
        assert field.default == raw["default"], raw["id"]
        assert list(field.type.__args__) == raw["values"], raw["id"]
    assert not switches
