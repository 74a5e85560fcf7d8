"""Names: the pattern and its lists."""

from random import Random

import pytest

from tallow.games.dead_weight.characters.names import FIRST, SECOND, rolled_name
from tallow.games.dead_weight.entries.characters import name_lists
from tallow.play import scripted
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing import covers


def at(symbol, part):
    return name_lists()[symbol].parts.index(part) + 1


@covers("dead_weight.name.pattern")
def test_storm_danae():
    script = [
        FIRST.index("Bs") + 1,
        at("B", "st"),
        at("s", "orm"),
        SECOND.index("sV") + 1,
        at("s", "dan"),
        at("V", "ae"),
    ]
    assert scripted(rolled_name, "player", script=script) == "Storm Danae"


@covers("dead_weight.name.pattern")
def test_an_apostrophe_and_a_dull_second_part():
    script = [FIRST.index("sV'i") + 1, at("s", "ash"), at("V", "oo"), at("i", "knuckle"), SECOND.index("Dvdv") + 1]
    script += [at("D", "gr"), at("v", "u"), at("d", "onk"), at("v", "o")]
    assert scripted(rolled_name, "player", script=script) == "Ashoo'knuckle Gruonko"


@covers("dead_weight.name_list.*")
@pytest.mark.parametrize("symbol", ["s", "v", "V", "B", "i", "D", "d"])
def test_every_list_is_used_and_has_no_part_twice(symbol):
    parts = name_lists()[symbol].parts
    assert len(set(parts)) == len(parts) > 5
    assert any(symbol in pattern for pattern in (*FIRST, *SECOND))


def test_names_are_two_words_with_capitals():
    for seed in range(50):
        words = rolled_name(RandomAnswers(Random(seed)), "player").split()
        assert len(words) == 2
        assert all(word[0].isupper() for word in words)
