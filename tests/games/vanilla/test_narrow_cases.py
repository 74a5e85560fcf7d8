"""Rules of fights, harm, gear and magic in narrow cases: what is not there, not theirs, or just enough."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.acting import DEEDS as ACTING
from tallow.games.vanilla.entries import spells
from tallow.games.vanilla.magic.casting import DEEDS as CASTING
from tallow.games.vanilla.magic.spells import Cast, in_reach, one_each, pick_targets
from tallow.games.vanilla.state import HOUR, Effect
from tallow.mechanics.conditions import has
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, beast, cast, mage, scene
from tests.games.vanilla.fighters import fighting, foe, perform, somebody, table


def codes(play):
    return [event.code for event in play.told]


@covers("vanilla.action.wait", "vanilla.monster.morale", "vanilla.action.flee")
def test_whoever_has_lost_heart_runs_when_the_go_begins_and_does_not_wait():
    party = (somebody(conditions=("fleeing",)), somebody("bob"))
    state = table(*party, foes=(foe(at=30),), combat=fighting("", due=("ann", "bob")))
    after, play = perform(ACTING, "wait", state, "ann")
    assert codes(play) == ["flees"]
    assert (after.combat.turn, after.combat.due) == ("", ("bob",))
    alone = table(party[0], foes=(foe(at=30),), combat=fighting("", due=("ann",)))
    after, play = perform(ACTING, "wait", alone, "ann")
    assert (after.combat, codes(play)) == (None, ["flees", "combat.over"])


@covers("vanilla.action.ritual", "vanilla.cast.ritual_control", "vanilla.cast.ritual_time")
def test_a_ritual_whose_only_target_dies_meanwhile_has_cost_its_hour_and_comes_to_nothing():
    poison = Effect("e1", "vanilla.monster.giant_rattler_snake", on=("ann",), mode="dying", ends=25)
    state = table(mage("shuffle"), somebody(), place="settlement", clock=20, effects=(poison,))
    after, play = perform(CASTING, "ritual", state, "mira", ["go_on"])
    assert has(after.party[1], "dead")
    assert (after.clock - state.clock, after.effects, codes(play)[-1]) == (HOUR, (), "spell.nothing")


@covers("vanilla.spell.ranges", "vanilla.miscast.targets")
def test_a_spell_on_oneself_reaches_others_only_when_it_goes_astray():
    own = replace(spells()[f"{SPELL}sleep"], range="self")
    assert [one.id for one in in_reach(scene(), "mira", own)] == ["mira"]
    assert {"mira", "ann", "orc"} <= {one.id for one in in_reach(scene(), "mira", own, astray=True)}


@covers("vanilla.spell.sleep", "vanilla.miscast.pool")
@pytest.mark.parametrize(("wild", "by"), [(False, "mira"), (True, "referee")])
def test_the_caster_picks_who_is_taken_and_the_gm_where_the_magic_is_wild(wild, by):
    state = scene()
    sleep = Cast(spells()[f"{SPELL}sleep"], "mira", 4, "mira", "", (), wild=wild)
    picked, play = done(pick_targets, state, sleep, list(state.foes), 1, one_each, script=["skeleton"])
    assert (picked, [question.by for question in play.asked]) == (("skeleton",), [by])
    everybody, play = done(pick_targets, state, sleep, list(state.foes), 3, one_each)
    assert (len(everybody), play.asked) == (3, [])


@covers("vanilla.spell.animate_dead")
def test_reversed_it_lets_undead_fall_and_comes_to_nothing_only_where_there_are_none():
    skeleton, play = cast(scene("animate_dead"), "animate_dead", opposite=True)
    assert [one.id for one in skeleton.foes if has(one, "dead")] == ["skeleton"]
    assert "spell.nothing" not in codes(play)
    alive = scene("animate_dead", foes=(beast("Orc", at=20),))
    after, play = cast(alive, "animate_dead", opposite=True)
    assert (after.foes, codes(play)[-1]) == (alive.foes, "spell.nothing")
