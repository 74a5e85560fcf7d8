"""Options that are more than a word: tuples, squares of a chart, directions."""

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.game import UiHints
from tallow.games.words import Words
from tallow.play import Choice, Span
from tallow.terminal.answers import Unclear, between, chosen, span
from tallow.terminal.phrases import terminal_phrases
from tallow.wording.number_ranges import long_span
from tallow.wording.speech import Speech

CAIRN = game("cairn")


ENGLISH = {"option": {"reroll.die": "Reroll a {0} of {1}"}, "term": {}, "action": {}}


@pytest.fixture(autouse=True)
def few_words(monkeypatch):
    monkeypatch.setattr(Words, "catalogue", lambda _: ENGLISH)


def said(what, option, **hints):
    speech = Speech(replace(CAIRN, ui=UiHints(**hints)))
    return speech.option(Choice("player", what, (option,), (), ""), option)


def test_a_tuple_is_said_by_its_first_part_with_the_rest_as_facts():
    assert said("reroll", ("die", 3, "ash")) == "Reroll a 3 of ash"
    assert said("other", ("die", 3)) == "die, 3"
    assert said("reroll", ()) == ""


def test_a_square_is_a_column_and_a_row_counted_from_one():
    assert said("move_to", (2, 0), squares=("move_to",)) == "Column 3, row 1"
    assert said("move_to", (2, 0)) == "2, 0"
    assert said("move_to", ("away", 0), squares=("move_to",)) == "away, 0"


def test_a_facing_is_a_direction():
    assert said("face", 3, facings=("face",)) == "Facing southeast"
    assert said("face", 3) == "3"


def test_directions_are_listed_and_chosen_by_name_however_many_and_mere_numbers_are_a_range():
    ways = tuple(range(8))
    names = [said("face", way, facings=("face",)) for way in ways]
    assert span(ways, names) is None
    assert chosen(Choice("player", "face", ways, (), ""), names, "facing southw", str) == 5
    assert span(ways, [said("face", way) for way in ways]) == range(8)


def test_a_span_is_asked_for_as_a_number_and_never_listed():
    coins = Choice("player", "coins", Span(0, 100_000, -1), (), "")
    assert span(coins.options, []) == range(100_001)
    assert (chosen(coins, [], "", str), chosen(coins, [], "37", str)) == (100_000, 37)
    shares = Choice("player", "share", Span(0, 100, 5), (), "")
    say = terminal_phrases("en").say
    assert between(range(0, 101, 5), say) == "a number from 0 to 100, in steps of 5"
    with pytest.raises(Unclear, match='"7" is not a number from 0 to 100, in steps of 5'):
        chosen(shares, [], "7", say)
    assert long_span(Span(1, 6)) is None
    assert chosen(Choice("player", "few", Span(1, 3), (), ""), ["1", "2", "3"], "2", str) == 2
