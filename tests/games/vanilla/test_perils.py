"""Who dies of time that passes, and what would help; and rules that other tests come by without looking."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.aftermath import loot
from tallow.games.vanilla.combat.free_attacks import allowed
from tallow.games.vanilla.combat.morale import fight_on
from tallow.games.vanilla.combat.places import reachable
from tallow.games.vanilla.entries import MAGIC_USER, spells
from tallow.games.vanilla.gear.inventory import potion, scroll, spellbook
from tallow.games.vanilla.gear.ruin import rusted
from tallow.games.vanilla.harm.freeing import break_free
from tallow.games.vanilla.harm.perils import helps, last_minutes
from tallow.games.vanilla.magic.spells import aim_options
from tallow.games.vanilla.state import MARKS, Effect, Known
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, Auto, beast, cast, scene
from tests.games.vanilla.fighters import armour, fighting, foe, somebody, table, weapon

NEUTRALIZE = "vanilla.spell.neutralize_poison"


def under(mode, ends=30, **more):
    """Ann, upon whom something is for so many minutes, at minute 20."""
    effect = Effect("e1", "vanilla.monster.giant_rattler_snake", on=("ann",), mode=mode, ends=20 + ends)
    return table(somebody(**more), somebody("bob"), clock=20, effects=(effect,))


@covers("vanilla.time.deadly", "vanilla.monster.giant_rattler_snake", "vanilla.monster.green_slime")
@pytest.mark.parametrize(
    ("mode", "ends", "left"),
    [("dying", 30, (30, True)), ("dying", -5, (0, True)), ("digested", 4, (4, True)), ("slimed", 4, (5, False))],
)
def test_poison_and_slime_kill_at_their_end_and_slime_on_its_way_a_minute_later_at_the_earliest(mode, ends, left):
    state = under(mode, ends)
    assert last_minutes(state, find(state, "ann")) == left
    assert last_minutes(state, find(state, "bob")) == (-1, False)


@covers("vanilla.time.deadly", "vanilla.spell.water_breathing")
def test_whoever_lacks_breath_may_die_as_soon_as_the_worst_dice_take_all_flesh():
    state = under("drowning", 9, grit=1, flesh=6)
    minutes, certain = last_minutes(state, find(state, "ann"))
    assert (minutes, certain) == (2, False), "one minute takes the Grit, the next the Flesh"
    assert last_minutes(under("drowning", 2, grit=1, flesh=6), find(state, "ann")) == (2, False), "up to the last"
    assert last_minutes(under("drowning", 1, grit=1, flesh=6), find(state, "ann")) == (-1, False)


@covers("vanilla.spell.neutralize_poison", "vanilla.action.pull_off", "vanilla.time.deadly")
@pytest.mark.parametrize(
    ("own", "helped"),
    [
        ({}, ()),
        ({"book": (Known(NEUTRALIZE),)}, ("help.neutralize",)),
        ({"book": (Known(NEUTRALIZE, corrupted=True),)}, ()),
        ({"items": (potion(NEUTRALIZE),)}, ("help.neutralize",)),
        ({"items": (scroll(NEUTRALIZE, "Neutralize Poison"),)}, ("help.neutralize",)),
        ({"items": (spellbook((Known(NEUTRALIZE),)),)}, ("help.neutralize",)),
        ({"book": (Known(NEUTRALIZE),), "conditions": ("asleep",)}, ()),
    ],
    ids=("nothing", "book", "Corrupted", "potion", "scroll", "found book", "asleep"),
)
def test_an_antidote_helps_against_poison_if_somebody_awake_has_one(own, helped):
    state = under("dying")
    state = replace(state, party=(state.party[0], somebody("bob", **own)))
    assert helps(state, state.party[0]) == helped


@covers("vanilla.action.pull_off", "vanilla.spell.water_breathing")
@pytest.mark.parametrize(
    ("mode", "helped"), [("digested", ("help.free",)), ("slimed", ("help.free",)), ("drowning", ("help.water",))]
)
def test_slime_can_be_pulled_off_and_breath_is_in_the_water(mode, helped):
    state = under(mode)
    assert helps(state, state.party[0]) == helped


@covers("vanilla.spell.raise_dead")
def test_only_a_thinking_creature_with_a_body_can_be_raised_and_only_one_attempt_is_made():
    dead = {"conditions": ("dead",), "at": 20}
    foes = (beast("Orc", **dead), beast("Dire Wolf", "wolf", **dead), beast("Skeleton", **dead))
    again = beast("Orc", "tried", traits=("raised",), **dead)
    gone = beast("Orc", "ash", conditions=("dead", "gone"), at=20)
    state = scene("raise_dead", foes=(*foes, again, gone, beast("Goblin", at=30)))
    assert aim_options(state, "mira", spells()[f"{SPELL}raise_dead"]) == ("orc",)


@covers("vanilla.spell.raise_dead")
@pytest.mark.parametrize(("face", "dead"), [(1, False), (20, True)])
def test_the_reverse_of_raise_dead_kills_whoever_fails_the_save(face, dead):
    state, play = cast(scene("raise_dead"), "raise_dead", "ann", Auto({20: face}), opposite=True)
    assert has(find(state, "ann"), "dead") == dead
    assert (1, 20) in play.rolled


@covers("vanilla.spell.animate_dead")
def test_only_bodies_in_range_rise():
    near, far = foe("orc", at=60, conditions=("dead",)), foe("ogre", at=500, conditions=("dead",))
    for there, risen in (((near, far), 1), ((far,), 0)):
        before = scene("animate_dead", foes=(*there, foe("wolf", at=30)))
        state, _ = cast(before, "animate_dead", play=Auto({6: 6}))
        assert len(state.party) - len(before.party) == risen


@covers("vanilla.monster.rust_monster")
def test_metal_that_rusts_is_named():
    state = table(somebody(items=(armour("heavy"), weapon("medium_melee"))))
    after, play = done(rusted, state, "ann", "armour", "x")
    assert [item.ref for item in find(after, "ann").items] == ["vanilla.weapon.medium_melee"]
    assert [(told.code, told.facts) for told in play.told] == [("rust.gone", ("Ann", "Heavy armour"))]


@covers("vanilla.spell.web", "vanilla.trick.grapple")
def test_whoever_breaks_a_grip_is_still_held_by_a_web():
    web = Effect("e1", "vanilla.spell.web", by="mira", on=("ann",), mode="webbed", ends=999)
    ann = somebody(conditions=("held",), marks=(MARKS.mark("grappled", "orc"),))
    state = table(ann, foes=(foe(at=5),), combat=fighting("ann"))
    free, _ = done(break_free, state, "ann", script=[1])
    assert not has(find(free, "ann"), "held")
    bound, _ = done(break_free, replace(state, effects=(web,)), "ann", script=[1])
    assert has(find(bound, "ann"), "held")
    assert find(bound, "ann").marks == ()
    assert bound.effects == (web,)


@covers("vanilla.monster.morale", "vanilla.monster.penalty")
def test_a_penalty_on_every_roll_makes_morale_break_sooner():
    ill = Effect("e1", "vanilla.monster.giant_rat", on=("orc",), mode="penalty", amount=-2, ends=999)
    state = table(somebody(), foes=(foe(hd=3),), combat=fighting())
    for effects, stands in (((), True), ((ill,), False)):
        after, _ = done(fight_on, replace(state, effects=effects), script=[7])
        assert has(find(after, "orc"), "fleeing") is not stands


@covers("vanilla.free.helper")
def test_a_helper_of_each_kind_makes_one_free_attack():
    for kind in ("man_at_arms", "torchbearer", "somebody_else"):
        assert allowed(replace(somebody(level=5), kind="helper", of=f"vanilla.helper.{kind}")) == 1


@covers("vanilla.combat.engaged")
def test_those_who_are_out_are_offered_last_as_targets():
    down = foe("orc", at=5, conditions=("out", "unaware"))
    state = table(somebody(), foes=(down, foe("wolf", at=5)), combat=fighting("ann"))
    assert [one.id for one in reachable(state, "ann")] == ["wolf", "orc"]


@covers("vanilla.combat.end", "vanilla.item.spellbook")
def test_a_dead_magic_user_leaves_a_spellbook_if_there_is_anything_in_it():
    book = (Known("vanilla.spell.fly"),)
    for own, left in (
        ({"of": MAGIC_USER, "book": book}, 1),
        ({"of": MAGIC_USER}, 0),
        ({"of": "vanilla.monster.orc", "book": book}, 0),
    ):
        state = loot(table(somebody(), foes=(foe(conditions=("dead",), **own),)))
        assert len(state.ground) == left
