"""Exploring a place by the rules of Grit and Flesh."""

import pytest
from msgspec.structs import replace

from tallow.games.exploring import Fought, Goods
from tallow.games.vanilla.checks.tasks import TASKS, attempted, standing
from tallow.games.vanilla.state import TURN, Ended, Item, Life
from tallow.games.vanilla.world.exploring import EXPLORING
from tallow.games.vanilla.world.finds import RANDOM_ITEM, RANDOM_SCROLL
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.suggestions import Unknown
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.playing import asked, done
from tests.games.vanilla.fighters import foe, somebody, table, weapon

QUIET = 6
"""A face of the encounter die that brings nobody."""

TORCH = Item("t1", "Torch", "vanilla.item.torch", place="hands", lit=True, burns=5)


def inside(*party, **more):
    """A party in the place of an adventure, where it is dark, with a torch."""
    return table(*(party or (somebody(items=(TORCH,)),)), **({"dark": True, "peopled": True} | more))


def refused(state, verb):
    """The code with which a Turn is refused."""
    refusal = EXPLORING.refuse(state, verb)
    assert refusal is not None
    return refusal.code


def skilled(*vocations, id_="ann", calling="magic_user", **more):
    return somebody(id_, calling, life=Life(attributes=(10,) * 6, vocations=vocations), **more)


@covers("vanilla.time.turn", "vanilla.light.burn")
def test_a_turn_of_the_party_is_one_turn_whatever_it_is_spent_on():
    for verb in ("go", "search", "listen", "use", "wait"):
        state, _ = done(EXPLORING.turn, inside(), verb, "", "known", script=[QUIET])
        assert state.clock == inside().clock + TURN
        assert find(state, "ann").items[0].burns == 4
        assert not state.busy


@covers("vanilla.heal.rest", "vanilla.heal.blocked")
def test_in_a_rest_the_wounded_keep_watch():
    state = inside(somebody(items=(TORCH,), grit=1), somebody("bob", grit=1, flesh=5))
    state, _ = done(EXPLORING.turn, state, "rest", "", "known", script=[QUIET, 3])
    assert [one.grit for one in state.party] == [4, 1]
    whole = inside(somebody("bob", grit=1, flesh=5))
    assert refused(whole, "rest") == "nobody_rests"
    assert not EXPLORING.weary(whole)


@covers("vanilla.time.encounter", "vanilla.table.encounter_die")
def test_the_place_says_who_comes_and_after_a_noise_its_die_is_that_of_a_busy_one():
    state = EXPLORING.noise(inside())
    state, play = done(EXPLORING.turn, state, "wait", "", "known", script=[1])
    assert [roll.sides for roll in play.asked] == [4]
    assert EXPLORING.comes(state)
    assert (state.foes, state.loud) == ((), False)
    state, _ = done(EXPLORING.part, state)
    assert not EXPLORING.comes(state)
    _, play = done(EXPLORING.turn, state, "wait", "", "known", script=[QUIET])
    assert [roll.sides for roll in play.asked] == [6]


@covers("vanilla.action.light", "vanilla.bubble.fill")
def test_light_is_made_at_once_out_of_a_gear_bubble_if_need_be():
    state = inside(somebody())
    assert EXPLORING.dark(state)
    state, _ = done(EXPLORING.turn, state, "light", "", "known", script=[(3, 4)])
    assert not EXPLORING.dark(state)
    assert EXPLORING.flame(state)
    assert (state.clock, find(state, "ann").bubbles) == (inside().clock, 1)
    state, _ = done(EXPLORING.snuff, state)
    assert EXPLORING.dark(state)
    assert refused(inside(somebody(bubbles=5)), "light") == "nobody_has_light"


@covers("vanilla.check.skill", "vanilla.check.tools", "vanilla.creation.skills")
def test_skill_and_tools_are_what_a_task_is_tried_with():
    climbing = TASKS["Dexterity climbing"]
    for one, has_ in (
        (skilled("Scribe"), "neither"),
        (skilled("Scribe", gear=("rope",)), "tools"),
        (skilled("Scribe", "Cutpurse"), "skill"),
        (skilled("Cutpurse", gear=("ladder",)), "both"),
    ):
        assert standing(inside(one), "ann", climbing) == has_
    assert standing(inside(skilled("Scribe"), skilled("Barber", id_="bob", gear=("rope",))), "ann", climbing) == "tools"
    assert standing(inside(skilled("Barber")), "ann", TASKS["Strength"]) == "tools", "bare hands are the tools"


@covers("vanilla.check.tools_from_bubble", "vanilla.check.both", "vanilla.check.neither", "vanilla.check.either")
def test_a_gear_bubble_holds_the_tools_before_the_die_falls():
    task = TASKS["Dexterity climbing"]
    (state, passed), _ = done(attempted, inside(skilled("Cutpurse")), "ann", task, script=["rope"])
    assert passed, "skill and tools: nothing is rolled"
    assert (find(state, "ann").bubbles, find(state, "ann").gear) == (1, ("rope",))
    (_, passed), _ = done(attempted, inside(skilled("Scribe")), "ann", task, script=["no_tools"])
    assert not passed, "neither of both: nothing is rolled"
    (_, passed), _ = done(attempted, inside(skilled("Scribe")), "ann", task, script=["rope", 10])
    assert passed
    (_, passed), _ = done(attempted, inside(skilled("Scribe", bubbles=5, gear=("rope",))), "ann", task, script=[11])
    assert not passed


@covers("vanilla.save.roll", "vanilla.save.kinds")
def test_saves_and_tasks_are_named_alike():
    (_, passed), play = done(EXPLORING.save, inside(), "ann", "Save vs poison", "poison", script=[5])
    assert passed
    assert next(event.code for event in play.told) == "stake"
    (_, passed), _ = done(EXPLORING.save, inside(), "ann", "Strength", "a push", script=[11])
    assert not passed


@covers("vanilla.check.tools")
def test_doors_are_forced_by_the_strong_and_with_noise_and_locks_are_picked_in_silence():
    fighter, scribe = somebody(items=(TORCH,)), skilled("Scribe", id_="bob", bubbles=5)
    state = inside(fighter, scribe)
    assert EXPLORING.ways(state, "ann", "stuck") == ("force",)
    assert EXPLORING.ways(state, "ann", "locked") == ("pick", "force"), "a bubble could hold the picks"
    assert EXPLORING.ways(state, "bob", "stuck") == ()
    (after, passed), play = done(EXPLORING.open, state, "ann", "force", "", script=["no_tools", 10, 3])
    assert passed
    assert [roll.sides for roll in play.asked if hasattr(roll, "sides")] == [20, 4], "it was heard"
    assert after.clock == state.clock + TURN
    (_, passed), play = done(EXPLORING.open, state, "ann", "pick", "", script=["lockpicks", 11, QUIET])
    assert not passed
    assert asked(play, "tools")[0].options == ("lockpicks", "no_tools")


@covers("vanilla.damage.direct", "vanilla.damage.grit_first")
def test_harm_falls_on_grit_or_straight_on_flesh():
    state, _ = done(EXPLORING.harm, inside(), "ann", "d6", "", script=[3])
    assert (find(state, "ann").grit, find(state, "ann").flesh) == (2, 6)
    state, _ = done(EXPLORING.harm, inside(), "ann", "2", "Flesh")
    assert (find(state, "ann").grit, find(state, "ann").flesh) == (5, 4)


@covers("vanilla.encounter.reaction", "vanilla.table.reaction", "vanilla.encounter.distance")
def test_who_is_met_stands_at_a_distance_in_a_mood_of_the_dice():
    state, _ = done(EXPLORING.meet, inside(), "Orc x2; Ada HD 2", script=[4, 5, 3, 6, 2])
    assert [(one.name, one.at) for one in state.foes] == [("Orc 1", 40), ("Orc 2", 40), ("Ada", 40)]
    assert [one.grit for one in state.foes[:2]] == [5, 6]
    for dice, mood in (((1, 1), "hostile"), ((3, 3), "wary"), ((3, 4), "wary"), ((4, 4), "open"), ((5, 5), "friendly")):
        (_, taken, who), _ = done(EXPLORING.attitude, state, "Orc x2; Ada HD 2", script=[dice])
        assert (taken, who) == (mood, "Orc x2; Ada HD 2")


@covers("vanilla.special.unaware", "vanilla.combat.surprise")
def test_those_asleep_are_taken_unaware():
    state, _ = done(EXPLORING.meet, inside(somebody(items=(weapon("medium_melee"), TORCH))), "Orc", script=[1, 5, 3])
    state, _ = done(EXPLORING.fight, state, True, script=[1])
    assert state.combat.surprised == ("foes",)
    assert has(state.foes[0], "unaware")


@covers("vanilla.combat.surprise", "vanilla.monster.giant_toad")
def test_a_toad_that_has_surprised_the_party_goes_alone_in_the_first_round():
    for face, surprised in ((1, ("party",)), (2, ())):
        state, _ = done(EXPLORING.meet, inside(), "Orc, Giant Toad", script=[1, 5, 3, (6, 6), 2])
        state, _ = done(EXPLORING.fight, state, False, script=[face, 3])
        assert state.combat.surprised == surprised, "one time in two"
    state, _ = done(EXPLORING.meet, inside(), "Orc", script=[1, 5, 3])
    assert done(EXPLORING.fight, state, False, script=[3])[0].combat.surprised == ()


@covers("vanilla.action.pick_up", "vanilla.carry.coins", "vanilla.carry.full")
def test_after_a_fight_characters_who_are_up_pick_up_the_coins_as_far_as_they_have_slots():
    laden = somebody(slots=2, items=(TORCH, weapon("medium_melee")), coins=150)
    bob, helper = somebody("bob", slots=1), somebody("hob", kind="helper")
    out = gain(somebody("cat", flesh=0), "out")
    state = inside(laden, helper, out, bob, ground_coins=300)
    after, play = done(EXPLORING.part, state)
    assert [one.coins for one in after.party] == [200, 0, 0, 200]
    assert after.ground_coins == 50
    coins = [event.facts for event in play.told if event.code == "picks_up.coins"]
    assert coins == [("Ann", 50), ("Bob", 200)]


def test_what_is_left_of_those_who_were_met_after_flight():
    state, _ = done(EXPLORING.meet, inside(), "Orc x2, Kobold", script=[1, 5, 3, 6, 2, 4, 3])
    first, *others = state.foes
    state = replace(state, foes=tuple(others), ended=Ended("party_fled", 2))
    assert EXPLORING.fought(state, "Orc x2, Kobold") == Fought("fled", "Orc; Kobold")
    assert EXPLORING.fought(replace(state, ended=Ended("foes_down", 2)), "Orc x2, Kobold") == Fought("won")
    assert first.name == "Orc 1"


@covers("vanilla.damage.finish")
def test_who_lies_at_the_feet_of_those_who_won_is_killed():
    ann = gain(somebody(flesh=0, wakes=500), "out", "unaware")
    state = inside(ann, foes=(foe(),), ended=Ended("party_down", 3))
    state, _ = done(EXPLORING.part, state)
    assert has(find(state, "ann"), "dead")
    assert EXPLORING.people(state) == ()


@covers("vanilla.damage.wake")
def test_where_all_are_out_and_nobody_is_there_time_passes():
    ann = gain(somebody(flesh=0), "out", "unaware")
    state, _ = done(EXPLORING.left, inside(replace(ann, wakes=inside().clock + 4)))
    assert (find(state, "ann").flesh, has(find(state, "ann"), "out")) == (1, False)


@covers("vanilla.xp.monsters", "vanilla.xp.gold", "vanilla.xp.split")
def test_at_home_those_overcome_and_avoided_and_what_was_found_are_xp():
    state = inside(somebody(items=(TORCH,)), somebody("bob"), overcome=(1,))
    state, _ = done(EXPLORING.avoided, state, "Goblin x4")
    (state, _), _ = done(EXPLORING.give, state, "ann", Goods("Purse", coins=50))
    (state, _), _ = done(EXPLORING.give, state, "bob", Goods("Cup", worth=60))
    state, _ = done(EXPLORING.home, state)
    assert [one.life.xp for one in state.party] == [55 + 125, 55 + 125]
    assert (state.place, state.overcome, state.peopled) == ("settlement", (), False)
    assert not any(item.lit for one in state.party for item in one.items)


@covers("vanilla.helper.control", "vanilla.helper.who_adventures")
def test_without_a_character_helpers_go_no_further():
    helper = somebody("hob", kind="helper")
    state = inside(somebody(items=(TORCH,)), helper)
    assert [one.id for one in EXPLORING.people(state)] == ["ann", "hob"]
    assert EXPLORING.people(inside(gain(somebody(), "dead"), helper)) == ()


@covers("vanilla.bubble.what", "vanilla.carry.gear")
def test_ordinary_gear_is_at_hand_as_long_as_a_bubble_is_empty():
    state = inside(somebody(bubbles=4))
    assert EXPLORING.has(state, "soap") == "soap"
    assert EXPLORING.has(state, "Medium melee weapon") == ""
    fetched, _ = done(EXPLORING.fetch, state, "soap")
    assert (find(fetched, "ann").gear, find(fetched, "ann").bubbles) == (("soap",), 5)
    assert EXPLORING.has(fetched, "soap") == "soap"
    assert EXPLORING.has(fetched, "rope") == ""
    given, _ = done(EXPLORING.take, fetched, "soap")
    assert find(given, "ann").gear == ()
    given, _ = done(EXPLORING.take, state, "soap")
    assert (find(given, "ann").gear, find(given, "ann").bubbles) == ((), 5)
    oil, _ = done(EXPLORING.take, state, "oil")
    assert (find(oil, "ann").items, find(oil, "ann").bubbles) == ((), 5)


@covers("vanilla.carry.full", "vanilla.carry.coins")
def test_what_nobody_has_slots_for_stays_where_it_is():
    full = somebody(slots=1, items=(weapon("medium_melee"),))
    state = inside(full)
    assert done(EXPLORING.give, state, "ann", Goods("Statue", worth=10, size=1))[0] == (state, "")
    assert done(EXPLORING.give, state, "ann", Goods("Purse", coins=5))[0] == (state, "")
    (state, id_), _ = done(EXPLORING.give, inside(full, somebody("bob")), "ann", Goods("Statue", worth=10))
    assert [item.id for item in find(state, "bob").items] == [id_]
    assert EXPLORING.held(state, id_)
    state, _ = done(EXPLORING.take, state, id_)
    assert not EXPLORING.held(state, id_)


def test_scrolls_and_magic_are_named_or_drawn():
    for like in ("Scroll: Sleep", "Magic: Flask of salve", "Light armour", "rope", RANDOM_SCROLL, RANDOM_ITEM):
        EXPLORING.goods(like)
    for like in ("Scroll: Slepe", "Magic: Flask", "ropes", "Potion: Sleep"):
        with pytest.raises(Unknown):
            EXPLORING.goods(like)
    (state, id_), _ = done(EXPLORING.give, inside(), "ann", Goods("Tin", "Scroll: Light/Dark"))
    (item,) = [item for item in find(state, "ann").items if item.id == id_]
    assert (item.name, item.spell) == ("Scroll: Light/Dark", "vanilla.spell.light_dark")
    (state, id_), _ = done(EXPLORING.give, inside(), "ann", Goods("Tin", RANDOM_SCROLL), script=[1, 9])
    assert [item.spell for item in find(state, "ann").items if item.id == id_] == ["vanilla.spell.sleep"]
    (state, id_), _ = done(EXPLORING.give, inside(), "ann", Goods("Torches", "torch"))
    assert [item.count for item in find(state, "ann").items if item.id == id_] == [6]


def test_somebody_goes_to_another_seat_with_whoever_heeds_them():
    state = EXPLORING.seated(inside(), "ann", "player9")
    assert find(state, "ann").seat == "player9"
