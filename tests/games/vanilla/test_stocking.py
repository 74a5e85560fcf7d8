"""Stocking a place by chance: who lives there, and what lies there, by the tables of Grit and Flesh."""

import pytest

from tallow.games.exploring import Goods
from tallow.games.vanilla.referee.stocking import CASES, HUMS, JEWELS, STOCKING
from tallow.games.vanilla.world.exploring import EXPLORING
from tallow.testing import covers
from tests.games.playing import done


@covers("vanilla.table.encounter_dungeon_1", "vanilla.encounter.number")
def test_the_creatures_of_a_place_are_those_of_the_first_level_in_their_number():
    (name, number), play = done(STOCKING.creatures, script=[5, (1, 3)])
    assert (name, number) == ("Goblin", 4)
    assert play.asked[0].sides == 12


@covers("vanilla.table.hoard", "vanilla.table.hoard_size", "vanilla.treasure.hoard")
@pytest.mark.parametrize(
    ("script", "found"),
    [
        ([3, 40], Goods("Purse of coins", coins=40)),
        ([4, (2, 5)], Goods("Purse of coins", coins=70)),
        ([5, 1, 9, (1, 2, 3)], Goods(JEWELS[8], worth=600)),
        ([5, 2, 1, 1, 9], Goods(CASES[0], "Scroll: Sleep")),
        ([6, 1, 5, 2], Goods(f"Something that hums, {HUMS[4]}", "Magic: Candle")),
        ([6, 2, 5, 1, 9], Goods(CASES[4], "Scroll: Sleep")),
        ([1, 2, 3, 1], Goods("Purse of coins", coins=1)),
    ],
)
def test_a_find_is_a_line_of_a_mid_sized_hoard_and_nothing_is_rolled_again(script, found):
    goods, play = done(STOCKING.treasure, script=script)
    assert goods == found
    assert play.asked[0].sides == 6
    if found.like:
        EXPLORING.goods(found.like)


@covers("vanilla.monster.bestiary")
def test_who_guards_a_place_is_in_the_bestiary_or_is_described():
    for name in STOCKING.mighty:
        EXPLORING.creatures(name)
    EXPLORING.creatures(STOCKING.person("Osk"))
    EXPLORING.goods(STOCKING.food)
    assert {score in EXPLORING.scores for score in STOCKING.scores.values()} == {True}
