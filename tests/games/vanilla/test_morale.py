"""Morale: when it is rolled, on what, by whom not, and what the setting makes of it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.morale import DEEDS, can_lose_heart, counted, shaken, stand_fast, watch
from tallow.games.vanilla.combat.rounds import round_ends
from tallow.games.vanilla.harm.damage import damage
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import Auto, beast
from tests.games.vanilla.fighters import fighting, foe, perform, refusal, somebody, table


def fray(*foes, **more):
    """A fight on the party's go, its Round begun."""
    return counted(table(somebody(), foes=foes or (foe("a"), foe("b", hd=3), foe("c")), combat=fighting("ann"), **more))


def killed(state, who="a"):
    return damage(Auto(), state, who, 99, "x", direct=True)


@covers("vanilla.monster.morale")
@pytest.mark.parametrize(
    ("st", "mettle", "chance"),
    [
        (6, "plain", Fraction(3, 10)),
        (8, "plain", Fraction(2, 5)),
        (6, "brave", Fraction(51, 100)),
        (6, "cowardly", Fraction(9, 100)),
    ],
)
def test_a_save_on_the_best_st(st, mettle, chance):
    assert distribution(stand_fast, st, mettle)[True] == chance


@covers("vanilla.monster.morale", "vanilla.setting.morale", "vanilla.phase.round_end")
def test_a_group_rolls_at_the_end_of_a_round_in_which_one_died():
    before = fray()
    assert not shaken(before)
    state = killed(before)
    held, play = done(watch, state, script=[8])
    assert (held, play.codes()) == (state, ["morale.holds"])
    broken, _ = done(watch, state, script=[9])
    assert [has(one, "fleeing") for one in broken.foes] == [False, True, True]
    over, _ = done(round_ends, state, script=[9, 4])
    assert [has(one, "fleeing") for one in over.foes] == [False, True, True]


@covers("vanilla.monster.morale")
def test_a_lone_enemy_rolls_when_it_lost_flesh():
    alone = fray(foe("a", flesh=9))
    assert not shaken(damage(Auto(), alone, "a", 2, "x"))
    assert shaken(damage(Auto(), alone, "a", 2, "x", direct=True))
    assert not shaken(damage(Auto(), fray(foe("a", flesh=9), foe("b")), "a", 2, "x", direct=True))
    last = counted(replace(killed(fray(foe("a"), foe("b", flesh=9))), combat=fighting("ann")))
    assert shaken(damage(Auto(), last, "b", 2, "x", direct=True))


@covers("vanilla.monster.morale", "vanilla.monster.zombie", "vanilla.monster.giant_piranha", "vanilla.monster.skeleton")
def test_some_never_roll():
    assert [can_lose_heart(beast(name)) for name in ("Zombie", "Giant Piranha", "Skeleton", "Orc")] == [
        False,
        False,
        True,
        True,
    ]
    state = killed(fray(beast("Zombie", "a"), beast("Zombie", "b")))
    assert done(watch, state)[0] == state
    mixed, _ = done(watch, killed(fray(beast("Zombie", "a"), beast("Zombie", "b"), beast("Orc"))), script=[20])
    assert (has(find(mixed, "b"), "fleeing"), has(find(mixed, "orc"), "fleeing")) == (False, True)


@covers("vanilla.setting.morale", "vanilla.action.gm_morale")
@pytest.mark.parametrize(("setting", "shown"), [("auto", ""), ("gm", ""), ("off", None)])
def test_the_setting_says_who_calls_for_it(setting, shown):
    state = killed(fray(settings={"morale": setting}))
    if setting != "auto":
        assert done(watch, state)[0] == state
    assert refusal(DEEDS, "call_morale", state, "") == shown


@covers("vanilla.action.gm_morale")
@pytest.mark.parametrize(
    ("mettle", "faces", "flee"),
    [("plain", 9, True), ("brave", [5, 9], False), ("cowardly", [5, 9], True), ("plain", 8, False)],
)
def test_the_gm_calls_for_it(mettle, faces, flee):
    after, _ = perform(DEEDS, "call_morale", fray(), "", [mettle, faces])
    assert [has(one, "fleeing") for one in after.foes] == [flee] * 3
