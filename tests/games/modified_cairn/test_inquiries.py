"""Odds, asked of the rules themselves, against numbers worked out by hand."""

from fractions import Fraction

import pytest

from tallow.games.modified_cairn.record import GAME
from tallow.odds import ask
from tallow.testing import covers


def odds(question, goal="", settings=None, **given):
    return ask(GAME, question, {name: str(value) for name, value in given.items()}, goal=goal, settings=settings)


def chances(question, **given):
    return {name: str(p) for name, p in odds(question, **given).outcomes.items()}


@covers("modified_cairn.save.roll", "modified_cairn.quality.current_used")
@pytest.mark.parametrize(
    ("score", "p"), [(12, Fraction(3, 5)), (8, Fraction(2, 5)), (0, 0), (1, Fraction(1, 20)), (20, 1)]
)
def test_a_save(score, p):
    assert odds("save", score=score).outcomes.get("success", 0) == p


@covers("modified_cairn.hurt.order")
def test_an_attack_in_the_order_of_getting_hurt():
    """The worked example: d8 on GD 3, Armor 1, VIG 12."""
    assert chances("attack", dice="d8", armor=1, guard=3, vigour=12, target="pc") == {
        "evaded": "3/8", "scar": "1/8", "wounded": "19/80", "critically_wounded": "21/80",
    }  # fmt: skip
    assert "scar" not in chances("attack", dice="d8", armor=1, guard=3, vigour=12, target="npc")


@covers("modified_cairn.hurt.death")
def test_death_comes_without_a_save():
    assert chances("attack", dice="d4", guard=0, vigour=4, target="pc")["dead"] == "1/4"


@covers("modified_cairn.dice.highest", "modified_cairn.gambit.example_setup")
@pytest.mark.parametrize(
    ("dice", "mean"), [("d8+d6", Fraction(251, 48)), ("d6+d6+d8+d4", Fraction(3245, 576)), ("d10", Fraction(11, 2))]
)
def test_the_mean_of_the_highest_die(dice, mean):
    assert odds("attack", dice=dice, guard=4).figures["mean_damage"] == mean


@covers("modified_cairn.gambit.bolster", "modified_cairn.gambit.cost")
def test_the_best_use_of_gambits_makes_a_wound_likelier():
    plain = odds("attack", dice="d6+d6", armor=2, guard=4, vigour=12)
    best = odds("attack", goal="wound", dice="d6+d6", armor=2, guard=4, vigour=12)
    # At best 6 - 2 takes all Guard and wounds nobody. A 6 wounds with a Bolster for another die of 4 or more, and a 5
    # with Expose for the other die, if the Save fails.
    wounds = sum(plain.outcomes.get(name, Fraction(0)) for name in ("wounded", "critically_wounded", "dead"))
    assert wounds <= Fraction(5, 36)
    assert best.best == Fraction(5, 36) + Fraction(2, 5) * Fraction(3, 36)


@covers("modified_cairn.gambit.save", "modified_cairn.gambit.deny_save", "modified_cairn.gambit.strong")
@pytest.mark.parametrize(
    ("dice", "p"),
    [
        ("d6", Fraction(1, 2) * Fraction(2, 5)),
        ("d8", Fraction(1, 8) + Fraction(1, 2) * Fraction(2, 5)),
        ("d10", Fraction(3, 10) + Fraction(4, 10) * Fraction(2, 5)),
    ],
)
def test_a_gambit_against_a_save_or_with_none(dice, p):
    assert odds("attack", goal="gambit", dice=dice, guard=9, vigour=12).best == p


@covers("modified_cairn.feat.focus")
def test_focus_needs_no_die():
    assert odds("attack", goal="gambit", dice="d4", guard=9, vigour=12, focus="yes").best == Fraction(2, 5)


@covers("modified_cairn.feat.fend")
def test_each_fend_takes_the_die_that_matters():
    """Against d8 one Fend takes all; against two dice the lower is left."""
    assert odds("attack", goal="wound", dice="d8", guard=3, fends=1).best == 0
    both_over_three = Fraction(1, 2) * Fraction(5, 8)
    assert odds("attack", goal="wound", dice="d8+d6", guard=3, fends=1).best >= both_over_three
    assert odds("attack", goal="wound", dice="d8+d6", guard=3, fends=2).best == 0


@covers("modified_cairn.effort.dice", "modified_cairn.table.channel")
@pytest.mark.parametrize(
    ("effort", "strain"),
    [
        (0, {"0_strain": "1/2", "1_strain": "1/2"}),
        (1, {"0_strain": "1/4", "1_strain": "1/2", "2_strain": "1/4"}),
        (3, {"0_strain": "1/16", "1_strain": "1/4", "2_strain": "3/8", "3_strain": "1/4", "4_strain": "1/16"}),
    ],
)
def test_the_strain_of_a_casting(effort, strain):
    found = chances("channel", effort=effort, free_slots=4)
    assert {name: p for name, p in found.items() if name.endswith("_strain")} == strain


@covers("modified_cairn.effort.tapped_out")
def test_a_one_among_the_effort_dice_taps_out():
    assert "tapped_out" not in chances("channel", effort=0, free_slots=4)
    assert odds("channel", effort=2, free_slots=4).outcomes["tapped_out"] == 1 - Fraction(5, 6) ** 2


@covers("modified_cairn.effort.slots", "modified_cairn.effort.max", "modified_cairn.channel.freedom")
@pytest.mark.parametrize(("free_slots", "most"), [(4, 3), (3, 2), (1, 0), (0, -1), (10, 3)])
def test_effort_needs_empty_slots(free_slots, most):
    for effort in range(4):
        refused = chances("channel", effort=effort, free_slots=free_slots).keys() == {"no_slots"}
        assert refused is (effort > most)


@covers("modified_cairn.channel.backfire")
def test_in_danger_it_backfires_where_the_save_fails():
    assert odds("channel", effort=1, free_slots=4, danger_spi=12).outcomes["backfire"] == Fraction(2, 5)


@covers("modified_cairn.magic.later_version", "modified_cairn.setting.magic_version")
def test_the_later_magic_has_no_base_die_and_no_tapping_out():
    later = odds("channel", settings={"magic_version": "later"}, effort=2, free_slots=2)
    assert later.figures["mean_strain"] == 1
    assert {name: str(p) for name, p in later.outcomes.items()} == {
        "0_strain": "1/4", "1_strain": "1/2", "2_strain": "1/4",
    }  # fmt: skip
    assert odds("channel", effort=2, free_slots=4).figures["mean_strain"] == Fraction(3, 2)


@covers("modified_cairn.table.event", "modified_cairn.event.threshold")
@pytest.mark.parametrize(
    ("die", "found"),
    [
        ("d12", {"encounter": "1/12", "altered": "1/6", "sign": "1/4", "quiet": "1/2"}),
        ("d10", {"encounter": "1/10", "altered": "1/5", "sign": "3/10", "quiet": "2/5"}),
        ("d8", {"encounter": "1/8", "altered": "1/4", "sign": "3/8", "quiet": "1/4"}),
        ("d6", {"encounter": "1/6", "altered": "1/3", "sign": "1/2"}),
    ],
)
def test_the_event_die(die, found):
    assert chances("event", die=die) == found
