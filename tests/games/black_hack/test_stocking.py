"""Stocking a place by chance: who lives there, and what lies there, by the tables of The Black Hack."""

import pytest

from tallow.games.black_hack.referee.stocking import JEWELS, STOCKING
from tallow.games.black_hack.world.exploring import EXPLORING
from tallow.games.exploring import Goods
from tallow.testing import covers
from tests.games.black_hack.fighters import somebody, table
from tests.games.playing import done


@covers("black_hack.table.creatures_1")
def test_the_creatures_of_a_place_are_those_for_new_characters_in_their_number():
    assert done(STOCKING.creatures, script=[1, (2, 3)])[0] == ("Giant Rat", 5)
    assert done(STOCKING.creatures, script=[6, 4])[0] == ("Cultist", 4)
    (name, _), play = done(STOCKING.creatures, script=[12, 1])
    EXPLORING.creatures(name)
    assert play.asked[0].sides == 12


@covers("black_hack.table.treasure")
@pytest.mark.parametrize(
    ("script", "found"),
    [
        ([2, 7], Goods("Purse of coins", coins=7)),
        ([3, (3, 4)], Goods("Chest of coins", coins=35)),
        ([4, 1], Goods("Dried rations", "rations, dried", plain=True)),
        ([4, 2], Goods("Torches", "torches", plain=True)),
        ([5, 6, 1], Goods("Chalk", "chalk", plain=True)),
        ([5, 5, 1], Goods("10 ft chain", "chain, 10 ft", plain=True)),
        ([6, 5, 1], Goods("Caltrops", "caltrops", plain=True)),
        ([7], Goods("Leather armour", "leather", plain=True)),
        ([8, 3, 2], Goods("Spell on a scroll", "Scroll: Dispel Magic")),
        ([9, 4, 1], Goods("Prayer on a scroll", "Scroll: Locate Object")),
        ([10, (1, 2, 3, 4), 8], Goods(JEWELS[7], worth=100)),
        ([12], Goods("Something that hums when it is touched", "Random magic item")),
        ([1, 11, 2, 1], Goods("Purse of coins", coins=1)),
    ],
)
def test_a_find_is_a_row_of_the_table_and_what_holds_nothing_is_rolled_again(script, found):
    goods, play = done(STOCKING.treasure, script=script)
    assert goods == found
    assert play.asked[0].sides == 12
    if found.like:
        EXPLORING.goods(found.like)


@covers("black_hack.inventory.limit")
def test_what_supplies_a_place_can_be_given():
    for goods in STOCKING.supplies:
        (state, id_), _ = done(EXPLORING.give, table(somebody()), "ann", goods)
        assert [item.id for item in state.party[0].items] == [id_]
    for name in STOCKING.mighty:
        EXPLORING.creatures(name)
    EXPLORING.creatures(STOCKING.person("Osk"))
    assert {score in EXPLORING.scores for score in STOCKING.scores.values()} == {True}
