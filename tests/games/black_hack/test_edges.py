"""Advantage and Disadvantage on any roll: who chooses, what stands first, and what it comes to."""

from fractions import Fraction

import pytest

from tallow.games.black_hack.checks.attribute_tests import roll_below
from tallow.games.black_hack.checks.edges import edged, net
from tallow.games.black_hack.checks.usage import worn
from tallow.games.black_hack.combat.attacks import dealt
from tallow.games.black_hack.settings import Settings
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.chances import chance
from tests.games.playing import asked, done, first

WHY = "black_hack.test.when"


@covers("black_hack.adv.roll_twice")
@pytest.mark.parametrize(
    ("aim", "dice", "plain", "advantage", "disadvantage"),
    [
        (11, (), "1/2", "3/4", "1/4"),
        (14, (), "13/20", "351/400", "169/400"),
        (12, (4,), "17/40", "1071/1600", "289/1600"),
    ],
)
def test_a_roll_is_made_twice(aim, dice, plain, advantage, disadvantage):
    assert chance(aim, dice=dice) == Fraction(plain)
    assert chance(aim, dice=dice, edge="advantage") == Fraction(advantage)
    assert chance(aim, dice=dice, edge="disadvantage") == Fraction(disadvantage)


@covers("black_hack.adv.player_chooses", "black_hack.action.choose_result")
def test_with_advantage_the_player_chooses():
    script = [4, 1, ("success", 1)]
    result, play = done(roll_below, 12, 0, (), "advantage", "player", WHY, "attack", script=script)
    (choice,) = asked(play, "choose_result")
    assert (choice.by, choice.options) == ("player", (("success", 1), ("success", 4)))
    assert (result.nat, result.success) == (1, True)
    result, _ = done(roll_below, 12, 0, (), "advantage", "player", WHY, "attack", script=[4, 1, ("success", 4)])
    assert result.nat == 4


@covers("black_hack.adv.gm_chooses", "black_hack.action.gm_choose_result", "black_hack.setting.gm_choice")
def test_with_disadvantage_the_gm_chooses_or_takes_the_worst():
    script = [9, 20, ("success", 9)]
    result, play = done(roll_below, 12, 0, (), "disadvantage", "player", WHY, "defend", script=script)
    (choice,) = asked(play, "choose_result")
    assert (choice.by, choice.options) == (REFEREE, (("failure", 20), ("success", 9)))
    assert result.success
    rolls = (12, 0, (), "disadvantage", "player", WHY, "defend", False, False)
    result, play = done(roll_below, *rolls, script=[9, 20])
    assert (result.nat, result.success) == (20, False)


@covers("black_hack.critical.defend")
def test_chance_of_a_natural_twenty_to_defend():
    def twenty(play, edge):
        return roll_below(play, 12, 0, (), edge, "player", WHY, "defend").nat == 20

    assert distribution(twenty, "")[True] == Fraction(1, 20)
    assert distribution(twenty, "disadvantage", policy=first)[True] == Fraction(39, 400)


def test_nothing_is_asked_where_both_come_to_the_same():
    _, play = done(roll_below, 12, 0, (), "advantage", "player", WHY, script=[3, 9])
    assert not asked(play, "choose_result")
    _, play = done(roll_below, 12, 0, (), "disadvantage", "player", WHY, "attack", script=[13, 19])
    assert not asked(play, "choose_result")
    _, play = done(roll_below, 12, 0, (), "advantage", "player", WHY, "defend", script=[14, 17])
    assert not asked(play, "choose_result")


def test_nobody_chooses_between_two_rolls_of_damage_that_both_fell_the_target():
    rolls = (1, 6, 0, False, "disadvantage", "player", WHY, True)
    assert not done(dealt, *rolls, 2, script=[2, 6])[1].asked[2:]
    assert asked(done(dealt, *rolls, 3, script=[2, 6, 2])[1], "choose_result")[0].by == REFEREE


@pytest.mark.parametrize(
    ("heed", "faces"), [("low", (3, 9)), ("odd", (14, 17)), ("high", (15, 16))], ids=["bash", "odd", "bubble"]
)
def test_of_a_defend_more_than_success_may_matter(heed, faces):
    rolls = (12, 0, (), "advantage", "player", WHY, "defend", False, True)
    assert not asked(done(roll_below, *rolls, (), script=[*faces])[1], "choose_result")
    how = "success" if faces[0] < 12 else "failure"
    _, play = done(roll_below, *rolls, (heed,), script=[*faces, (how, faces[0])])
    assert asked(play, "choose_result")


@covers("black_hack.adv.any_roll")
def test_usage_dice_and_damage_have_edges_too():
    assert distribution(worn, 4, "", "player", policy=first)[0] == Fraction(1, 2)
    assert distribution(worn, 4, "advantage", "player", policy=first)[0] == Fraction(1, 4)
    assert distribution(worn, 4, "disadvantage", "player", policy=first)[0] == Fraction(3, 4)
    low = distribution(dealt, 1, 6, 0, False, "disadvantage", "player", WHY, True, policy=first)
    assert sum(amount * p for amount, p in low.items()) == Fraction(91, 36)


@covers("black_hack.adv.net", "black_hack.setting.advantage_net")
@pytest.mark.parametrize(
    ("good", "bad", "cancel", "count"),
    [
        (0, 0, "", ""),
        (3, 0, "advantage", "advantage"),
        (0, 2, "disadvantage", "disadvantage"),
        (2, 1, "", "advantage"),
        (1, 3, "", "disadvantage"),
        (1, 1, "", ""),
    ],
)
def test_edges_do_not_add_up(good, bad, cancel, count):
    assert net(good, bad, Settings()) == cancel
    assert net(good, bad, Settings(advantage_net="count")) == count


@covers("black_hack.adv.player_chooses")
def test_whoever_rolls_is_offered_the_best_first():
    faces = [7, 3]
    price, play = done(
        edged, lambda _: faces.pop(0), "advantage", "player", lambda face: -face, lambda face: face, script=[3]
    )
    assert price == 3
    assert asked(play, "choose_result")[0].options == (3, 7)
