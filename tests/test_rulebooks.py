"""Every rulebook is well formed, and each finished game is cited and covered whole."""

from pathlib import Path

import pytest

from tallow.games import BUILT_IN, game
from tallow.games.rulebook import Rulebook
from tallow.testing import Coverage, coverage, ill_formed, unlike_settings

TESTS = Path(__file__).parent
FINISHED = ("cairn", "dead_weight", "modified_cairn", "black_hack", "vanilla")


def measured(name: str) -> Coverage:
    return coverage(game(name).book, name, TESTS)


@pytest.mark.parametrize("name", BUILT_IN)
def test_entries_are_well_formed(name):
    assert ill_formed(game(name)) == []


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
    assert unlike_settings(game(name)) == []


def test_a_book_of_rules_alone_needs_no_content(tmp_path, monkeypatch):
    package = tmp_path / "rules_alone"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rulebook.toml").write_text(
        '[[rule]]\nid = "rules_alone.one"\nsection = "All"\nkind = "engine"\nname = "One"\ntext = "The only rule."\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    book = Rulebook("rules_alone")
    assert (list(book.kinds()), list(book.entries())) == (["rule"], ["rules_alone.one"])
