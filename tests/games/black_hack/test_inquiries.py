"""Questions of odds, with the fractions of the rulebook."""

from fractions import Fraction

import pytest

from tallow.games.black_hack.record import GAME
from tallow.odds import ask
from tallow.testing import covers


def odds(name, settings=None, goal="", **given):
    return ask(GAME, name, {key: str(value) for key, value in given.items()}, goal=goal, settings=settings)


@covers("black_hack.test.roll_below", "black_hack.test.additions", "black_hack.adv.roll_twice", "black_hack.large.test")
@pytest.mark.parametrize(
    ("given", "success"),
    [
        ({"score": 12}, Fraction(11, 20)),
        ({"score": 12, "add": 1, "edge": "advantage"}, Fraction(3, 4)),
        ({"score": 11, "edge": "disadvantage"}, Fraction(1, 4)),
        ({"score": 14, "edge": "advantage"}, Fraction(351, 400)),
        ({"score": 14, "edge": "disadvantage"}, Fraction(169, 400)),
        ({"score": 14, "add": 2, "large": "yes"}, Fraction(17, 40)),
        ({"score": 12, "large": "yes", "edge": "advantage"}, Fraction(1071, 1600)),
        ({"score": 12, "large": "yes", "edge": "disadvantage"}, Fraction(289, 1600)),
        ({"score": 1}, 0),
        ({"score": 21}, 1),
    ],
)
def test_a_test(given, success):
    answer = odds("test", **given)
    assert answer.outcomes.get("success", 0) == success
    assert sum(answer.outcomes.values()) == 1


@covers("black_hack.table.usage_average", "black_hack.usage.chain", "black_hack.adv.any_roll")
@pytest.mark.parametrize("edge", ["none", "advantage", "disadvantage"])
def test_every_usage_die_lasts_as_long_as_the_table_says(edge):
    column = {"none": "mean", "advantage": "mean_adv", "disadvantage": "mean_dis"}[edge]
    for row in GAME.book.entries()["black_hack.table.usage_average"].data["rows"]:
        die = row["on"]
        assert odds("usage", die=die, edge=edge).figures["mean_uses"] == Fraction(str(row[column]))
    small = odds("usage", die="d4")
    assert (small.outcomes["1"], small.outcomes["2"], small.outcomes["3"]) == (
        Fraction(1, 2),
        Fraction(1, 4),
        Fraction(1, 8),
    )
    assert sum(odds("usage", die="d8").outcomes.values()) == 1


@covers("black_hack.attack.test", "black_hack.critical.attack", "black_hack.setting.large_weapon_die")
def test_an_attack():
    plain = odds("attack", score=12, hp=100)
    assert plain.outcomes == {"miss": Fraction(9, 20), "wounded": Fraction(11, 20), "critical": Fraction(1, 20)}
    assert plain.figures["mean_damage"] == Fraction(7, 2) * Fraction(12, 20)
    hopeless = odds("attack", score=10, add=9, hp=100)
    assert hopeless.outcomes["critical"] == Fraction(1, 20)
    assert "wounded" not in odds("attack", {"natural_one": "literal"}, score=10, add=9, hp=100).outcomes
    assert odds("attack", score=12, large="yes", hp=100).figures["mean_damage"] == Fraction(57, 20)
    shared = odds("attack", {"large_weapon_die": "shared"}, score=12, large="yes", hp=100).figures["mean_damage"]
    assert shared != Fraction(57, 20)
    assert odds("attack", score=12, edge="advantage").outcomes["critical"] == Fraction(39, 400)


@covers("black_hack.defend.test", "black_hack.critical.defend", "black_hack.armour.break_to_ignore")
def test_defending_with_armour_dice_as_a_decision():
    once = odds("defend", score=10, hd=1, hp=20, armour_dice=0)
    assert once.outcomes["unhurt"] == Fraction(9, 20)
    assert once.figures == {"mean_damage": Fraction(5, 2) * Fraction(12, 20), "fixed_damage": 2}
    assert odds("defend", {"damage_mode": "average"}, score=10, hd=3, hp=9, armour_dice=0).figures[
        "mean_damage"
    ] == Fraction(12, 5)
    assert odds("defend", score=10, hd=8, hp=1, armour_dice=4, attacks=4).outcomes["unhurt"] == 1
    assert odds("defend", score=10, hd=8, hp=1, armour_dice=4, attacks=4, goal="stand").best == 1


def test_keeping_a_die_for_the_worse_blow_is_better_than_breaking_it_at_once():
    given = {"score": 10, "hd": 3, "hp": 8, "armour_dice": 2, "attacks": 4}
    bots, best = odds("defend", **given), odds("defend", goal="stand", **given)
    assert bots.outcomes["unhurt"] + bots.outcomes["wounded"] < best.best < 1
    assert best.outcomes["unhurt"] + best.outcomes["wounded"] == best.best


@covers("black_hack.armour.repair_fixed", "black_hack.armour.repair_permanent")
@pytest.mark.parametrize(
    ("av", "fixed"), [(1, Fraction(5, 6)), (2, Fraction(2, 3)), (3, Fraction(1, 2)), (4, Fraction(1, 3))]
)
def test_mending(av, fixed):
    assert odds("mend", av=av).outcomes["fixed"] == fixed
    assert odds("mend", av=av, warrior="yes").outcomes["fixed"] == fixed + Fraction(1, 6) * fixed


@covers("black_hack.banish.test", "black_hack.banish.duration", "black_hack.banish.damage")
def test_banishing():
    assert odds("banish", score=14, hd=1).outcomes["banished"] == Fraction(3, 5)
    wight = odds("banish", score=14, hd=3)
    assert wight.outcomes["banished"] == Fraction(1, 2)
    assert [wight.outcomes[f"{n}_moments"] for n in (2, 3, 4, 5)] == [Fraction(1, 8)] * 4
    assert odds("banish", score=14, hd=1, level=3, hp=3).outcomes["destroyed"] == Fraction(3, 5)


@covers("black_hack.magic.retain_test", "black_hack.magic.retain_dis", "black_hack.magic.read_test")
@pytest.mark.parametrize(
    ("given", "outcome", "chance"),
    [
        ({"score": 14, "level": 1}, "kept", Fraction(3, 5)),
        ({"score": 14, "level": 3}, "kept", Fraction(1, 2)),
        ({"score": 14, "level": 1, "again": "yes"}, "kept", Fraction(9, 25)),
        ({"score": 12, "level": 2, "how": "page"}, "cast", Fraction(9, 20)),
        ({"score": 12, "level": 2, "how": "page", "again": "yes"}, "cast", Fraction(9, 20)),
    ],
)
def test_casting(given, outcome, chance):
    assert odds("cast", **given).outcomes[outcome] == chance


@covers("black_hack.setting.armour_die_timing", "black_hack.large.defend")
def test_it_is_better_to_break_a_die_once_the_damage_is_known():
    given = {"score": 10, "hd": 3, "hp": 6, "armour_dice": 2, "attacks": 4}
    before = {"armour_die_timing": "before"}
    assert odds("defend", **given).outcomes == odds("defend", before, **given).outcomes
    assert odds("defend", goal="stand", **given).best > odds("defend", before, "stand", **given).best
    assert odds("defend", score=10, large="yes", hp=40, armour_dice=0).outcomes["unhurt"] == Fraction(13, 40)


@covers("black_hack.table.usage_average")
def test_uses_are_counted_up_to_twice_the_mean():
    uses = odds("usage", die="d4").outcomes
    assert uses == {**{str(n): Fraction(1, 2**n) for n in range(1, 7)}, "more": Fraction(1, 64)}
    assert odds("usage", die="d8").outcomes["3"] == Fraction(1, 24)
