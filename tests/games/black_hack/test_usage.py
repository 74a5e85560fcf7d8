"""Usage Dice: the chain, how long they last, when they are rolled."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.usage import burn, drop_step, use_up, worn
from tallow.games.black_hack.entries import BOOK
from tallow.games.black_hack.gear.things import made
from tallow.mechanics.dice import USAGE_CHAIN
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import somebody, table
from tests.games.playing import done, first

AVERAGES = BOOK.entries()["black_hack.table.usage_average"].data["rows"]


def oil(die, id_="oil"):
    return replace(made("black_hack.item.jug_of_oil", id_), usage=die)


def after(die, face):
    return done(worn, die, "", "player", script=[face])[0]


@covers("black_hack.usage.downgrade", "black_hack.usage.chain", "black_hack.usage.expended", "black_hack.usage.roll")
@pytest.mark.parametrize(("die", "smaller"), [(20, 12), (12, 10), (10, 8), (8, 6), (6, 4), (4, 0)])
def test_a_one_or_two_makes_it_smaller(die, smaller):
    assert [after(die, face) for face in (1, 2, 3, die)] == [smaller, smaller, die, die]
    odds = distribution(worn, die, "", "player")
    assert odds[smaller] == Fraction(2, die)


@covers("black_hack.adv.any_roll")
def test_an_edge_on_a_usage_die():
    assert distribution(worn, 4, "advantage", "player", policy=first)[0] == Fraction(1, 4)
    assert distribution(worn, 4, "disadvantage", "player", policy=first)[0] == Fraction(3, 4)


def mean_uses(die, edge=""):
    """The mean number of rolls until nothing is left, from the exact odds of one."""
    mean: Any = 0
    for size in USAGE_CHAIN[USAGE_CHAIN.index(die) :]:
        stays = distribution(worn, size, edge, "player", policy=first)[size]
        mean += 1 / (1 - stays)
    return mean


@covers("black_hack.table.usage_average")
@pytest.mark.parametrize("row", AVERAGES, ids=[row["on"] for row in AVERAGES])
def test_averages_of_the_table(row):
    die = int(row["on"].removeprefix("d"))
    assert mean_uses(die) == row["mean"]
    assert mean_uses(die, "advantage") == Fraction(row["mean_adv"])
    assert mean_uses(die, "disadvantage") == Fraction(row["mean_dis"])
    assert median(die) == row["median"]


def median(die):
    """The least number of rolls within which half of all dice are gone."""
    left: dict[int, Any] = {die: Fraction(1)}
    rolls = 0
    while sum(left.values()) > Fraction(1, 2):
        rolls += 1
        new: dict[int, Any] = {}
        for size, p in left.items():
            for result, q in distribution(worn, size, "", "player").items():
                if result:
                    new[result] = new.get(result, 0) + p * q
        left = new
    return rolls


@covers("black_hack.usage.expended", "black_hack.usage.restock")
def test_each_stack_has_its_own_die_and_the_last_use_takes_it_away():
    state = table(somebody(items=(oil(4, "old"), oil(6, "new"))))
    state, play = done(use_up, state, "ann", "old", script=[2])
    assert [(item.id, item.usage) for item in state.party[0].items] == [("new", 6)]
    assert play.told[0].facts == ("Ann", "black_hack.item.jug_of_oil", 0)
    state, _ = done(use_up, state, "ann", "new", script=[3])
    assert [(item.id, item.usage) for item in state.party[0].items] == [("new", 6)]


@covers("black_hack.usage.expended")
def test_a_step_down_without_a_roll():
    state, _ = done(drop_step, table(somebody(items=(oil(6),))), "ann", "oil", "black_hack.table.encounter")
    assert state.party[0].items[0].usage == 4
    state, _ = done(drop_step, state, "ann", "oil", "black_hack.table.encounter")
    assert state.party[0].items == ()


@covers("black_hack.phase.step_2_usage", "black_hack.item.torches", "black_hack.item.candles")
def test_lights_that_burn_are_rolled_each_turn_of_minutes():
    torch = replace(made("black_hack.item.torches", "t"), lit=True)
    candle = made("black_hack.item.candles", "c")
    state = table(somebody(items=(torch, candle)), somebody("bob", items=(replace(candle, lit=True),)))
    state, play = done(burn, state, script=[2, 1])
    assert [item.usage for item in state.party[0].items] == [4, 4]
    assert state.party[1].items == ()
    assert [roll.sides for roll in play.asked] == [6, 4]
    state, _ = done(burn, state, script=[1])
    assert [item.id for item in state.party[0].items] == ["c"]
    assert not done(burn, state)[1].asked
