"""Effects that go on: how their turns are counted, in which order they end, and what ends them early."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.magic.effects import (
    CONDITION,
    begin,
    combat_over,
    counted,
    expedition_over,
    finish,
    lapse,
    still_to_act,
    tick_round,
    tick_turn,
)
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import Effect, adventurer, enemy, find, put, under
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.dead_weight.casters import PRAYER, SPELL, calm, fray, friend, wizard
from tests.games.dead_weight.people import corpse
from tests.games.playing import done

HOLD, HASTE = f"{PRAYER}hold", f"{SPELL}haste"


def held(by="mira", left=1, unit="round", on=("ghoul",)):
    return Effect("", HOLD, by, on, left, unit)


@covers("dead_weight.spell.turns")
@pytest.mark.parametrize(
    ("who", "step", "due", "turns"),
    [
        ("ghoul", "fast", (), 2),  # its turn of this round is one of the three
        ("ghoul", "enemies", ("ghoul",), 2),
        ("ghoul", "enemies", (), 3),
        ("ghoul", "slow", (), 3),
        ("mira", "fast", (), 3),  # the present turn is not counted
        ("tam", "fast", (), 2),  # slow, and still to act
        ("tam", "slow", (), 3),
    ],
)
def test_a_turn_still_to_come_in_this_round_counts(who, step, due, turns):
    state = fray(wizard(), friend())
    state = replace(state, combat=replace(state.combat, step=step, due=due, fast=("mira",), turn="mira"))
    assert counted(state, 3, "round", who) == turns == 3 - still_to_act(state, who)


@covers("dead_weight.spell.turns")
def test_exploration_turns_run_through_a_combat_which_is_one_of_them():
    assert counted(fray(wizard()), 6, "turn", "mira") == 5
    assert counted(calm(wizard()), 6, "turn", "mira") == 6
    state = begin(fray(wizard()), Effect("", f"{SPELL}arcane_seal", "mira", ("mira",), 1, "turn"))
    state, _ = done(tick_round, state)
    state, _ = done(combat_over, state)
    assert state.effects[0].left == 1
    state = replace(state, combat=None, enemies=(), phase="exploration")
    state, _ = done(pass_turns, state, 2)
    assert not state.effects


def test_a_condition_goes_with_the_last_effect_that_keeps_it():
    state = begin(begin(fray(wizard()), held()), held(by="odo", left=3))
    assert len(state.effects) == 2
    state, _ = done(finish, state, state.effects[0].id)
    assert "paralysed" in enemy(state, "ghoul").conditions
    state, _ = done(finish, state, state.effects[0].id)
    assert "paralysed" not in enemy(state, "ghoul").conditions
    assert set(CONDITION.values()) <= {"asleep", "glued", "imprisoned", "blind", "paralysed", "unburdened"}


def test_the_same_spell_of_the_same_caster_is_had_once():
    state = begin(begin(fray(wizard()), held(left=1)), held(left=4))
    assert [effect.left for effect in state.effects] == [4]


def test_what_lay_on_the_dead_or_was_shaken_off_is_over():
    state = begin(begin(fray(wizard(), friend()), held()), Effect("", HASTE, "mira", ("tam", "mira"), unit="combat"))
    free, _ = done(lapse, put(state, replace(enemy(state, "ghoul"), conditions=())))
    assert [effect.of for effect in free.effects] == [HASTE]
    dead = put(state, replace(adventurer(state, "tam"), conditions=("dead",)))
    dead, _ = done(lapse, dead)
    assert [effect.on for effect in dead.effects] == [("ghoul",), ("mira",)]
    assert under(dead, "mira", HASTE)
    assert not under(dead, "tam", HASTE)


@pytest.mark.parametrize(("unit", "after"), [("round", 0), ("combat", 0), ("turn", 1), ("expedition", 1), ("", 1)])
def test_a_combat_takes_along_what_lasted_for_it(unit, after):
    state = begin(fray(wizard()), Effect("", HASTE, "mira", ("mira",), 3, unit))
    state, _ = done(combat_over, state)
    assert len(state.effects) == after
    over, _ = done(expedition_over, state)
    assert not over.effects


def test_squares_of_the_chart_mean_nothing_after_the_combat():
    state = begin(fray(wizard()), Effect("", f"{PRAYER}seal", "mira", unit="expedition", squares=((1, 1), (1, 2))))
    state, _ = done(combat_over, state)
    assert state.effects[0].squares == ()


def test_nothing_costs_nothing():
    state = fray(wizard())
    assert done(tick_round, state)[0] is state
    assert done(tick_turn, state)[0] is state


@covers("dead_weight.spell.turns")
def test_the_gm_may_end_anything():
    state = begin(begin(calm(wizard()), held(on=("mira",))), Effect("", HASTE, "mira", ("mira",)))
    state, play = done(GAME.perform, state, Action("end_effect", ""), script=[state.effects[1].id])
    assert [effect.of for effect in state.effects] == [HOLD]
    assert play.asked[0].by == REFEREE
    assert "paralysed" in find(state, "mira").conditions


@covers("dead_weight.spell.command_undead")
def test_a_commanded_undead_is_an_enemy_again_once_the_spell_is_over():
    servant = corpse("ghoul", owner="mira", seat="mira", at=(5, 5))
    effect = Effect("e1", f"{SPELL}command_undead", by="mira", on=("ghoul",))
    fight = replace(fray(wizard("command_undead"), enemies=(corpse("other", at=(9, 5)),)), allies=(servant,))
    state, play = done(finish, replace(fight, effects=(effect,)), "e1")
    assert ([foe.id for foe in state.enemies], state.allies) == (["other", "ghoul"], ())
    assert (state.enemies[1].owner, state.enemies[1].seat) == ("", REFEREE)
    assert play.codes() == ["effect.ends"]
    calmly = replace(calm(wizard("command_undead")), allies=(servant,), effects=(effect,))
    state, _ = done(finish, calmly, "e1")
    assert (state.enemies, state.allies) == ((), ()), "outside of a fight it goes its way"
