"""Harm: Grit, Flesh, the Save vs death, passing out, waking."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.tricks import grapple
from tallow.games.vanilla.harm.damage import (
    DEEDS,
    at_zero,
    damage,
    dies,
    finish_off,
    passes_out,
    regain,
    soak,
    wake,
    wounded,
)
from tallow.games.vanilla.state import Life, able, alive
from tallow.mechanics.conditions import has
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.playing import done, first
from tests.games.vanilla.fighters import fighting, foe, refusal, somebody, table, weapon


def hurt(one, amount, script=(), *, settings=None, direct=False, foes=()):
    """Damage to one, and them after it."""
    state = table(one, foes=foes, settings=settings)
    after, play = done(damage, state, one.id, amount, "x", script=script, direct=direct)
    return after.party[0], play


def lives(state):
    return alive(state.party[0])


@covers("vanilla.damage.grit_first", "vanilla.damage.flesh_after", "vanilla.damage.overflow", "vanilla.damage.floor")
@covers("vanilla.setting.grit_overflow", "vanilla.damage.direct")
@pytest.mark.parametrize(
    ("grit", "flesh", "amount", "absorb", "carry"),
    [
        (5, 6, 3, (2, 6), (2, 6)),
        (0, 6, 4, (0, 2), (0, 2)),
        (2, 6, 5, (0, 6), (0, 3)),
        (5, 6, 5, (0, 6), (0, 6)),
        (0, 2, 9, (0, 0), (0, 0)),
        (1, 6, 5, (0, 6), (0, 2)),
    ],
)
def test_grit_comes_first_and_any_of_it_stops_a_blow(grit, flesh, amount, absorb, carry):
    assert soak(grit, flesh, amount, False, "absorb") == absorb
    assert soak(grit, flesh, amount, False, "carry") == carry
    assert soak(grit, flesh, amount, True, "absorb") == (grit, max(0, flesh - amount))


@covers("vanilla.damage.overflow", "vanilla.damage.each_hit", "vanilla.setting.grit_overflow")
def test_two_blows_are_two_amounts():
    one, _ = hurt(somebody(grit=1), 5)
    one, play = hurt(one, 5)
    assert (one.grit, one.flesh) == (0, 1)
    assert not play.asked
    one, _ = hurt(somebody(grit=1), 5, settings={"grit_overflow": "carry"})
    assert (one.grit, one.flesh) == (0, 2)
    one, play = hurt(one, 5, [20], settings={"grit_overflow": "carry"})
    assert one.flesh == 0
    assert has(one, "dead")


@covers("vanilla.damage.direct")
def test_past_grit_one_can_fall_with_grit_left():
    one, _ = hurt(somebody(), 6, [5, 3], direct=True)
    assert (one.grit, one.flesh) == (5, 0)
    assert has(one, "out")


@covers("vanilla.damage.minimum", "vanilla.magic.damaged")
def test_no_damage_is_not_taking_damage():
    one, play = hurt(somebody(grit=0), 0)
    assert one == somebody(grit=0)
    assert not play.told
    fray = table(somebody(), foes=[foe()], combat=fighting("orc", "foes"))
    assert not done(damage, fray, "ann", 0, "x")[0].party[0].hurt
    assert done(damage, fray, "ann", 1, "x")[0].party[0].hurt
    own = replace(fray, combat=fighting("ann"))
    after, _ = done(damage, own, "ann", 1, "x")
    assert not after.party[0].hurt, "damage on the own go forbids no spell"
    assert after.combat.stung


@covers("vanilla.damage.death_save", "vanilla.damage.death", "vanilla.damage.floor")
def test_a_save_vs_death_at_no_flesh():
    for calling, p in [("fighter", "1/4"), ("magic_user", "3/10")]:
        state = table(somebody(calling=calling, grit=0, flesh=2))
        odds = distribution(_alive_after, state, policy=first)
        assert odds[True] == Fraction(p)
    hardy = somebody(grit=0, life=Life(extra="Hardy"))
    assert distribution(_alive_after, table(hardy), policy=first)[True] == Fraction(7, 20)


def _alive_after(play, state):
    return lives(damage(play, state, "ann", 9, "x"))


@covers("vanilla.damage.pass_out", "vanilla.damage.wake", "vanilla.time.round")
def test_out_for_a_d6_of_rounds_then_awake_with_one_flesh():
    state = replace(table(somebody(grit=0), foes=[foe()], combat=fighting("orc", "foes", round=3)), clock=103)
    after, _ = done(damage, state, "ann", 8, "x", script=[5, 2])
    assert has(after.party[0], "out")
    assert after.party[0].wakes == 105
    still, _ = done(wake, replace(after, clock=104))
    assert has(still.party[0], "out")
    awake, play = done(wake, replace(after, clock=105))
    one = awake.party[0]
    assert able(one)
    assert one.flesh == 1
    assert wounded(one), "Flesh is still below its maximum"
    assert regain(one, 6).grit == one.grit
    assert play.codes() == ["wakes"]
    assert not wounded(somebody(flesh_max=1, flesh=1))


@covers("vanilla.damage.out_state", "vanilla.damage.pass_out")
def test_whoever_is_out_drops_things_and_lets_go():
    ann = somebody(items=[weapon("medium_melee"), weapon("small_melee", "w2", "pack")], flesh=0, at=5)
    state = table(ann, foes=[grapple(foe(), "ann")], combat=fighting("orc", "foes", new_feints=(("ann", "orc"),)))
    after, _ = done(passes_out, state, "ann", script=[4])
    one = after.party[0]
    assert not able(one)
    assert has(one, "unaware")
    assert [item.id for item in one.items] == ["w2"]
    assert [(item.id, item.at) for item in after.ground] == [("w1", 5)]
    assert not has(after.foes[0], "held")
    assert after.combat.new_feints == ()


@covers("vanilla.damage.while_out")
def test_each_further_harm_forces_a_new_save():
    one = somebody(grit=3, flesh=0, conditions=("out",), wakes=500)
    after, play = hurt(one, 3, [5])
    assert has(after, "out")
    assert after.wakes == 500
    assert len(play.asked) == 1
    after, _ = hurt(one, 1, [6])
    assert has(after, "dead")


@covers("vanilla.damage.enemies_at_zero", "vanilla.setting.enemy_death_save")
@pytest.mark.parametrize(
    ("how", "traits", "saves"),
    [
        ("none", (), False),
        ("none", ("named",), False),
        ("named", (), False),
        ("named", ("named",), True),
        ("all", (), True),
    ],
)
def test_an_ordinary_enemy_is_dead_at_no_flesh(how, traits, saves):
    orc = foe(grit=0, flesh=2, traits=traits)
    state = table(somebody(), foes=[orc], settings={"enemy_death_save": how})
    after, play = done(damage, state, "orc", 2, "x", script=[1, 3] if saves else [])
    assert has(after.foes[0], "out" if saves else "dead")
    assert bool(play.asked) == saves


@covers("vanilla.setting.death_save_when", "vanilla.damage.death_save")
def test_the_save_may_come_with_the_next_damage():
    late = {"death_save_when": "next_damage"}
    one, play = hurt(somebody(grit=0, flesh=2), 5, settings=late)
    assert one.flesh == 0
    assert able(one)
    assert not play.asked
    one, _ = hurt(one, 1, [5, 2], settings=late)
    assert has(one, "out")
    orc = foe(grit=0, flesh=2)
    after, _ = done(damage, table(somebody(), foes=[orc], settings=late), "orc", 2, "x")
    assert has(after.foes[0], "dead"), "who never Saves has nothing to put off"


@covers("vanilla.damage.death")
def test_the_dead_count_for_morale():
    state = table(somebody(), foes=[foe(), foe("gob")], combat=fighting("ann"))
    after, play = done(dies, state, "gob")
    assert after.combat.lost == 1
    assert play.codes() == ["dies"]
    again, _ = done(damage, after, "gob", 4, "x")
    assert again == after
    lost, _ = done(at_zero, table(somebody()), "ann", script=[6])
    assert not lives(lost)


@covers("vanilla.damage.finish")
def test_the_helpless_can_be_killed_when_nothing_opposes_it():
    state = table(somebody(), foes=[foe(conditions=("out",)), foe("gob")])
    assert refusal(DEEDS, "finish_off", state, "ann") == ""
    after, play = done(finish_off, state, "ann", script=["yes"])
    assert has(after.foes[0], "dead")
    assert play.asked[-1].by == REFEREE
    assert done(finish_off, state, "ann", script=["no"])[0] == state
    assert refusal(DEEDS, "finish_off", replace(state, combat=fighting("ann")), "ann") is None


@covers("vanilla.heal.rest", "vanilla.heal.blocked")
def test_grit_comes_back_never_above_its_maximum_nor_to_the_wounded():
    assert regain(somebody(grit=2), 6).grit == 5
    assert regain(somebody(grit=0, flesh=5), 6).grit == 0
