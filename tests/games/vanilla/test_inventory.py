"""Slots, coins, hands, armour on and off, the ground, handing over."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.gear.handling import DEEDS, change_armour
from tallow.games.vanilla.gear.inventory import (
    coins_fit,
    enchanted,
    fits,
    give,
    give_coins,
    made,
    purse_slots,
    room,
    scroll,
    slots_of,
    treasure,
    used,
)
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Item
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import armour, fighting, foe, perform, refusal, somebody, table, weapon


@covers("vanilla.carry.slots", "vanilla.carry.what")
def test_ten_slots():
    laden = somebody(
        items=[armour("medium"), armour("shield", "s"), weapon("medium_melee"), weapon("medium_melee", "w2")], coins=401
    )
    state = table(laden)
    assert used(state, laden) == 8
    assert room(state, laden) == 2
    assert room(state, replace(laden, slots=12)) == 4
    packed = replace(laden, items=tuple([replace(item, place="pack") for item in laden.items]))
    assert used(state, packed) == 8, "in hand, worn or packed is the same"


@covers("vanilla.carry.weapons", "vanilla.carry.ranged_hands", "vanilla.setting.ranged_hands")
@pytest.mark.parametrize(
    ("name", "slots"),
    [
        ("small_melee", 1),
        ("medium_melee", 1),
        ("large_melee", 2),
        ("small_ranged", 1),
        ("medium_ranged", 2),
        ("large_ranged", 2),
    ],
)
def test_a_weapon_fills_as_many_slots_as_hands(name, slots):
    assert slots_of(weapon(name), Settings()) == slots
    by_size = 1 if name == "medium_ranged" else slots
    assert slots_of(weapon(name), Settings(ranged_hands="by_size")) == by_size


@covers("vanilla.carry.armour")
def test_armour_fills_half_its_highest_ac():
    assert [slots_of(armour(name), Settings()) for name in ("light", "medium", "heavy", "shield")] == [1, 2, 3, 1]
    assert slots_of(armour("heavy", ac=2), Settings()) == 3, "worn down it is no lighter"
    assert slots_of(enchanted("vanilla.table.magic_armour", 3), Settings()) == 3


@covers("vanilla.carry.coins", "vanilla.item.coins_gems")
@pytest.mark.parametrize(("coins", "gems", "slots"), [(0, 0, 0), (1, 0, 1), (200, 0, 1), (190, 11, 2), (401, 0, 3)])
def test_two_hundred_coins_and_gems_to_a_slot(coins, gems, slots):
    assert purse_slots(coins, gems) == slots


@covers(
    "vanilla.carry.gear", "vanilla.carry.what", "vanilla.carry.treasure", "vanilla.item.scroll", "vanilla.item.treasure"
)
def test_what_fills_no_slot():
    assert slots_of(scroll("vanilla.spell.sleep", "Sleep"), Settings()) == 0
    assert slots_of(made("vanilla.item.torch"), Settings()) == 0
    assert used(table(), somebody(gear=("rope", "pole"))) == 0
    assert slots_of(treasure("a cup", 60), Settings()) == 1
    assert slots_of(treasure("a statue", 600, slots=4), Settings()) == 4


@covers("vanilla.carry.full")
def test_nothing_goes_beyond_the_slots():
    nine = somebody(items=[weapon("large_melee", f"w{n}", "pack") for n in range(4)], coins=200)
    state = table(nine)
    assert not fits(state, nine, weapon("large_melee"))
    assert fits(state, nine, weapon("small_melee"))
    assert fits(state, nine, scroll("vanilla.spell.sleep", "Sleep"))
    after, play = done(give, state, "ann", made("vanilla.weapon.large_melee"))
    assert after.party[0] == nine
    assert [item.ref for item in after.ground] == ["vanilla.weapon.large_melee"]
    assert play.codes() == ["no_room"]
    assert coins_fit(state, nine) == 200
    after, play = done(give_coins, state, "ann", 350)
    assert (after.party[0].coins, after.ground_coins) == (400, 150)
    assert [(one.code, one.facts) for one in play.told] == [("no_room.coins", ("Ann", 150))]
    assert done(give_coins, state, "ann", 200)[1].codes() == []
    lying = replace(state, ground=(weapon("large_melee", "g", "ground"),))
    assert refusal(DEEDS, "pick_up", lying, "ann") == "nothing_to_take"


@covers("vanilla.carry.hands", "vanilla.armour.shield")
def test_two_hands_hold_no_more_than_two():
    ann = somebody(items=[weapon("large_melee"), armour("shield", "s", place="pack")])
    after, _ = perform(DEEDS, "draw", table(ann), "ann")
    assert [item.place for item in after.party[0].items] == ["pack", "hands"]
    both = somebody(items=[weapon("medium_melee"), weapon("small_melee", "w2"), armour("shield", "s", place="pack")])
    after, _ = perform(DEEDS, "draw", table(both), "ann", ["w1"])
    assert [item.place for item in after.party[0].items] == ["pack", "hands", "hands"]
    away, _ = perform(DEEDS, "put_away", after, "ann", ["w2"])
    assert [item.place for item in away.party[0].items] == ["pack", "pack", "hands"]


@covers("vanilla.armour.change", "vanilla.armour.sum")
def test_armour_takes_ten_minutes_and_never_in_a_fight():
    ann = somebody(items=[armour("light"), armour("heavy", "a2", place="pack")])
    state = table(ann)
    after, _ = done(change_armour, state, "ann", script=["a2", 3])
    assert [item.place for item in after.party[0].items] == ["pack", "worn"]
    assert after.clock == state.clock + 10
    off, _ = done(change_armour, state, "ann", script=["a1", 3])
    assert [item.place for item in off.party[0].items] == ["pack", "pack"]
    shield, torch = armour("shield", "s"), Item("t", "Torch", "vanilla.item.torch", place="hands")
    held = table(replace(ann, items=(*ann.items, shield, torch)))
    after, _ = done(change_armour, held, "ann", script=["a2", 3])
    assert [item.place for item in after.party[0].items] == ["pack", "worn", "hands", "hands"], "what is held stays so"
    fray = table(ann, foes=[foe()], combat=fighting("ann"))
    assert refusal(DEEDS, "change_armour", fray, "ann") == "not_in_combat"


@covers("vanilla.action.drop", "vanilla.action.pick_up", "vanilla.carry.coins")
def test_dropping_and_picking_up_outside_a_fight_costs_nothing():
    state = table(somebody(items=[weapon("medium_melee")], coins=60), somebody("bob"))
    down, _ = perform(DEEDS, "drop", state, "ann", [("coins", 60)])
    assert (down.party[0].coins, down.ground_coins) == (0, 60)
    down, _ = perform(DEEDS, "drop", down, "ann")
    up, _ = perform(DEEDS, "pick_up", down, "bob", [("coins", 60)])
    assert up.party[1].coins == 60
    up, _ = perform(DEEDS, "pick_up", up, "bob")
    assert up.party[1].items[0].place == "hands"
    assert (up.ground, up.ground_coins, up.clock) == ((), 0, state.clock)


@covers("vanilla.check.together")
def test_things_coins_and_gear_change_hands():
    state = table(somebody(items=[weapon("medium_melee")], coins=60, gear=("hammer",)), somebody("bob"))
    after, _ = perform(DEEDS, "hand_over", state, "ann", [("gear", "hammer")])
    assert (after.party[0].gear, after.party[1].gear) == ((), ("hammer",))
    after, _ = perform(DEEDS, "hand_over", state, "ann", [("coins", 25)])
    assert [one.coins for one in after.party] == [35, 25]
    after, _ = perform(DEEDS, "hand_over", state, "ann", ["w1"])
    assert after.party[1].items[0].place == "pack"


def test_the_dead_leave_their_things():
    dead = somebody("bob", items=[weapon("medium_melee")], conditions=("dead",))
    after, _ = perform(DEEDS, "pick_up", table(somebody(), dead), "ann")
    assert after.party[1].items == ()
    assert after.party[0].items[0].id == "w1"
    rich = somebody("bob", coins=300, conditions=("dead",))
    after, _ = perform(DEEDS, "pick_up", table(somebody(slots=1), rich), "ann")
    assert [one.coins for one in after.party] == [200, 100], "as many coins as there is room for"


@covers("vanilla.table.minor_item", "vanilla.carry.coins")
def test_a_magic_purse_holds_coins_where_no_slot_is_left():
    purse = Item("p", "Purse", "vanilla.table.minor_item", power="Purse")
    ann = somebody(items=(purse, weapon("large_melee")), slots=2)
    assert [coins_fit(table(), replace(ann, coins=coins)) for coins in (0, 50, 200)] == [200, 150, 0]
    assert coins_fit(table(), replace(ann, slots=3, coins=250)) == 150
