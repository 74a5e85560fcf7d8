"""Every code that a game can say has words, and no words are for a code that nobody says."""

import re
from functools import cache

import pytest

from tallow.games import BUILT_IN, game
from tallow.games.words import Code
from tallow.testing import Vocabulary
from tallow.testing.words import TABLES

LITERALS = {
    "cairn": ("Ended.how", "Mark.kind"),
    "dead_weight": ("Ended.how",),
    "modified_cairn": ("Ended.how", "Mark.kind", "Side", "Band"),
}
"""Where a game's state has codes of its own that are shown."""

MORE = {
    "cairn": {"label": {"hands", "worn", "pack", "petty", "name"}, "term": {"rides"}},
    "modified_cairn": {"label": {"hands", "body", "pack", "overflow", "petty", "name"}},
}
"""Codes that are put together from data."""


@cache
def words_of(name: str) -> Vocabulary:
    return Vocabulary(game(name), LITERALS.get(name, ()), MORE.get(name))


@pytest.mark.parametrize("table", [table for table in TABLES if table != "option"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_code_has_words(name, table):
    assert words_of(name).missing(table) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_button_says_what_it_leads_to(name):
    words = words_of(name)
    assert "does" in words.own
    assert words.missing("does") == []
    assert words.unused("does") == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_option_has_words(name):
    assert words_of(name).unworded() == []


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_no_words_without_a_code(name, table):
    assert words_of(name).unused(table) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_at_stake_is_said_both_ways_and_is_at_stake_somewhere(name):
    assert words_of(name).stakes() == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_catalogue_is_sorted_and_well_made(name):
    assert words_of(name).ill_made() == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_facts_are_not_asked_for_beyond_those_that_are_given(name):
    """A template has no {2} where the code is told with two facts."""
    assert words_of(name).overasked() == []


@pytest.mark.parametrize("name", ["black_hack", "vanilla"])
def test_what_goes_with_a_number_has_a_form_for_one(name):
    assert words_of(name).without_singular() == []


@pytest.mark.parametrize(("number", "said"), [(1, "1 coin"), (2, "2 coins"), (0, "0 coins"), (21, "21 coins")])
def test_a_number_takes_the_form_that_goes_with_it(number, said):
    words = game("black_hack").words
    assert words.say("told", "treasure.coins", "Ann", number) == f"Ann takes {said}."


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_asked_about_odds_is_asked_in_the_language_of_the_reader(name):
    words = game(name, "ja").words
    codes = {
        code
        for one in game(name).odds.inquiries
        for code in (one.name, *[word for asked in one.parameters for word in (asked.name, *asked.words)])
        if code.isidentifier() and code.islower() and not re.fullmatch(r"d\d+", code)
    }
    assert {code for code in codes if not words.has("label", code) and words.fact(code, {}) == code} == set()


def test_a_list_of_lists_leaves_out_what_is_empty():
    words = game("modified_cairn").words
    assert words.fact(((), (3,), (1, 2))) == "3; 1, 2"
    assert words.fact(((), ())) == "–"
    assert words.fact(()) == "nobody"


@pytest.mark.parametrize("name", BUILT_IN)
def test_somebody_named_like_a_code_is_called_by_their_name(name):
    words = game(name).words
    terms = words.catalogue()["term"]
    assert {words.fact("pc1", {"pc1": code}) for code in terms} == set(terms)
    assert words.fact("pc1", {"pc1": "party"}) == "party"


def test_a_thing_without_a_name_of_its_own_is_said_by_its_term():
    assert game("cairn").words.fact("i1", {"i1": Code("backpack")}) == "the backpack"
