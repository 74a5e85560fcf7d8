"""What is carried: as many items as STR, twice that at most; hands, armour, and things that change hands."""

from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.sways import encumbered
from tallow.games.black_hack.gear.burden import give, load, room, shed_load
from tallow.games.black_hack.gear.inventory import DEEDS, change_armour, drop_item, wield
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.record import GAME
from tallow.games.black_hack.state import Item
from tallow.games.deeds import Deeds
from tallow.testing import covers
from tests.games.black_hack.fighters import carried, fighting, foe, held, somebody, table, worn
from tests.games.playing import done, perform, refusal_code

DEED: dict[str, Any] = {deed.name: deed for deed in DEEDS}


def sacks(number):
    return tuple(Item(f"i{n}", "sack") for n in range(number))


@covers("black_hack.inventory.capacity", "black_hack.inventory.encumbered", "black_hack.inventory.limit")
@pytest.mark.parametrize(("number", "over", "left"), [(9, False, 9), (10, True, 8), (18, True, 0)])
def test_as_many_items_as_str(number, over, left):
    one = somebody(strength=9, items=sacks(number))
    assert (load(one), encumbered(one), room(one)) == (number, over, left)


@covers("black_hack.inventory.capacity")
def test_coins_and_a_purse_weigh_nothing_and_what_is_worn_does():
    one = somebody(coins=500, items=(worn("leather"), held("dagger"), Item("p", "purse", counts=0)))
    assert load(one) == 2


@covers("black_hack.inventory.limit")
def test_the_nineteenth_item_is_left_on_the_ground():
    state = table(somebody(strength=9, items=sacks(18)))
    state, play = done(give, state, "ann", Item("x", "anvil"))
    assert [item.id for item in state.ground] == ["x"]
    assert load(state.party[0]) == 18
    assert play.codes() == ["item.too_much"]
    assert DEED["take_item"].refuse(state, "ann").code == "full"


@covers("black_hack.inventory.limit")
def test_who_grows_weak_must_drop_things_at_once():
    state = table(somebody(strength=4, items=sacks(10)))
    state, play = done(shed_load, state, "ann", script=["i9", "i0"])
    assert load(state.party[0]) == 8
    assert [item.id for item in state.ground] == ["i9", "i0"]
    assert len(play.asked) == 2
    maimed = table(somebody(strength=5, items=sacks(10), hp=0, conditions=("out_of_action",)))
    script = [5, "STR", "i0", "i1", "i2", "i3", 2]
    state, _ = done(roll_fate, maimed, "ann", script=script)
    assert (state.party[0].strength, load(state.party[0])) == (3, 6)


@covers("black_hack.inventory.limit", "black_hack.action.light")
def test_a_light_that_nobody_can_carry_lies_there_and_is_out():
    torch = Item("t", "torches", "black_hack.item.torches", usage=6, lit=True)
    full = table(somebody(strength=1, items=sacks(2)))
    state, play = done(give, full, "ann", torch)
    assert [(item.id, item.lit) for item in state.ground] == [("t", False)]
    assert play.codes() == ["item.too_much"]
    assert state.party == full.party
    kept, _ = done(give, table(somebody()), "ann", torch)
    assert kept.party[0].items == (torch,)


@covers("black_hack.inventory.encumbered")
def test_being_encumbered_begins_and_ends():
    state = table(somebody(strength=2, items=sacks(2)))
    state, play = done(give, state, "ann", Item("x", "anvil"))
    assert "encumbered" in play.codes()
    state, play = done(drop_item, state, "ann", script=["x"])
    assert play.codes() == ["item.dropped", "unencumbered"]


@covers("black_hack.action.drop_item", "black_hack.action.handle_item")
def test_dropping_is_free_and_taking_costs_the_action():
    fight = table(somebody(items=sacks(2)), foes=(foe(),), combat=fighting("ann"))
    fight, _ = done(DEED["drop_item"].do, fight, "ann", script=["i0"])
    assert fight.combat.action
    fight, _ = done(DEED["take_item"].do, fight, "ann")
    assert not fight.combat.action
    assert [item.id for item in fight.party[0].items] == ["i1", "i0"]
    assert fight.ground == ()


@covers("black_hack.action.handle_item")
def test_things_are_handed_to_those_who_are_close():
    state = table(somebody(items=sacks(1)), somebody("bob", strength=1, items=sacks(2)), somebody("cat"))
    after, _ = done(DEED["hand_over"].do, state, "ann")
    assert [len(one.items) for one in after.party] == [0, 2, 1], "Bob can carry no more"
    assert after.acted == ("ann",)
    fight = replace(state, phase="combat", combat=fighting("ann"), foes=(foe(),))
    assert DEED["hand_over"].refuse(fight, "ann").code == "nobody_close"
    fight = replace(fight, combat=fighting("ann", close=(("ann", "cat"),)))
    assert DEED["hand_over"].refuse(fight, "ann") is None


@covers("black_hack.action.handle_item")
def test_a_weapon_is_swapped_for_free_once_per_turn():
    axe = replace(held("great_axe", "axe"), place="pack")
    fight = table(
        somebody(items=(held("mace", "mace"), held("shield", "s"), axe)), foes=(foe(),), combat=fighting("ann")
    )
    after, _ = done(DEED["wield"].do, fight, "ann")
    assert {item.id: item.place for item in after.party[0].items} == {"mace": "pack", "s": "pack", "axe": "hands"}
    assert after.combat.action
    assert DEED["wield"].refuse(after, "ann").code == "swapped"


@covers("black_hack.armour.shield_helmet")
def test_a_shield_takes_the_place_of_a_shield():
    other = replace(held("small_shield", "small"), place="pack")
    state = table(somebody(items=(held("mace", "mace"), held("shield", "big"), other)))
    state, _ = done(wield, state, "ann")
    assert {item.id: item.place for item in state.party[0].items} == {"mace": "hands", "big": "pack", "small": "hands"}


@covers("black_hack.action.change_armour", "black_hack.armour.pool")
def test_armour_is_changed_in_minutes_and_broken_dice_stay_broken():
    torn = replace(worn("leather", "l"), dice=("broken", "whole"))
    chain = made("black_hack.armour.chain_mail", "c")
    state = table(somebody(items=(torn, chain, worn("helmet", "h"))))
    after, _play = done(change_armour, state, "ann", script=[("on", "c")])
    assert {item.id: item.place for item in after.party[0].items} == {"l": "pack", "c": "worn", "h": "worn"}
    back, _ = done(change_armour, after, "ann", script=[("on", "l")])
    assert next(item for item in back.party[0].items if item.id == "l").dice == ("broken", "whole")
    off, _ = done(change_armour, after, "ann", script=[("off", "h")])
    assert next(item for item in off.party[0].items if item.id == "h").place == "pack"
    fight = replace(state, combat=fighting("ann"), foes=(foe(),))
    assert DEED["change_armour"].refuse(fight, "ann").code == "no_time"
    assert DEED["change_armour"].cost == "action"


@covers("black_hack.inventory.limit", "black_hack.action.handle_item")
def test_what_just_fits_can_be_taken_handed_over_and_bought():
    """Nobody carries more than double their STR, and exactly that much they do."""
    one = somebody(strength=1, items=[carried("a")], coins=9)
    there = table(one, somebody("bob", items=[carried("b")]), ground=(carried("g"),), unit="hours")
    state = replace(there, phase="downtime")
    taken, _ = perform(GAME.deeds, state, "take_item", "ann")
    assert [item.id for item in taken.party[0].items] == ["a", "g"]
    handed, _ = perform(GAME.deeds, state, "hand_over", "bob")
    assert [item.id for item in handed.party[0].items] == ["a", "b"]
    assert isinstance(GAME.deeds, Deeds)
    refuse = GAME.deeds.deeds["buy"].refuse
    assert refuse is not None
    assert refuse(state, "ann") is None
    laden = replace(state, party=(replace(one, items=(carried("a"), carried("c"))), state.party[1]))
    assert refusal_code(GAME.deeds, laden, "take_item", "ann") == "full"
    assert refusal_code(GAME.deeds, laden, "buy", "ann") == "full"
