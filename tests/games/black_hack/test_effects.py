"""What goes on: durations in Moments, Minutes, Hours, Days and sessions, and what their end undoes."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.entries import spell
from tallow.games.black_hack.magic.effects import (
    attacked,
    day_passes,
    dim,
    dismiss,
    end,
    hold,
    hour_passes,
    moments_over,
    moved,
    released,
    session_passes,
    tick_minutes,
    tick_moments,
    wears,
)
from tallow.games.black_hack.magic.lasting import frozen, lay, lay_spell, running
from tallow.games.black_hack.magic.resistance import withstands
from tallow.games.black_hack.state import Effect, character, find
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.casters import caster, hindrances
from tests.games.black_hack.fighters import fighting, foe, somebody, table
from tests.games.playing import done

LIGHT = "black_hack.spell.light"
PRAYER = "black_hack.prayer.prayer"
SLEEP = "black_hack.spell.sleep"


def going(duration, of=LIGHT, **more):
    return lay(table(somebody(), combat=more.pop("combat", None)), of, duration, by="ann", **more)[0]


def dies(state):
    return [(effect.of, effect.die) for effect in state.effects]


@covers("black_hack.usage.duration")
def test_a_spell_lasts_by_its_usage_die_or_until_something_ends_it():
    def laid(ref, **more):
        _, effect = lay_spell(table(somebody()), spell(ref), "ann", **more)
        return effect.die, effect.unit

    assert laid(LIGHT) == (8, "minutes")
    assert laid(PRAYER) == (4, "moments")
    assert laid("black_hack.spell.polymorph") == (0, "day")
    assert laid("black_hack.spell.flesh_to_stone") == (0, "")
    assert laid("black_hack.spell.elemental_wall", otherwise="session") == (0, "session")
    assert laid(LIGHT, otherwise="session") == (8, "minutes")


@covers("black_hack.usage.duration", "black_hack.usage.downgrade", "black_hack.usage.expended")
@pytest.mark.parametrize(("die", "mean"), [(4, 2), (6, 5), (8, 9), (10, 14), (12, 20)])
def test_mean_turns_of_a_duration(die, mean):
    expected = {0: Fraction(0)}
    for sides in (4, 6, 8, 10, 12):
        chances = distribution(wears, sides, "player")
        stays = chances[sides]
        less = next(left for left in chances if left != sides)
        expected[sides] = expected[less] + 1 / Fraction(1 - stays)
    assert expected[die] == mean


@covers("black_hack.usage.duration", "black_hack.phase.step_2_usage", "black_hack.phase.initiative")
def test_each_unit_is_rolled_in_its_own_turns():
    state = lay(going("minutes", die=8), PRAYER, "moments", die=4, by="ann")[0]
    state, _ = done(tick_minutes, state, script=[2])
    assert dies(state) == [(LIGHT, 6), (PRAYER, 4)]
    state, play = done(tick_moments, state, script=[1])
    assert dies(state) == [(LIGHT, 6)]
    assert play.codes() == ["effect.ends"]


@covers("black_hack.usage.duration")
def test_the_player_of_the_caster_rolls():
    _, play = done(tick_minutes, going("minutes", die=8), script=[8])
    assert play.asked[0].by == "player"
    two = table(somebody(), somebody("bob", seat="two"))
    state, effect = lay(two, "black_hack.prayer.bless", "minutes", die=8, by="bob", on=("ann", "bob"))
    _, play = done(tick_minutes, state, script=[8])
    assert (play.asked[0].by, play.asked[0].why) == ("two", effect.of), "not whoever it lies upon"


@covers("black_hack.usage.duration", "black_hack.time.scaled_turn")
def test_moments_end_when_minutes_resume_and_minutes_are_rolled_once():
    state = lay(going("minutes", die=8), PRAYER, "moments", die=4, by="ann")[0]
    state, _ = done(moments_over, state, script=[2])
    assert dies(state) == [(LIGHT, 6)]


@covers("black_hack.time.scaled_turn")
def test_an_hour_is_five_rolls_and_stops_when_it_is_over():
    state, play = done(hour_passes, going("minutes", die=8), script=[8, 8, 2, 6, 6])
    assert dies(state) == [(LIGHT, 6)]
    assert len(play.asked) == 5
    state, play = done(hour_passes, going("minutes", die=4), script=[4, 1])
    assert state.effects == ()


@covers("black_hack.time.scaled_turn")
def test_what_lasts_for_moments_is_over_within_an_hour_without_a_roll():
    state = lay(going("moments", of=PRAYER, die=4), LIGHT, "day", by="ann")[0]
    state, play = done(hour_passes, state)
    assert [effect.of for effect in state.effects] == [LIGHT]
    assert play.asked == []


@covers("black_hack.magic.no_duration", "black_hack.phase.session_start")
def test_of_those_who_stood_with_the_party_only_dead_servants_are_forgotten_after_a_session():
    servant, friend = foe("wolf", commander="ann"), foe("sal")
    fallen = [replace(one, id=f"late_{one.id}", conditions=("dead",)) for one in (servant, friend)]
    state, _ = done(session_passes, table(somebody(), allies=[servant, friend, *fallen]))
    assert [ally.id for ally in state.allies] == ["wolf", "sal", "late_sal"]


@covers("black_hack.magic.character_resists")
def test_where_no_attribute_is_named_nobody_resists():
    state = table(caster(SLEEP), somebody("bob"))
    assert done(withstands, state, replace(spell(SLEEP), resist=""), "wiz", "bob")[0] == (state, False)
    assert done(withstands, state, spell(SLEEP), "wiz", "bob", script=[9])[0][1] is True


@covers("black_hack.time.scaled_turn")
def test_a_day_ends_all_but_what_has_no_end():
    state = going("minutes", die=12)
    for unit in ("day", "session", ""):
        state = lay(state, LIGHT, unit)[0]
    state = lay(state, LIGHT, "moments", die=4)[0]
    state, _ = done(day_passes, state)
    assert [effect.unit for effect in state.effects] == ["session", ""]


@covers("black_hack.magic.no_duration", "black_hack.phase.session_start")
def test_a_session_ends_what_was_made_without_a_duration():
    state = lay(going("session"), "black_hack.spell.flesh_to_stone", on=("ann",))[0]
    state, _ = done(session_passes, state)
    assert [effect.of for effect in state.effects] == ["black_hack.spell.flesh_to_stone"]


@covers("black_hack.usage.duration")
def test_the_end_undoes_what_was_held():
    state = table(somebody("ann"), foes=(foe("orc", conditions=("asleep",)),))
    state, sleep = lay(state, "black_hack.spell.sleep", "minutes", die=6, on=("orc",))
    state = hold(state, "orc", "stuck", sleep.id)
    state, _ = done(end, state, sleep.id)
    assert find(state, "orc").conditions == ()
    assert hindrances(state, "orc") == set()


def test_two_of_a_kind_hold_until_both_are_over():
    state = table(somebody("ann", conditions=("asleep",)))
    state, first = lay(state, "black_hack.spell.sleep", "minutes", die=6, on=("ann",))
    state, second = lay(state, "black_hack.spell.sleep", "minutes", die=6, on=("ann",))
    state, _ = done(end, state, first.id)
    assert find(state, "ann").conditions == ("asleep",)
    state, _ = done(end, state, second.id)
    assert find(state, "ann").conditions == ()


def test_lent_points_come_back():
    state = table(somebody("ann", intelligence=4))
    state, effect = lay(state, "black_hack.spell.feebleminded", "moments", die=6, on=("ann",))
    effect = replace(effect, die=4, attribute="INT", points=-11)
    state, _ = done(tick_moments, replace(state, effects=(effect,)), script=[1])
    assert character(state, "ann").intelligence == 15


def test_a_light_dims_by_a_step():
    state, _ = done(dim, going("minutes", die=6), "e1", LIGHT)
    assert dies(state) == [(LIGHT, 4)]
    state, _ = done(dim, state, "e1", LIGHT)
    assert state.effects == ()


@covers("black_hack.action.dismiss", "black_hack.magic.no_duration")
def test_a_caster_ends_an_own_spell():
    state = lay(going("minutes", die=8), PRAYER, "moments", die=4, by="ann")[0]
    state = lay(state, PRAYER, "moments", die=4, by="bob")[0]
    state, play = done(dismiss, state, "ann", script=[("alone", "e1")])
    assert [effect.id for effect in state.effects] == ["e2", "e3"]
    assert play.asked[0].options == (("alone", "e1"), ("alone", "e2"))


@covers("black_hack.spell.invisibility")
def test_an_attack_ends_invisibility():
    state = table(somebody("ann"), somebody("bob"))
    state, effect = lay(state, "black_hack.spell.invisibility", on=("ann",))
    assert done(attacked, state, "bob")[0] == state
    assert done(attacked, state, "ann")[0].effects == ()
    assert effect.die == 0


def test_a_move_leaves_an_area_but_not_the_silence_that_goes_along():
    state = table(somebody("ann"), combat=fighting("ann"))
    state, _ = lay(state, "black_hack.spell.darkness", "minutes", die=6, on=("ann",))
    state, _ = lay(state, "black_hack.prayer.silence", "minutes", die=8, on=("ann",))
    state, _ = done(moved, state, "ann")
    assert [effect.on for effect in state.effects] == [(), ("ann",)]


@covers("black_hack.spell.anti_magic_shell")
def test_a_shell_holds_arcane_effects_back_and_they_run_on():
    state = table(somebody("ann"), somebody("bob"), combat=fighting("ann"))
    state, _ = lay(state, "black_hack.spell.darkvision", "minutes", die=6, by="ann", on=("bob",))
    state, _ = lay(state, PRAYER, "moments", die=4, by="ann", on=("bob",))
    shelled, shell = lay(state, "black_hack.spell.anti_magic_shell", "moments", die=6, by="ann", on=("ann",))
    assert running(state, "black_hack.spell.darkvision", "bob")
    assert not running(shelled, "black_hack.spell.darkvision", "bob")
    assert running(shelled, PRAYER, "bob")
    assert running(shelled, shell.of, "ann")
    ticked, _ = done(tick_minutes, shelled, script=[1])
    assert next(effect.die for effect in ticked.effects if effect.of.endswith("darkvision")) == 4


@covers("black_hack.spell.time_stop")
def test_nothing_upon_those_out_of_time_is_rolled():
    state = table(somebody("ann"), somebody("bob"), combat=fighting("ann"))
    state, _ = lay(state, PRAYER, "moments", die=4, by="ann", on=("bob",))
    state, _ = lay(state, "black_hack.spell.time_stop", "moments", die=4, by="ann", on=("bob",))
    state, play = done(tick_moments, state, script=[4])
    assert len(play.asked) == 1
    assert len(state.effects) == 2


@covers("black_hack.spell.time_stop")
def test_an_effect_is_paused_only_if_all_who_are_under_it_are_frozen():
    stop = Effect("t", "black_hack.spell.time_stop", on=("ann",), die=4, unit="moments")
    web = Effect("w", "black_hack.spell.web", on=("ann", "bob"), die=6, unit="minutes")
    state = table(somebody(), somebody("bob"), effects=(stop, web))
    assert not frozen(state, web)
    assert frozen(state, replace(web, on=("ann",)))
    assert not frozen(replace(state, effects=(web,)), web)


@covers("black_hack.spell.charm", "black_hack.magic_item.list_of_true_names")
def test_only_a_servant_is_released():
    state = table(somebody(), foes=(foe(),), allies=(foe("imp", commander="ann", seat="player"), foe("elf")))
    freed = released(state, "imp")
    assert ([one.id for one in freed.foes], [one.id for one in freed.allies]) == (["orc", "imp"], ["elf"])
    assert (freed.foes[1].commander, freed.foes[1].seat) == ("", REFEREE)
    assert released(state, "elf") == state == released(state, "ann")
