"""The rolls, by every face: chances as the rulebook has them."""

from fractions import Fraction

import pytest

from tallow.games.vanilla.checks.attribute_checks import check
from tallow.games.vanilla.checks.rolls import controls, rolled, strike, struck, under, under_twice
from tallow.games.vanilla.checks.saves import rolled_save
from tallow.mechanics.amounts import parse_amount
from tallow.play import Scripted, distribution
from tallow.testing import covers


def chance(outcome, rule, *given):
    return sum(p for result, p in distribution(rule, *given).items() if (outcome == result or outcome(result)))


def attack(av, ac, twice=False):
    """The chances of one attack: critical, hit (criticals included), stopped, wide, and the last of the ammunition."""
    odds = distribution(strike, av, ac, twice, "player", "x")

    def of(*outcomes):
        return sum(p for (outcome, _), p in odds.items() if outcome in outcomes)

    return {
        "critical": of("critical"),
        "hit": of("hit", "critical"),
        "stopped": of("stopped"),
        "wide": of("wide"),
        "last": sum(p for (_, last), p in odds.items() if last),
    }


@covers("vanilla.save.roll", "vanilla.check.either", "vanilla.save.no_naturals", "vanilla.check.no_naturals")
@pytest.mark.parametrize(
    ("number", "p"), [(5, "1/4"), (6, "3/10"), (11, "11/20"), (14, "7/10"), (20, "1"), (25, "1"), (0, "0"), (-3, "0")]
)
def test_not_above_a_number(number, p):
    assert distribution(under, number, "player", "x").get(True, 0) == Fraction(p)


@covers("vanilla.save.resist")
def test_better_or_worse_of_two_saves():
    assert distribution(rolled_save, 11, False, "player", "x")[True] == Fraction(11, 20)
    assert distribution(under_twice, 11, True, "player", "x")[True] == Fraction(319, 400)
    assert distribution(rolled_save, 11, True, "player", "x")[True] == Fraction(121, 400)
    assert under_twice(Scripted([3, 15]), 11, True, "player", "x")
    assert not under_twice(Scripted([3, 15]), 11, False, "player", "x")


@covers("vanilla.melee.roll", "vanilla.melee.hit", "vanilla.melee.miss_wide", "vanilla.melee.miss_armour")
def test_a_roll_between_ac_and_av():
    plain = attack(11, 2)
    assert plain["hit"] == Fraction(9, 20)
    assert plain["wide"] == Fraction(9, 20)
    assert plain["stopped"] == Fraction(1, 10)
    assert attack(13, 4)["hit"] == Fraction(9, 20)
    assert attack(11, 11)["hit"] == 0
    assert attack(10, 0)["hit"] == Fraction(1, 2)
    assert attack(10, 0)["stopped"] == 0
    assert struck(7, 11, 2) == "hit"


@covers(
    "vanilla.melee.critical", "vanilla.melee.critical_needs_hit", "vanilla.melee.av_cap", "vanilla.special.advantage"
)
def test_av_exactly_is_a_critical():
    assert struck(11, 11, 2) == "critical"
    assert struck(11, 13, 2) == "hit"
    assert struck(13, 13, 2) == "critical"
    assert struck(11, 11, 12) == "stopped"
    assert struck(20, 21, 2) == "critical"
    assert struck(1, -2, 0) == "wide"
    for av, ac in [(11, 2), (11, 10), (19, 0), (21, 5)]:
        assert attack(av, ac)["critical"] == Fraction(1, 20)
    assert attack(11, 11)["critical"] == 0
    assert attack(13, 2)["hit"] == Fraction(11, 20)


@covers("vanilla.ranged.long", "vanilla.ranged.worse", "vanilla.ranged.ammo")
def test_the_worse_of_two_is_the_worse_outcome():
    far = attack(11, 2, twice=True)
    assert far["hit"] == Fraction(81, 400)
    assert far["critical"] == Fraction(1, 400)
    assert far["last"] == Fraction(39, 400)
    assert attack(11, 2)["last"] == Fraction(1, 20)
    kept = {(5, 11): "hit", (1, 15): "wide", (2, 7): "stopped", (11, 11): "critical", (2, 20): "wide"}
    for faces, outcome in kept.items():
        assert strike(Scripted(list(faces)), 11, 2, True, "player", "x")[0] == outcome
    # the rulebook has P(wear) = 1/10 here: 1 or 2 and nothing wide is 2/20 * 11/20 * 2 - 4/400
    wear = attack(11, 2, twice=True)["stopped"]
    assert wear == Fraction(4 + 2 * 2 * 9, 400) == Fraction(1, 10)


@covers("vanilla.wear.piece", "vanilla.setting.shield_wear")
def test_a_roll_above_the_armours_own_part_is_the_shields():
    odds = distribution(strike, 11, 5, False, "player", "x", 4)
    assert sum(p for (outcome, _), p in odds.items() if outcome == "stopped") == Fraction(1, 5)
    assert sum(p for (outcome, _), p in odds.items() if outcome == "shield") == Fraction(1, 20)


@covers("vanilla.cast.control")
def test_control_lies_between_own_ac_and_st():
    for st, ac, p in [(6, 0, "3/10"), (6, 2, "1/5"), (12, 2, "1/2"), (5, 3, "1/10")]:
        assert distribution(controls, st, ac, "player").get(True) == Fraction(p)
    assert controls(Scripted(), 6, 6, "player") is False


@covers("vanilla.check.neither", "vanilla.check.both", "vanilla.check.either")
def test_checks_by_skill_and_tools():
    assert distribution(check, 11, "neither", "player", "x") == {False: 1}
    assert distribution(check, 3, "both", "player", "x") == {True: 1}
    for standing in ("tools", "skill"):
        assert distribution(check, 11, standing, "player", "x")[True] == Fraction(11, 20)
    assert check(Scripted(11), 11, "tools", "player", "x")
    assert not check(Scripted(12), 11, "tools", "player", "x")


@covers("vanilla.damage.minimum")
def test_dice_as_they_are_written():
    assert parse_amount("1d6-1") == (1, 6, -1, 1)
    assert parse_amount("3d6 x 5") == (3, 6, 0, 5)
    assert parse_amount("4") == (0, 0, 4, 1)
    with pytest.raises(ValueError, match="is not dice"):
        parse_amount("many")
    assert rolled(Scripted(1), "1d6-1", "player", "x") == 0
    assert rolled(Scripted(1), "1d6-2", "player", "x") == 0
    assert rolled(Scripted(4), "1d6+1", "player", "x", 2) == 7
    assert rolled(Scripted([3, 4, 4]), "3d6 x 5", "player", "x") == 55
    means = {"1d6": Fraction(7, 2), "2d6": Fraction(7), "3d6": Fraction(21, 2)}
    for text, mean in means.items():
        assert sum(amount * p for amount, p in distribution(rolled, text, "player", "x").items()) == mean
