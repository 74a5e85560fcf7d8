"""Expeditions of the simulator: what a party does in a dungeon when nobody says."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.bots.expedition import EXPEDITION, begin, counts, meet, met, of, rest, turn
from tallow.games.vanilla.bots.outcome import tally
from tallow.games.vanilla.combat.aftermath import finish
from tallow.games.vanilla.gear import handling
from tallow.games.vanilla.record import GAME
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import TURN, Effect, Ended, Item
from tallow.games.vanilla.world import turns
from tallow.games.vanilla.world.lighting import in_dark
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.mechanics.two_sides import find
from tallow.simulate import Plan, explore
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import armour, fighting, foe, perform, somebody, table, weapon

QUIET = 6
"""A face of the encounter die that brings nobody."""


def torch(id_="t1", **more):
    return replace(Item(id_, "Torch", "vanilla.item.torch"), **more)


def inside(*party, **more):
    """A party in a dungeon, where it is dark."""
    return table(*party, dark=True, **more)


def torches(one):
    return [(item.count, item.burns, item.lit) for item in one.items if item.ref == "vanilla.item.torch"]


def test_the_first_turn_makes_light_out_of_a_gear_bubble_and_burns_one_of_it():
    state, _ = done(turn, inside(somebody()), script=[(3, 4), QUIET])
    ann = find(state, "ann")
    assert ann.bubbles == 1
    assert torches(ann) == [(5, 0, False), (1, 6, True)]
    assert state.clock == inside().clock + TURN
    assert counts(state) | {"turns": 1, "bubbles_filled": 1, "light_left": 6} == counts(state)


def test_a_packed_torch_spares_a_bubble():
    state = begin("fighter 1, magic-user 1", "Torch", Settings())
    fighter, mage = state.party
    assert not any(item.ref == "vanilla.item.torch" for item in fighter.items), "whose hands are full"
    assert torches(mage) == [(1, 0, False)]
    state, _ = done(turn, state, script=[(3, 4), QUIET])
    assert (counts(state)["bubbles_filled"], counts(state)["light_left"]) == (0, 1)


def test_oil_goes_to_whoever_has_the_lantern():
    state = begin("magic-user 1 x3", "Lantern; Pint of oil x2", Settings())
    assert [len([item for item in one.items if item.ref.startswith("vanilla.item")]) for one in state.party] == [
        3,
        0,
        0,
    ]
    state, _ = done(turn, state, script=[(1, 2, 3), QUIET])
    assert counts(state)["light_left"] == 2


def test_the_shield_is_put_away_for_a_torch_where_no_hand_is_free():
    ann = somebody(items=(weapon("medium_melee"), armour("shield", "s1"), torch()))
    state, _ = done(turn, inside(ann), script=["s1", (3, 4), QUIET])
    assert [(item.id, item.place) for item in find(state, "ann").items] == [
        ("w1", "hands"),
        ("s1", "pack"),
        ("t1", "hands"),
    ]


def test_a_torchbearer_is_handed_the_torch():
    ann = somebody(items=(weapon("medium_melee"), armour("shield", "s1"), torch()))
    bob = somebody("bob", kind="helper", bubbles_max=0)
    state, _ = done(turn, inside(ann, bob), script=[(3, 4), QUIET])
    assert torches(find(state, "bob")) == [(1, 6, True)]


def test_a_light_that_burns_out_is_followed_by_the_next_and_the_last_one_sends_them_back():
    bob = somebody("bob", kind="helper", bubbles_max=0, items=(torch(lit=True, burns=1, place="hands"), torch("t2")))
    state, _ = done(turn, inside(bob), script=[QUIET, (1, 1)])
    assert torches(find(state, "bob")) == [(1, 2, True)]
    assert not EXPEDITION.worn(state)
    state, _ = done(turn, state, script=[QUIET])
    state, _ = done(turn, state, script=[QUIET])
    assert in_dark(state)
    assert EXPEDITION.worn(state)
    assert counts(state)["light_left"] == 0


def test_the_torch_of_the_dead_is_taken_up_before_they_go_on():
    dead = gain(somebody(items=(torch(lit=True, burns=5, place="hands"), torch("t2"))), "dead")
    state, _ = done(turn, inside(dead, somebody("bob")), script=[QUIET])
    assert find(state, "ann").items == ()
    assert [(item.id, item.burns, item.place) for item in find(state, "bob").items] == [
        ("t1", 4, "hands"),
        ("t2", 0, "pack"),
    ]


def test_the_living_of_a_table_set_out_as_they_are_and_their_clock_begins_anew():
    out = replace(gain(somebody("bob", flesh=0), "out"), wakes=1003)
    bane = Effect("e1", "vanilla.spell.bless_curse", "ann", ("ann",), "curse", ends=1010)
    fight = table(somebody(grit=1, at=30), out, gain(somebody("cid"), "dead"), foes=(foe(),), combat=fighting())
    state = of(replace(fight, clock=1000, effects=(bane,)), "Torch")
    assert (state.foes, state.combat, state.phase, in_dark(state)) == ((), None, "explore", True)
    assert [(one.id, one.grit, one.at) for one in state.party] == [("ann", 1, 0), ("bob", 5, 0)]
    assert counts(state)["turns"] == 0
    assert (find(state, "bob").wakes - state.clock, state.effects[0].ends - state.clock) == (3, 10)


@covers("vanilla.heal.rest", "vanilla.heal.blocked")
def test_rests_of_ten_minutes_until_more_than_half_of_the_grit_is_back_but_not_for_the_wounded():
    ann = somebody(level=3, grit=0, items=(torch(lit=True, burns=9, place="hands"),))
    bob = somebody("bob", level=3, grit=0, flesh=7)
    state, play = done(rest, inside(ann, bob), script=[QUIET, 3, QUIET, 6])
    assert (find(state, "ann").grit, find(state, "bob").grit) == (9, 0)
    assert state.clock == inside().clock + 2 * TURN
    assert torches(find(state, "ann")) == [(1, 7, True)]
    assert play.codes().count("rested") == 2


def test_nobody_rests_who_has_nothing_to_gain():
    whole = inside(somebody(items=(torch(lit=True, burns=9, place="hands"),)))
    assert done(rest, whole)[0] == whole


def test_a_rest_is_broken_off_by_those_who_come(monkeypatch):
    monkeypatch.setattr(
        "tallow.games.vanilla.monsters.encounters.meet", lambda _play, state: replace(state, phase="encounter")
    )
    ann = somebody(grit=0, items=(torch(lit=True, burns=9, place="hands"),))
    state, _ = done(rest, inside(ann), script=[1])
    assert met(state)
    assert find(state, "ann").grit == 0


@covers("vanilla.damage.wake")
def test_those_who_are_out_are_waited_for_and_take_up_their_arms():
    state = inside(somebody(items=(torch(lit=True, burns=9, place="hands"),)))
    out = replace(gain(somebody("bob", flesh=0, items=(armour("light"),)), "out", "unaware"), wakes=state.clock + 3)
    arms = (weapon("medium_melee", "w2", "ground"), armour("shield", "s2", place="ground"))
    state, _ = done(turn, replace(state, party=(*state.party, out), ground=arms), script=[QUIET, QUIET])
    bob = find(state, "bob")
    assert (bob.flesh, bob.conditions) == (1, ())
    assert [(item.id, item.place) for item in bob.items] == [("a1", "worn"), ("w2", "hands"), ("s2", "hands")]
    assert state.clock == inside().clock + 2 * TURN


@covers("vanilla.time.turn")
def test_where_there_are_no_characters_a_turn_ends_when_all_others_have_done_something():
    ann, bob = somebody(kind="helper", grit=1), somebody("bob", kind="helper", grit=1)
    state, _ = perform(turns.DEEDS, "rest", table(ann, bob), "ann")
    assert state.clock == table().clock
    state, _ = perform(turns.DEEDS, "rest", state, "bob", script=[QUIET, 2, 3])
    assert [one.grit for one in state.party] == [3, 4]


@covers("vanilla.light.room", "vanilla.carry.hands")
def test_a_burning_torch_that_is_picked_up_burns_on_in_a_free_hand_alone():
    lying = torch(lit=True, burns=3, place="ground")
    state, _ = perform(handling.DEEDS, "pick_up", inside(somebody(), ground=(lying,)), "ann")
    assert [(item.place, item.lit) for item in find(state, "ann").items] == [("hands", True)]
    full = somebody(items=(weapon("large_melee"),))
    state, _ = perform(handling.DEEDS, "pick_up", inside(full, ground=(lying,)), "ann")
    assert [(item.place, item.lit, item.burns) for item in find(state, "ann").items[1:]] == [("pack", False, 3)]


def test_who_is_met_is_there_and_then_gone_with_all_that_was_upon_them():
    state = replace(inside(somebody()), effects=(Effect("e1", "vanilla.spell.charm", "ann", ("foe1",), "charmed"),))
    against = meet(state, "Goblin x2")
    assert ([one.name for one in against.foes], against.phase) == (["Goblin 1", "Goblin 2"], "encounter")
    assert against.effects == ()
    on = meet(replace(against, ended=Ended("foes_down", 3)), "")
    assert (on.foes, on.phase, met(on)) == ((), "explore", False)
    assert meet(on, "Orc").ended is None


def test_wrong_names_are_said_with_what_may_have_been_meant():
    state = begin("fighter 1", "", Settings())
    with pytest.raises(Unknown, match="Goblin"):
        meet(state, "Gobblin")
    with pytest.raises(Malformed):
        meet(state, "Goblin x0")
    with pytest.raises(Unknown, match="Torch"):
        begin("fighter 1", "Torhc", Settings())
    with pytest.raises(Malformed):
        begin("fighter 11", "", Settings())


def test_they_turn_back_when_half_of_them_have_nothing_but_wounded_flesh():
    lit = torch(lit=True, burns=9, place="hands")
    assert not EXPEDITION.worn(inside(somebody(items=(lit,)), somebody("bob", grit=2, flesh=3)))
    assert EXPEDITION.worn(inside(somebody(items=(lit,)), somebody("bob", grit=0, flesh=3)))
    assert EXPEDITION.worn(inside(somebody(items=(lit,)), gain(somebody("bob"), "dead")))


@covers("vanilla.damage.finish")
def test_who_is_out_after_a_fight_that_all_have_lost_is_killed():
    out = replace(gain(somebody(flesh=0), "out"), wakes=9999)
    lost = meet(inside(out, foes=(foe(),), ended=Ended("party_down", 3, 1)), "")
    assert not EXPEDITION.able(lost)
    state, _ = done(EXPEDITION.left, lost)
    assert has(find(state, "ann"), "dead")
    assert EXPEDITION.able(inside(out, ended=Ended("foes_down", 3, 1))), "who has won wakes"


def test_the_dead_of_a_party_out_of_the_bestiary_are_counted_and_those_it_called_up_are_not():
    dead = gain(foe(kind="enemy"), "dead")
    called = replace(dead, id="snake", traits=("no_xp",))
    over, _ = done(finish, table(somebody(), dead, called, combat=fighting()), "foes_fled")
    assert [one.id for one in over.party] == ["ann", "orc"]
    assert tally(over.party)["deaths"] == 1


@pytest.mark.parametrize(
    "party", ["fighter 1 x2, magic-user 1 x2", "HD 2 x3", "magic-user 1", "fighter 1, Torchbearer"]
)
@pytest.mark.parametrize("walk", [0, 3])
def test_expeditions_come_to_an_end(party, walk):
    plan = Plan(("Goblin x2", "", "Ghoul, magic-user 3"), turns=walk, wandering="Giant Rat")
    report = explore(GAME, party, plan, pack="Torch", n=10)
    assert sum(report.ends.values()) == pytest.approx(1)
    assert report.counts["turns"].mean >= report.counts["fights"].mean
