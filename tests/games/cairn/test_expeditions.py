"""Expeditions of the simulator: what a party does in a dungeon when nobody says."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.bots.expedition import EXPEDITION, begin, counts, meet, met, rest, turn
from tallow.games.cairn.folk import backgrounds
from tallow.games.cairn.gear.inventory import free_slots
from tallow.games.cairn.gear.light import dark
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HOUR, TURN, Item, State
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.cairn.travellers import inside, of, person, thing

QUIET = 6
"""The face of an event that is none."""


def walked(state: State, *script: object) -> State:
    play = Scripted(*script)
    state = turn(play, state)
    assert not play.left
    return state


def torch(uses: int = 3, *, lit: bool = False) -> Item:
    return thing("torch", "torch", uses=uses, lit=lit, place="hands" if lit else "pack")


def test_the_first_turn_makes_light_and_every_turn_is_ten_minutes_and_an_event() -> None:
    state = inside(person("ada", items=(torch(),)), person("bo"))
    state = walked(state, "stay", "new_area", QUIET)
    assert not dark(state)
    assert of(state, "ada").items[0].uses == 2
    assert (state.clock, counts(state)["turns"]) == (8 * HOUR + TURN, 1)
    state = walked(state, "new_area", QUIET)
    assert (of(state, "ada").items[0].uses, counts(state)["turns"]) == (2, 2)


def test_somebody_with_a_hand_to_spare_bears_the_light() -> None:
    maul = replace(thing("torch", "maul"), ref="", damage="d10", hands=2, uses=0)
    state = inside(person("ada", items=(maul, torch())), person("bo", items=(torch(),)))
    assert [item.lit for item in of(walked(state, "stay", "new_area", QUIET), "bo").items] == [True]


def test_a_light_that_is_lost_is_lit_again_until_there_is_none() -> None:
    state = inside(person("ada", items=(torch(1),)), person("bo"))
    state = walked(state, "stay", "new_area", QUIET)
    assert not EXPEDITION.worn(state)
    state = walked(state, "new_area", 4, "torch")
    assert dark(state)
    assert EXPEDITION.worn(state)
    assert counts(state)["light_left"] == 0


@covers("cairn.inventory.full")
def test_nobody_goes_in_with_all_ten_slots_filled() -> None:
    for background in backgrounds().values():
        state = begin(f"{background.name} x2", "Torch x2", Settings())
        for one in state.party:
            assert free_slots(one, state.settings) > 0, background.name
            assert one.hp == one.hp_max
    (alone,) = begin("Marchguard", "Torch x2", Settings()).party
    assert [item.name for item in alone.items].count("Torch") == 2
    assert "Long sword" in [item.name for item in alone.items]


def test_who_is_met_on_the_way_is_there_and_then_gone() -> None:
    state = walked(inside(person("ada", items=(torch(2, lit=True),))), "new_area", 1)
    assert met(state)
    against = meet(state, "Goblin x2")
    assert ([foe.name for foe in against.foes], against.phase) == (["Goblin 1", "Goblin 2"], "encounter")
    on = meet(against, "")
    assert (on.foes, on.phase, met(on)) == ((), "dungeon", False)


def test_a_rest_gives_hp_back_by_light_alone() -> None:
    hurt = person("ada", hp=1, items=(torch(2, lit=True),))
    play = Scripted("yes", "nothing")
    rested = rest(play, inside(hurt))
    assert (of(rested, "ada").hp, rested.clock) == (5, 8 * HOUR + TURN)
    unhurt = inside(person("ada", items=(torch(2, lit=True),)))
    assert rest(Scripted(), unhurt) == unhurt
    in_the_dark = rest(Scripted("nothing"), inside(person("ada", hp=1)))
    assert of(in_the_dark, "ada").hp == 1


def test_the_dying_are_aided_before_anything_else() -> None:
    dying = replace(gain(person("bo", hp=0, strength=3), "critical"), dies_at=9 * HOUR)
    state = inside(person("ada", items=(torch(2, lit=True),)), dying)
    state = walked(state, "yes", "new_area", QUIET)
    assert has(of(state, "bo"), "stable")


def test_those_whom_nobody_can_help_are_dead_within_the_hour() -> None:
    dying = replace(gain(person("bo", hp=0, strength=3), "critical"), dies_at=9 * HOUR)
    state = inside(dying)
    assert not EXPEDITION.able(state)
    assert counts(EXPEDITION.left(Scripted(), state))["deaths"] == 1


def test_half_of_them_down_is_enough() -> None:
    up = person("ada", items=(torch(2, lit=True),))
    assert not EXPEDITION.worn(inside(up, person("bo"), gain(person("cy"), "dead")))
    assert EXPEDITION.worn(inside(up, gain(person("bo"), "dead")))


def test_a_pack_goes_round() -> None:
    state = begin("4 HP, club (d6) x2", "Torch x3; Rations", Settings())
    assert [[item.name for item in one.items] for one in state.party] == [["Torch", "Torch"], ["Torch", "Rations"]]
    assert (counts(state)["light_left"], counts(state)["rations_left"]) == (9, 3)
    with pytest.raises(Unknown, match='Did you mean "Torch"'):
        begin("4 HP, club (d6)", "Torche", Settings())
    with pytest.raises(Malformed, match="nobody has room"):
        begin("4 HP, club (d6)", "Torch x11", Settings())
