"""Slots, regions, bundles, overflow, armour worn and held, the ground, carts and beasts."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.pool import Thrown, damage
from tallow.games.modified_cairn.entries import Given
from tallow.games.modified_cairn.gear.inventory import equipped, item_of, mark, receive, spent, weighed
from tallow.games.modified_cairn.gear.slots import (
    armor,
    empty,
    empty_slots,
    exposed,
    filled,
    fits,
    overloaded,
    settle,
    slots,
    stow,
)
from tallow.games.modified_cairn.gear.transports import WAGON, acquire, pulled, room, room_left, slow
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Attack, Combat
from tallow.mechanics.two_sides import find
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc
from tests.games.modified_cairn.newcomers import SETTINGS, act, odd, refused, somebody, table, thing, where

FULL = (
    thing("weapon.greatsword", "hands"),
    thing("armour.plate_mail", "body"),
    *(odd(f"thing{at}") for at in range(6)),
)


@covers(
    "modified_cairn.inventory.ten_slots",
    "modified_cairn.inventory.overload",
    "modified_cairn.condition.exposed_encumbered",
)
def test_ten_slots_are_full_and_one_thing_more_makes_exposed():
    bearer = somebody("pc", *FULL)
    assert [filled(bearer, region) for region in ("hands", "body", "pack")] == [2, 2, 6]
    assert (empty_slots(bearer), exposed(bearer)) == (0, False)
    laden = stow(bearer, odd("more"))
    assert item_of(laden, "more").place == "overflow"
    assert overloaded(laden)
    assert exposed(laden)
    petty = stow(bearer, odd("ring", "petty"))
    assert not overloaded(petty), "petty things never overflow"
    lighter = settle(replace(laden, items=tuple(item for item in laden.items if item.id != "thing3")))
    assert item_of(lighter, "more").place == "pack"
    assert not exposed(lighter)


@covers("modified_cairn.inventory.bulky_fit", "modified_cairn.size.bulky")
def test_a_bulky_thing_needs_two_slots_of_one_region():
    things = (thing("weapon.dagger", "hands"), thing("armour.gambeson", "body"), *(odd(f"t{at}") for at in range(6)))
    bearer = somebody("pc", *things)
    chest = thing("item.chest")
    assert (empty(bearer, "hands"), empty(bearer, "body")) == (1, 1)
    assert not any(fits(bearer, chest, region) for region in ("hands", "body", "pack"))
    assert item_of(stow(bearer, chest), "chest").place == "overflow"
    assert exposed(stow(bearer, chest))


@covers("modified_cairn.inventory.bundle", "modified_cairn.item.rations")
@pytest.mark.parametrize(("uses", "filled_slots"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_rations_are_bundles_of_three(uses, filled_slots):
    assert slots(thing("item.rations", count=uses)) == filled_slots


@covers("modified_cairn.inventory.bundle")
def test_rations_join_those_that_are_there_while_they_fit():
    bearer = receive(somebody("pc", thing("item.rations")), thing("item.rations", id="more"))
    (rations,) = bearer.items
    assert (rations.count, filled(bearer, "pack")) == (6, 2)
    crowded = somebody("pc", thing("item.rations"), *(odd(f"t{at}") for at in range(5)))
    assert item_of(receive(crowded, thing("item.rations", id="more")), "more").place == "body"


@covers("modified_cairn.inventory.limited_uses", "modified_cairn.item.torch")
def test_a_thing_is_spent_when_every_dot_is_marked_and_keeps_its_slot():
    torch = thing("item.torch", dots=2)
    assert not spent(torch)
    marked = mark(torch)
    assert marked is not None
    assert spent(marked)
    assert slots(marked) == 1
    assert mark(marked) == marked
    assert not spent(thing("item.rope"))
    assert mark(thing("item.rations", count=1)) is None
    assert mark(thing("item.rations", count=4)) == thing("item.rations", count=3)


@covers("modified_cairn.inventory.overload_limit")
def test_the_table_is_warned_when_somebody_hauls_beyond_reason():
    heap = somebody("pc", *FULL, *(odd(f"heap{at}", place="overflow") for at in range(11)))
    play = Scripted()
    weighed(play, heap, heap)
    assert play.codes() == ["overload.absurd"]
    play = Scripted()
    weighed(play, somebody("pc", *FULL), stow(somebody("pc", *FULL), odd("more")))
    assert play.codes() == ["overloaded"]


@covers(
    "modified_cairn.armour.stacking",
    "modified_cairn.armour.shield_in_hand",
    "modified_cairn.armour.body_on_body",
    "modified_cairn.setting.light_armour_layers",
    "modified_cairn.setting.armour_cap",
)
@pytest.mark.parametrize(
    ("worn", "total", "layers", "cap"),
    [
        (("breastplate", "shield"), 3, 3, 3),
        (("gambeson", "chain_shirt"), 1, 2, 1),
        (("gambeson", "helmet", "shield"), 3, 3, 3),
        (("plate_mail", "shield"), 4, 4, 3),
        (("brigandine",), 1, 1, 1),
    ],
)
def test_pieces_of_different_kind_add(worn, total, layers, cap):
    items = [thing(f"armour.{name}", "hands" if name == "shield" else "body") for name in worn]
    wearer = somebody("pc", *items)
    assert armor(wearer, SETTINGS) == total
    assert armor(wearer, Settings(light_armour_layers=True)) == layers
    assert armor(wearer, Settings(armour_cap=3)) == cap
    assert armor(replace(wearer, armor=2), Settings(armour_cap=3)) == cap + 2, "natural armour is outside the cap"
    packed = somebody("pc", *(replace(item, place="pack") for item in items))
    assert armor(packed, SETTINGS) == 0


@covers("modified_cairn.armour.deduct")
@pytest.mark.parametrize(("armored", "face", "taken"), [(2, 5, 3), (3, 2, 0), (1, 5, 4), (4, 5, 1)])
def test_armor_comes_off_the_damage(armored, face, taken):
    assert damage((Thrown("foe", "referee", (face,)),), (), armored) == taken


@covers("modified_cairn.armour.physical_only")
@pytest.mark.parametrize(("physical", "guard"), [(True, 8), (False, 5)])
def test_armor_does_nothing_against_what_is_not_physical(physical, guard):
    chill = foe("ghost", attacks=(Attack("chill", (8,), physical=physical),))
    state = fighting(pc("pc", thing("armour.plate_mail", "body"), guard=12), foes=(chill,), side="foes")
    state, _ = act(state, "attack", "ghost", 7, "done", "no")
    assert find(state, "pc").guard == guard


@covers("modified_cairn.action.place_gear", "modified_cairn.inventory.ready", "modified_cairn.inventory.pack_time")
def test_things_move_freely_between_regions_outside_a_fight():
    state = table(somebody("pc", thing("weapon.dagger"), thing("armour.gambeson"), thing("item.torch", "hands")))
    state, _ = act(state, "take_in_hand", "pc", "dagger")
    state, _ = act(state, "put_on", "pc", "gambeson")
    state, play = act(state, "pack_away", "pc", "torch")
    assert play.codes() == ["placed.pack"]
    assert [where(state, "pc", which) for which in ("dagger", "gambeson", "torch")] == ["hands", "body", "pack"]
    assert armor(find(state, "pc"), SETTINGS) == 1
    fighting = replace(state, combat=Combat())
    assert refused(fighting, "take_in_hand", "pc") == "not_now", "in a fight it takes the Action"


@covers("modified_cairn.inventory.bulky_fit", "modified_cairn.action.place_gear")
def test_what_gives_way_takes_the_place_that_is_left():
    items = (thing("weapon.dagger", "hands"), thing("armour.shield", "hands"), thing("weapon.greatsword"))
    state, _ = act(table(somebody("pc", *items)), "take_in_hand", "pc")
    assert [where(state, "pc", item.id) for item in items] == ["pack", "pack", "hands"]
    chosen = (*items[:2], thing("item.torch"), thing("item.rope"))
    state, _ = act(table(somebody("pc", *chosen)), "take_in_hand", "pc", "torch", "shield")
    assert [where(state, "pc", item.id) for item in chosen] == ["hands", "pack", "hands", "pack"]
    belted = (thing("weapon.dagger", "body"), thing("armour.shield", "hands"), thing("item.torch", "hands", lit=True))
    state, _ = act(table(somebody("pc", *belted)), "take_in_hand", "pc", "torch")
    assert [where(state, "pc", item.id) for item in belted] == ["hands", "hands", "body"]
    assert not item_of(find(state, "pc"), "torch").lit


def test_strain_in_the_hands_keeps_a_great_weapon_out():
    tired = somebody("pc", thing("weapon.greatsword"), strain=("hands",))
    assert refused(table(tired), "take_in_hand", "pc") == "nothing_to_place"


@covers("modified_cairn.background.gear", "modified_cairn.action.place_gear")
@pytest.mark.parametrize(
    ("names", "held", "worn"),
    [
        (("weapon.dagger", "weapon.longsword", "item.torch"), {"longsword", "torch"}, set()),
        (("weapon.longsword", "armour.shield", "armour.gambeson"), {"longsword", "shield"}, {"gambeson"}),
        (("weapon.greatsword", "armour.shield"), {"greatsword"}, set()),
        (("weapon.longbow", "weapon.dagger"), {"dagger"}, set()),
        (("armour.gambeson", "armour.plate_mail", "armour.helmet"), set(), {"plate_mail"}),
        (("runeskelf.charm", "item.torch", "armour.helmet"), {"charm", "torch"}, {"helmet"}),
    ],
)
def test_everybody_starts_ready(names, held, worn):
    one = equipped(somebody("pc", *(thing(name) for name in names)))
    assert {item.id for item in one.items if item.place == "hands"} == held
    assert {item.id for item in one.items if item.place == "body"} == worn


@covers("modified_cairn.inventory.drop", "modified_cairn.action.drop_item")
def test_dropping_is_free_at_any_moment_and_frees_the_slot():
    state = table(somebody("pc", thing("item.torch", "hands", lit=True), odd("sack", place="overflow")), phase="combat")
    state = replace(state, combat=Combat())
    state, play = act(state, "drop", "pc", "torch")
    assert [(item.id, item.lit) for item in state.ground] == [("torch", False)]
    assert where(state, "pc", "sack") == "pack"
    assert play.codes() == ["dropped"]


def test_what_lies_there_is_taken_up_one_by_one_or_whole():
    state = table(somebody("pc"), ground=(odd("coil"), odd("lamp"), odd("keg", "bulky")))
    state, _ = act(state, "take_up", "pc", "lamp")
    assert [item.id for item in state.ground] == ["coil", "keg"]
    state, _ = act(state, "take_up", "pc", "everything")
    assert state.ground == ()
    assert filled(find(state, "pc"), "pack") == 4


@covers("modified_cairn.action.give_item")
def test_a_thing_passes_into_a_free_hand_or_wherever_there_is_room():
    ada, bea = (
        somebody("ada", thing("weapon.mace"), thing("item.rope")),
        somebody("bea", thing("armour.shield", "hands")),
    )
    state, _ = act(table(ada, bea), "hand_over", "ada", "mace")
    assert where(state, "bea", "mace") == "hands"
    state, _ = act(state, "hand_over", "ada")
    assert where(state, "bea", "rope") == "pack"
    assert refused(state, "hand_over", "ada") == "holds_nothing"


@covers("modified_cairn.action.bundle", "modified_cairn.inventory.bundle", "modified_cairn.size.petty")
def test_petty_things_of_a_kind_are_bundled():
    chalk = [thing("item.chalk", id=f"chalk{at}") for at in range(4)]
    state = table(somebody("pc", *chalk, thing("item.whistle")))
    assert filled(find(state, "pc"), "pack") == 0
    state, _ = act(state, "bundle", "pc", "chalk0")
    bundle = item_of(find(state, "pc"), "chalk0")
    assert (bundle.count, slots(bundle), filled(find(state, "pc"), "pack")) == (4, 2, 2)
    assert len(find(state, "pc").items) == 2


@covers("modified_cairn.inventory.more_capacity", "modified_cairn.transport.mule")
def test_a_beast_carries_apart_from_its_keepers_slots():
    state = acquire(
        table(somebody("pc", odd("keg", "bulky"), odd("bag"))), Given("Mule", "modified_cairn.transport.mule"), "pc"
    )
    (mule,) = state.transports
    before = empty_slots(find(state, "pc"))
    state, _ = act(state, "load", "pc", "keg")
    (mule,) = state.transports
    assert (room(state, mule), room_left(state, mule)) == (6, 4)
    assert empty_slots(find(state, "pc")) == before + 2
    state, _ = act(state, "unload", "pc")
    assert where(state, "pc", "keg") == "pack"
    assert refused(replace(state, combat=Combat()), "load", "pc") == "not_now"


@covers("modified_cairn.transport.cart", "modified_cairn.item.cart")
def test_a_cart_is_pulled_with_both_hands_or_by_a_beast():
    state = acquire(
        table(somebody("pc", thing("weapon.dagger", "hands"))), Given("Cart", "modified_cairn.transport.cart"), "pc"
    )
    (cart,) = state.transports
    assert (cart.slots, pulled(state, cart)) == (4, False)
    assert refused(state, "pull", "pc") == "hands_full"
    state, _ = act(state, "pack_away", "pc")
    state, _ = act(state, "pull", "pc")
    assert pulled(state, cart)
    assert empty(find(state, "pc"), "hands") == 0
    let, _ = act(state, "let_go", "pc")
    dropped, _ = act(state, "drop", "pc", cart.id)
    for after in (let, dropped):
        assert (pulled(after, cart), empty(find(after, "pc"), "hands"), after.ground) == (False, 2, ())
    assert pulled(acquire(let, Given("Donkey", "modified_cairn.transport.donkey"), "pc"), cart)


@covers("modified_cairn.transport.wagon", "modified_cairn.transport.donkey", "modified_cairn.transport.horse")
def test_a_wagon_needs_a_beast_and_a_donkey_before_it_carries_half():
    state = acquire(table(somebody("pc")), Given("Wagon", WAGON), "pc")
    wagon = state.transports[0]
    assert not pulled(state, wagon)
    state = acquire(state, Given("Donkey", "modified_cairn.transport.donkey"), "pc")
    assert pulled(state, wagon)
    assert slow(state)
    assert [room(state, one) for one in state.transports] == [8, 2]
    state = acquire(state, Given("Horse", "modified_cairn.transport.horse"), "pc")
    assert [room(state, one) for one in state.transports] == [8, 4, 4]
    assert not slow(replace(state, transports=state.transports[2:]))


def test_a_line_of_gear_may_give_a_beast_other_room():
    state = acquire(table(somebody("pc")), Given("Rivertooth", "modified_cairn.transport.horse", slots_added=6), "pc")
    assert state.transports[0].slots == 6


@covers("modified_cairn.condition.strain_slot")
def test_the_owner_says_which_empty_slot_a_strain_fills():
    tired = replace(somebody("pc"), strain=("pack", "pack"), items=())
    state, play = act(table(tired), "shift_strain", "pc", ("shift", "pack", "body"))
    assert find(state, "pc").strain == ("body", "pack")
    assert play.asked[0].options == (("shift", "pack", "body"), ("shift", "pack", "hands"))
    full = replace(tired, strain=("hands", "hands", "body", "body", *["pack"] * 6))
    assert refused(table(full), "shift_strain", "pc") == "not_now"
