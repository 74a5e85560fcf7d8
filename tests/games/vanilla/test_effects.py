"""What goes on: begun, stacked, left and ended by time, blows, deeds and the end of a fight."""

from msgspec.structs import replace

from tallow.games.vanilla.checks.attribute_checks import attribute_of
from tallow.games.vanilla.checks.saves import st_against
from tallow.games.vanilla.checks.sways import av, penalty
from tallow.games.vanilla.combat.aftermath import finish as fight_over
from tallow.games.vanilla.harm.aftereffects import fallen
from tallow.games.vanilla.harm.damage import damage
from tallow.games.vanilla.magic.effects import acted, expire, fight_ends, pruned
from tallow.games.vanilla.magic.lasting import begin, finish, leave, on, stop, under
from tallow.games.vanilla.magic.spells import next_dawn
from tallow.games.vanilla.state import DAY, HOUR, MARKS, TURN
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import find, put
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, Auto, beast, cast, effects, scene

POISON = "vanilla.monster.giant_centipede"


def laid(state, mode, *whom, of=f"{SPELL}sleep", **more):
    return begin(Auto(), state, of, mode, more.pop("by", "mira"), whom, **more)


@covers("vanilla.spell.durations")
def test_an_effect_puts_into_conditions_and_out_of_them_again():
    state = laid(scene(), "asleep", "orc", "wolf", ends=490)
    assert find(state, "orc").conditions == ("asleep", "unaware")
    both = laid(state, "webbed", "orc", of=f"{SPELL}web")
    rooted = laid(both, "rooted", "orc", of=f"{SPELL}plant_growth")
    assert find(rooted, "orc").conditions == ("asleep", "unaware", "held")
    one, play = done(lambda play: leave(play, rooted, rooted.effects[1], "orc"))
    assert has(find(one, "orc"), "held")
    assert play.codes() == ["effect.over"]
    awake = leave(Auto(), one, one.effects[0], "orc")
    assert (find(awake, "orc").conditions, awake.effects[0].on) == (("held",), ("wolf",))
    assert under(awake, "wolf", "asleep")
    assert not on(awake, "orc", "asleep")


@covers("vanilla.spell.durations")
def test_the_same_spell_again_starts_the_time_anew():
    state = laid(scene(), "blessed", "ann", of=f"{SPELL}bless_curse", ends=540)
    later = laid(replace(state, clock=500), "blessed", "ann", of=f"{SPELL}bless_curse", ends=530)
    assert effects(later) == [("blessed", ("ann",), 30)]


@covers("vanilla.monster.penalty", "vanilla.save.kinds")
def test_a_penalty_lowers_what_is_rolled_against_and_does_not_add_up():
    state = laid(scene(), "penalty", "ann", of=POISON, ends=480 + DAY, amount=-2)
    ann, orc = find(state, "ann"), find(state, "orc")
    assert (av(state, ann, orc, "melee"), st_against(state, ann, "magic") - ann.st) == (-2, -2)
    assert attribute_of(state, ann, "Strength") == 8
    twice = laid(state, "penalty", "ann", of=POISON, ends=480 + HOUR, amount=-2)
    assert (penalty(twice, ann), effects(twice)[0][2]) == (-2, DAY)
    other = laid(twice, "penalty", "ann", of="vanilla.monster.giant_crab_spider", ends=500, amount=-4)
    assert penalty(other, ann) == -6


@covers("vanilla.spell.durations", "vanilla.phase.round_end")
def test_time_ends_effects():
    state = laid(laid(scene(), "asleep", "orc", ends=485), "glowing", "ann", ends=500)
    assert effects(expire(Auto(), replace(state, clock=484))) != []
    past, play = done(expire, replace(state, clock=490))
    assert ([effect.mode for effect in past.effects], play.codes()) == (["glowing"], ["effect.over"])
    assert next_dawn(8 * HOUR) == DAY + 6 * HOUR
    assert next_dawn(5 * HOUR) == 6 * HOUR
    assert next_dawn(6 * HOUR) == DAY + 6 * HOUR


@covers("vanilla.spell.durations", "vanilla.action.concentrate")
def test_damage_and_other_deeds_end_concentration():
    state = laid(scene(), "wall_fire", of=f"{SPELL}wall_of_fire_or_ice", until="concentration", at=10)
    assert acted(Auto(), state, "mira", "concentrate").effects
    assert acted(Auto(), state, "ann", "attack").effects
    assert not acted(Auto(), state, "mira", "attack").effects
    assert not damage(Auto(), state, "mira", 1, "vanilla.damage.minimum").effects
    assert damage(Auto(), state, "mira", 0, "vanilla.damage.minimum").effects
    assert not fallen(Auto(), put(state, gain(find(state, "mira"), "out")), "mira").effects


@covers("vanilla.spell.sleep", "vanilla.monster.asleep")
def test_damage_wakes_a_sleeper():
    for state in (laid(scene(), "asleep", "wolf"), put(scene(), gain(find(scene(), "wolf"), "asleep", "unaware"))):
        awake = damage(Auto(), state, "wolf", 1, "vanilla.damage.minimum")
        assert (find(awake, "wolf").conditions, awake.effects) == ((), ())


@covers("vanilla.combat.end", "vanilla.monster.latch")
def test_a_fight_ends_grips_but_not_spells():
    state = laid(scene(), "latched", "ann", by="wolf", of="vanilla.monster.giant_weasel")
    assert find(state, "wolf").marks == (MARKS.mark("latched", "ann"),)
    state = laid(state, "webbed", "ann", of=f"{SPELL}web", ends=480 + HOUR)
    over = fight_over(Auto(), state, "called_off")
    assert ([effect.mode for effect in over.effects], find(over, "ann").conditions) == (["webbed"], ("held",))
    assert find(over, "wolf").marks == ()
    assert fight_ends(Auto(), scene()) == scene()
    dead = put(state, gain(find(state, "wolf"), "dead"))
    assert [effect.mode for effect in fallen(Auto(), dead, "wolf").effects] == ["webbed"]
    gone = replace(laid(scene(), "asleep", "orc"), foes=())
    assert pruned(gone).effects == ()


@covers("vanilla.spell.durations")
def test_what_is_stopped_goes_on_afterwards():
    state = laid(scene(), "held_fast", "orc", of=f"{SPELL}hold_person", ends=480 + 9 * TURN)
    paused = stop(Auto(), state, state.effects[0].id, TURN, f"{SPELL}dispel_magic")
    assert find(paused, "orc").conditions == ()
    again = expire(Auto(), replace(paused, clock=490))
    assert (again.effects, find(again, "orc").conditions) == (state.effects, ("held_fast",))
    assert finish(Auto(), again, again.effects[0].id).effects == ()


def test_a_spell_that_harms_ends_the_casters_own_invisibility():
    hidden = laid(scene(), "invisible", "mira", of=f"{SPELL}invisibility", until="dispelled")
    assert [effect.mode for effect in cast(hidden, "fireball", "wolf")[0].effects] == []
    assert [effect.mode for effect in cast(hidden, "bless_curse", ("bless", "ann"))[0].effects] == [
        "invisible",
        "blessed",
    ]
    assert beast("Orc").conditions == ()
