"""The chapter of exploring: what an adventure needs, by the rules of Dead Weight."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.bots.expedition import urgent
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.state import Camp, Ended, Magic, State
from tallow.games.dead_weight.world.adventure import ambush
from tallow.games.dead_weight.world.exploring import EXPLORING, new_place
from tallow.games.deeds import Action
from tallow.games.exploring import Fought, Goods
from tallow.mechanics.suggestions import Unknown
from tallow.testing import covers
from tests.games.dead_weight.people import code, lying, somebody
from tests.games.playing import done

TORCH, LANTERN, PICKS = "dead_weight.item.torch", "dead_weight.item.lantern", "dead_weight.item.lock_picking_tools"


def inside(*people, dark=False, **more):
    """A party in a place that a document describes."""
    party = people or (somebody("ann"), somebody("bo"))
    state, place = new_place(State(phase="exploration", party=party, **more), "Crypt")
    state = replace(state, here=place.id)
    return EXPLORING.shine(state, not dark)


def here(state):
    return next(place for place in state.locations if place.id == state.here)


def turn(state, verb, *script):
    return done(EXPLORING.turn, state, verb, "", "known", script=script)[0]


def holding(ref, one=None, **more):
    one = one or somebody("ann")
    return replace(one, items=(*one.items, replace(thing(ref, ref), **{"place": "right", **more})))


@covers("dead_weight.exploration.turn_passes", "dead_weight.inventory.encumbered_move")
def test_whatever_is_done_takes_a_turn_and_a_way_two_for_the_overloaded():
    assert [turn(inside(), verb).turns for verb in ("go", "search", "listen", "wait", "use")] == [1] * 5
    ropes = tuple(thing("dead_weight.item.rope", f"r{n}", place="back") for n in range(4))
    heavy = inside(somebody("ann", strength=0, items=ropes))
    assert turn(heavy, "go", (5, 6), (5, 6)).turns == 2


@covers("dead_weight.action.explore_catch_breath")
def test_a_rest_is_to_catch_breath():
    tired = inside(somebody("ann", strength=(3, 0, 2), dexterity=(3, 0, 2)))
    assert EXPLORING.weary(tired)
    rested = turn(tired, "rest")
    assert (lying(rested.party[0], "STR"), rested.turns) == ((1, 0), 1)
    assert code(EXPLORING.refuse(inside(), "rest")) == "nobody_tired"
    assert not EXPLORING.weary(inside())


@covers("dead_weight.light.dark_turn", "dead_weight.item.torch")
def test_a_light_is_lit_for_free():
    dark = inside(holding(TORCH), dark=True)
    assert EXPLORING.dark(dark)
    lit = turn(dark, "light")
    assert (EXPLORING.dark(lit), EXPLORING.flame(lit), lit.turns) == (False, True, 0)
    assert code(EXPLORING.refuse(inside(dark=True), "light")) == "nobody_has_light"
    out, _ = done(EXPLORING.snuff, lit)
    assert EXPLORING.dark(out)


@covers("dead_weight.doom.meaning", "dead_weight.doom.events")
def test_noise_is_doom_and_each_step_is_told_for_clocks():
    state = EXPLORING.noise(EXPLORING.noise(inside()))
    assert here(state).doom == 2
    after, play = done(EXPLORING.turn, state, "wait", "", "known")
    assert "doom.step" in play.codes()
    assert here(after).told == (2,)
    assert EXPLORING.signals["doom.step"] == "doom"


@covers("dead_weight.action.explore_parley", "dead_weight.exploration.parley_heated")
@pytest.mark.parametrize(
    ("dice", "how"), [((6, 6), "friendly"), ((2, 5), "open"), ((2, 3), "wary"), ((1, 2), "hostile")]
)
def test_how_they_take_it_is_a_test_of_whoever_speaks_best(dice, how):
    state = inside(somebody("ann", presence=1), somebody("bo", presence=2))
    (after, taken, who), play = done(EXPLORING.attitude, state, "Gremlin", script=["roll", dice])
    assert (taken, who, play.asked[0].facts[0]) == (how, "Gremlin", "Bo")
    assert lying(after.party[1], "PRE")[0] == (1 in dice)


def test_they_stand_before_the_party_and_those_asleep_are_fallen_upon():
    facing, _ = done(EXPLORING.meet, inside(), "Gremlin x2")
    assert [foe.name for foe in facing.enemies] == ["Gremlin 1", "Gremlin 2"]
    fought, play = done(EXPLORING.fight, facing, True, script=["nearby"])
    assert "upper_hand" in play.codes()
    assert EXPLORING.busy(fought)


@pytest.mark.parametrize(
    ("how", "left", "said"),
    [
        ("enemies_fled", ("dead_weight.monster.gremlin",), Fought("won")),
        ("party_fled", ("dead_weight.monster.gremlin",), Fought("fled", "Gremlin")),
        ("party_surrendered", ("dead_weight.monster.gremlin",) * 2, Fought("talks", "Gremlin x2")),
        ("party_down", (), Fought("lost")),
    ],
)
def test_how_a_fight_has_ended_and_who_is_left(how, left, said):
    assert EXPLORING.fought(replace(inside(), ended=Ended(how, 3, 1, left)), "Gremlin x2") == said
    assert EXPLORING.fought(inside(), "Gremlin x2") is None


@covers("dead_weight.camp.ambush_roll", "dead_weight.camp.ambush_monsters", "dead_weight.phase.camp_break")
def test_whoever_comes_upon_a_camp_is_the_documents_and_then_it_is_broken():
    camp = Camp("ambush", fire=True, exposed=True)
    state = replace(inside(), phase="camp", camp=camp, camps=1)
    assert EXPLORING.busy(state)
    came, _ = done(ambush, state, "", script=[(6, 6)])
    assert EXPLORING.comes(came)
    assert not EXPLORING.busy(came)
    facing, _ = done(EXPLORING.meet, came, "Gremlin")
    fought, play = done(EXPLORING.fight, facing, False, script=["nearby"])
    assert "surprised" in play.codes()
    assert not EXPLORING.comes(fought)
    broken, _ = done(EXPLORING.part, came)
    assert (broken.phase, broken.camp, here(broken).doom) == ("exploration", None, 1)


@covers("dead_weight.test.fatigue", "dead_weight.action.explore_freeform")
def test_what_somebody_tries_tires_and_what_strikes_them_does_not():
    (state, passed), _ = done(EXPLORING.save, inside(), "ann", "DEX", "a fall", script=["roll", (4, 5, 5)])
    assert (passed, lying(state.party[0], "DEX")) == (True, (1, 0))
    (state, passed), _ = done(EXPLORING.avoid, inside(), "ann", "DEX", "a stone", script=["roll", (4, 5, 5)])
    assert (passed, lying(state.party[0], "DEX")) == (True, (0, 0))


@covers("dead_weight.exploration.hazard", "dead_weight.wound.order")
def test_wounds_of_an_attribute_are_not_reduced_and_others_are():
    state, _ = done(EXPLORING.harm, inside(), "ann", "1", "INT")
    assert lying(state.party[0], "INT") == (0, 1)
    state, _ = done(EXPLORING.harm, inside(), "ann", "2", "", script=["no", "STR"])
    assert lying(state.party[0], "STR") == (0, 2)


def test_conditions_are_afflictions_and_fatigue():
    assert "Nauseated" in EXPLORING.conditions
    state, _ = done(EXPLORING.afflict, inside(), "ann", "Nauseated")
    assert state.party[0].afflictions == ("nauseated",)
    state, _ = done(EXPLORING.afflict, inside(), "ann", "Fatigue", script=["PRE"])
    assert lying(state.party[0], "PRE") == (1, 0)


@covers("dead_weight.dice.risk", "dead_weight.exploration.loot_trap")
def test_a_trap_is_a_risk_die_for_each_and_nobody_sees_it_fall():
    (_, sprung), play = done(EXPLORING.springs, inside(), "ann", script=[(1, 6)])
    assert sprung
    assert play.asked[0].hidden
    assert not done(EXPLORING.springs, inside(), "ann", script=[(2, 6)])[0][1]


@covers("dead_weight.item.lock_picking_tools")
def test_strength_is_heard_and_tools_are_not():
    assert EXPLORING.ways(inside(), "ann", "locked") == ("force",)
    (state, opened), _ = done(EXPLORING.open, inside(), "ann", "force", "", script=["roll", (2, 5, 6)])
    assert (opened, here(state).doom, state.turns) == (True, 1, 2)
    picker = inside(holding(PICKS, place="back"))
    assert EXPLORING.ways(picker, "ann", "locked") == ("pick", "force")
    assert EXPLORING.ways(picker, "ann", "stuck") == ("force",)
    (state, opened), _ = done(EXPLORING.open, picker, "ann", "pick", "", script=["roll", (2, 3, 3), (9,)])
    assert (opened, here(state).doom, state.turns) == (False, 0, 2)


@covers("dead_weight.spell.knock_lock")
def test_knock_opens_a_lock_without_noise_in_one_turn():
    knock = "dead_weight.spell.knock_lock"
    wand = thing("dead_weight.item.wand", "wand", place="right")
    mage = somebody("ann", traits=("magic_user",), magic=Magic(spells=(knock,), memorized=(knock,)), items=(wand,))
    assert EXPLORING.ways(inside(mage), "ann", "locked") == ("pick", "force")
    assert EXPLORING.ways(inside(mage), "ann", "stuck") == ("force",)
    forgetful = replace(mage, magic=Magic(spells=(knock,)))
    assert EXPLORING.ways(inside(forgetful), "ann", "locked") == ("force",)
    (state, opened), play = done(EXPLORING.open, inside(mage), "ann", "pick", "", script=["roll", (2, 3)])
    assert (opened, here(state).doom, state.turns) == (True, 0, 1)
    assert "door.open" in play.codes()
    assert state.party[0].magic.memorized == (), "the spell works, and after a failed test it is forgotten"


@covers("dead_weight.action.explore_freeform")
def test_an_idea_takes_two_turns_and_the_attribute_that_fits():
    (state, works), _ = done(EXPLORING.attempt, inside(), "ann", script=["INT", "roll", (5, 6)])
    assert (works, state.turns) == (True, 2)


@covers("dead_weight.inventory.limit")
def test_what_would_weigh_everybody_down_stays():
    (state, id_), _ = done(EXPLORING.give, inside(), "bo", Goods("Old torch", like="Torch"))
    assert [item.name for item in state.party[1].items] == ["Old torch"]
    assert EXPLORING.held(state, id_)
    assert EXPLORING.has(state, "Torch") == id_
    gone, _ = done(EXPLORING.take, state, id_, script=[(2,)] if state.party[1].items[0].usage else [])
    assert EXPLORING.has(gone, "Rope") == ""
    weak = somebody("ann", strength=0, items=tuple(thing("dead_weight.item.rope", f"r{n}") for n in range(3)))
    assert done(EXPLORING.give, inside(weak), "ann", Goods("Anvil", size=2))[0][1] == ""
    (rich, coins), _ = done(EXPLORING.give, inside(), "ann", Goods("Purse", coins=12))
    assert (rich.treasure, EXPLORING.held(rich, coins)) == (12, True)
    with pytest.raises(Unknown):
        EXPLORING.goods("Trch")
    with pytest.raises(Unknown):
        EXPLORING.creatures("Gremlni x2")


@covers("dead_weight.doom.location")
def test_a_place_is_as_it_was_left():
    town = State(phase="interlude", party=(somebody("ann"),))
    state, _ = done(EXPLORING.begin, town, "Crypt", script=[(3, 4)])
    assert (state.phase, EXPLORING.there(state), here(state).dark) == ("exploration", True, True)
    back, _ = done(EXPLORING.home, EXPLORING.noise(state))
    assert (back.phase, EXPLORING.there(back), EXPLORING.away(back)) == ("interlude", False, None)
    again, _ = done(EXPLORING.begin, back, "Crypt")
    assert here(again).doom == 1
    other, _ = done(EXPLORING.begin, back, "Tower")
    assert here(other).doom == 0


@covers("dead_weight.wound.death", "dead_weight.mortal.faint")
def test_where_all_lie_mortally_wounded_the_gm_says_what_comes():
    lost = inside(somebody("ann", conditions=("mortally_wounded",)))
    dead, _ = done(EXPLORING.left, lost, script=["death"])
    assert dead.party[0].conditions == ("dead",)
    saved, _ = done(EXPLORING.left, lost, script=["rescue"])
    assert (saved.phase, EXPLORING.people(saved)[0].able) == ("interlude", True)


def test_bots_camp_once_when_they_are_worn_out():
    worn = inside(somebody("ann", strength=(3, 0, 0, 3), dexterity=(3, 0, 0, 3), intelligence=0, presence=1))
    assert urgent(worn, "player") == Action("set_up_camp", "ann")
    assert urgent(replace(worn, camps=1), "player") is None
    supply = holding("dead_weight.item.camping_supply", worn.party[0], place="back")
    assert urgent(replace(worn, camps=1, party=(supply,)), "player") == Action("set_up_camp", "ann")


def test_a_camp_in_which_nobody_can_act_keeps_nobody_busy():
    down = replace(somebody("ann"), conditions=("mortally_wounded",))
    camp = replace(inside(down), phase="camp", camp=Camp("actions"), camps=1)
    assert not EXPLORING.busy(camp)
    assert EXPLORING.busy(replace(camp, party=(somebody("ann"),)))
    assert EXPLORING.busy(replace(camp, camp=Camp("ambush")))
