"""Things, slots, hands and armour, and how people handle them."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.attacks import attacks, stride
from tallow.games.cairn.combat.readiness import readiness
from tallow.games.cairn.entries import armours, weapons
from tallow.games.cairn.entries import things as price_list
from tallow.games.cairn.faces.sheet import conditions
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import (
    armor,
    carriers,
    coin_slots,
    fits,
    free_slots,
    hands,
    holding,
    load,
    slots,
    slots_used,
    spend,
    take_in_hand,
    tire,
)
from tallow.games.cairn.gear.things import from_ref, worn
from tallow.games.cairn.harm.healing import hindrance
from tallow.games.cairn.magic.effects import empty_hands
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Fight, Pay, Scar, State
from tallow.mechanics.conditions import gain
from tallow.play import Scripted, scripted
from tallow.testing import covers
from tests.games.cairn.newcomers import SETTINGS, act, item, one, refused, somebody, table, thing, things
from tests.games.playing import asked

DEPRIVED = Settings(full_inventory="deprived")


def tired(creature, *script):
    """Somebody after one Fatigue."""
    return one(scripted(tire, table(creature), creature.id, script=script), creature.id)


@covers("cairn.inventory.one_slot", "cairn.inventory.petty", "cairn.inventory.bulky", "cairn.inventory.ten")
def test_things_fill_one_slot_petty_ones_none_bulky_ones_two():
    carried = (
        from_ref("cairn.item.rope", "a"),
        from_ref("cairn.item.lantern", "b"),
        from_ref("cairn.weapon.medium", "c"),
    )
    assert slots_used(somebody("pc", *carried), SETTINGS) == 3
    heavy = (
        from_ref("cairn.armour.plate", "a"),
        from_ref("cairn.weapon.heavy", "b"),
        from_ref("cairn.item.chalk", "c"),
    )
    assert slots_used(somebody("pc", *heavy), SETTINGS) == 4
    nine = somebody("pc", *things(9))
    assert free_slots(nine, SETTINGS) == 1
    assert fits(nine, thing("one"), SETTINGS)
    assert not fits(nine, thing("bulky", 2), SETTINGS)


@covers("cairn.inventory.coins", "cairn.item.coins", "cairn.setting.coin_slots")
def test_coins_under_100_gp_are_petty():
    bag = Settings(coin_slots="one_bag")
    assert [coin_slots(gp, SETTINGS) for gp in (0, 99, 100, 199, 250)] == [0, 0, 1, 1, 2]
    assert [coin_slots(gp, bag) for gp in (99, 100, 1000)] == [0, 1, 1]
    assert slots_used(somebody("pc", *things(3), gp=250), SETTINGS) == 5


@covers("cairn.fatigue.slot", "cairn.condition.fatigue")
def test_fatigue_fills_slots_of_ones_own_and_is_no_thing_to_drop():
    tired = somebody("pc", *things(7), fatigue=2)
    assert slots_used(tired, SETTINGS) == 9
    state = table(somebody("pc", fatigue=3))
    assert refused(state, "drop", "pc") == "nothing_carried"


@covers("cairn.inventory.full", "cairn.condition.overburdened", "cairn.setting.full_inventory")
def test_ten_filled_slots_bring_hp_to_0_or_deprive():
    full = somebody("pc", *things(10))
    play = Scripted()
    assert load(play, full, SETTINGS, 0).hp == 0
    assert play.codes() == ["load.full"]
    assert load(Scripted(), somebody("pc", *things(9)), SETTINGS, 0).hp == 4
    kept = load(Scripted(), full, DEPRIVED, 7)
    assert (kept.hp, [(c.name, c.since) for c in kept.deprived]) == (4, [("full_inventory", 7)])
    assert load(Scripted(), kept, DEPRIVED, 9) == kept
    assert load(Scripted(), replace(kept, items=things(9)), DEPRIVED, 9).deprived == ()
    emptied = load(Scripted(), replace(full, hp=0, items=things(9)), SETTINGS, 0)
    assert emptied.hp == 0


@covers("cairn.inventory.full", "cairn.fatigue.sources")
def test_the_fatigue_that_fills_the_tenth_slot_shows_at_once():
    laden = somebody("pc", *things(9), hp=4)
    after = tired(laden)
    assert (after.fatigue, after.hp, slots_used(after, SETTINGS)) == (1, 0, 10)


@covers("cairn.fatigue.no_room")
def test_without_room_something_is_dropped_for_fatigue():
    full = somebody("pc", *things(8), thing("halberd", 2), hp=0)
    after = tired(full, "halberd")
    assert (after.fatigue, slots_used(after, SETTINGS)) == (1, 9)
    cart = replace(from_ref("cairn.item.cart", "cart"), place="hands")
    pulled = tired(somebody("pc", *things(8), cart), "cart")
    assert item(pulled, "Cart").place == "beside"


@covers("cairn.fatigue.no_room", "cairn.inventory.coins", "cairn.inventory.ten")
def test_coins_are_put_down_for_fatigue_where_they_fill_the_last_slot():
    state = scripted(tire, table(somebody("pc", gp=1000, hp=0)), "pc")
    rich = one(state, "pc")
    assert (rich.fatigue, rich.gp, slots_used(rich, SETTINGS)) == (1, 999, 10)
    assert [(lying.ref, lying.value_gp) for lying in state.ground] == [("cairn.item.coins", 1)]


@covers("cairn.fatigue.all_slots")
def test_ten_fatigue_and_one_more_is_collapse():
    after = tired(somebody("pc", fatigue=10, hp=0))
    assert (after.fatigue, after.conditions) == (10, ("collapsed",))


@covers("cairn.inventory.hands", "cairn.inventory.swap", "cairn.inventory.bulky", "cairn.item.torch")
def test_two_hands_hold_a_sword_and_a_shield_and_a_torch_needs_one_of_them():
    sword, shield = from_ref("cairn.weapon.medium", "s"), from_ref("cairn.armour.shield", "h")
    torch, halberd = from_ref("cairn.item.torch", "t"), from_ref("cairn.weapon.heavy", "b")
    fighter = somebody("pc", sword, shield, torch, halberd)
    for which in ("s", "h"):
        fighter = take_in_hand(fighter, which)
    assert {i.id for i in holding(fighter)} == {"s", "h"}
    assert {i.id for i in holding(take_in_hand(fighter, "t"))} == {"h", "t"}
    assert {i.id for i in holding(take_in_hand(fighter, "b"))} == {"b"}
    assert slots(fighter) == 10
    assert slots(gain(fighter, "no_backpack")) == 4


@covers("cairn.scar.sundered", "cairn.scar.broken_limb")
def test_a_lost_or_broken_arm_is_a_hand_less():
    assert hands(somebody("pc")) == 2
    assert hands(somebody("pc", scars=(Scar("cairn.scar.sundered", "hand"),))) == 1
    assert hands(somebody("pc", scars=(Scar("cairn.scar.broken_limb", "Arm", open=True),))) == 1
    assert hands(somebody("pc", scars=(Scar("cairn.scar.broken_limb", "Arm"),))) == 2


@covers("cairn.armour.*", "cairn.armor.cap", "cairn.armor.shield")
@pytest.mark.parametrize("ref", armours())
def test_each_piece_of_armour(ref):
    entry = armours()[ref]
    piece = from_ref(ref, "a")
    assert (piece.slots, piece.hands, piece.armor, piece.bonus) == (entry.slots, entry.hands, entry.armor, entry.bonus)
    on = worn(piece)
    assert on.place == ("hands" if ref == "cairn.armour.shield" else "worn")
    assert armor(somebody("pc", on)) == entry.armor
    assert armor(somebody("pc", piece)) == 0
    chain = worn(from_ref("cairn.armour.chainmail", "c"))
    together = armor(somebody("pc", on, chain))
    assert together == (min(3, 2 + entry.armor) if entry.bonus else max(2, entry.armor))


@covers("cairn.armor.cap", "cairn.armor.shield")
def test_armor_adds_up_to_3_and_two_shields_count_once():
    def clad(*names):
        return somebody("pc", *(worn(from_ref(f"cairn.armour.{name}", f"{name}{at}")) for at, name in enumerate(names)))

    assert armor(clad("plate", "shield", "helmet")) == 3
    assert armor(clad("plate", "helmet")) == 3
    assert armor(clad("chainmail", "shield")) == 3
    reading = take_in_hand(somebody("pc", *clad("chainmail", "shield").items, thing("book", hands=2)), "book")
    assert armor(reading) == 2
    assert armor(clad("shield", "shield")) == 1
    assert armor(clad("helmet", "gambeson", "shield")) == 3
    assert armor(somebody("pc", armor=5)) == 3


@covers("cairn.weapon.*", "cairn.combat.unarmed")
@pytest.mark.parametrize("ref", weapons())
def test_each_class_of_weapons(ref):
    entry = weapons()[ref]
    weapon = from_ref(ref, "w")
    assert (weapon.slots, weapon.hands, weapon.damage, weapon.range) == (
        entry.slots, entry.hands, entry.damage, entry.range,
    )  # fmt: skip
    sides = {"unarmed": 4, "light": 6, "medium": 8, "heavy": 10, "sling": 6, "bow": 6, "crossbow": 8}
    (attack,) = attacks(somebody("pc", weapon))
    assert attack.dice == (sides[ref.rpartition(".")[2]],)
    assert attack.ranged == (ref.rpartition(".")[2] in {"sling", "bow", "crossbow"})
    assert weapon.name in (entry.kinds or (entry.name,))


@covers("cairn.item.*")
@pytest.mark.parametrize("ref", price_list())
def test_each_thing_of_the_price_list(ref):
    entry = price_list()[ref]
    made = from_ref(ref, "x")
    assert (made.name, made.slots, made.uses, made.save, made.damage) == (
        entry.name, entry.slots, entry.uses, entry.save, entry.damage,
    )  # fmt: skip
    assert made.effect == entry.effect
    assert made.room == {"cart": 4, "horse": 4, "mule": 6, "wagon": 8}.get(ref.rpartition(".")[2], 0)
    owner = somebody("pc", made)
    assert slots_used(owner, SETTINGS) == (0 if made.room else entry.slots)
    if entry.damage:
        assert [a.dice for a in attacks(owner)] == [(6,)]
    left = owner
    for used in range(entry.uses):
        assert item(left, entry.name).uses == entry.uses - used
        left = spend(left, "x")
    assert bool(left.items) == (entry.uses == 0)


@covers("cairn.action.take", "cairn.inventory.ten", "cairn.inventory.full")
def test_taking_up_what_fits_and_the_tenth_slot_at_once():
    state = table(somebody("pc", *things(9)), ground=(thing("rope"), thing("anvil", 2)))
    after, play = act(state, "take_up", "pc")
    assert item(one(after, "pc"), "Rope")
    assert [i.id for i in after.ground] == ["anvil"]
    assert one(after, "pc").hp == 0
    assert play.codes() == ["item.taken", "load.full"]
    assert refused(after, "take_up", "pc") == "nothing_to_take"
    deprived, _ = act(replace(state, settings=DEPRIVED), "take_up", "pc")
    assert (one(deprived, "pc").hp, len(one(deprived, "pc").deprived)) == (4, 1)


@covers("cairn.action.drop", "cairn.inventory.coins")
def test_dropping_frees_slots_and_coins_can_be_put_down_and_taken_up():
    rich = table(somebody("pc", *things(8), gp=250))
    assert free_slots(one(rich, "pc"), SETTINGS) == 0
    after, _ = act(rich, "drop", "pc", "coins", 200)
    assert (one(after, "pc").gp, free_slots(one(after, "pc"), SETTINGS)) == (50, 2)
    back, _ = act(after, "take_up", "pc")
    assert one(back, "pc").gp == 250
    assert back.ground == ()
    fuller = replace(after, party=(somebody("pc", *things(9), gp=50),))
    assert refused(fuller, "take_up", "pc") == "nothing_to_take"


@covers("cairn.action.drop", "cairn.hireling.play")
def test_handing_over_goes_only_to_who_can_carry_it():
    porter = somebody("h", *things(9), kind="hireling")
    state = table(somebody("pc", thing("anvil", 2), thing("gem")), porter, somebody("pc2", seat="ben"))
    after, _ = act(state, "hand_over", "pc", "anvil")
    assert item(one(after, "pc2"), "Anvil")
    after, _ = act(after, "hand_over", "pc", "h")
    assert item(one(after, "h"), "Gem")
    assert one(after, "h").hp == 0
    alone = table(somebody("pc", thing("anvil", 2)), porter)
    assert refused(alone, "hand_over", "pc") == "nothing_to_hand_over"
    coins, _ = act(table(somebody("pc", gp=30), somebody("pc2")), "hand_over", "pc", 10)
    assert [c.gp for c in coins.party] == [20, 10]


@covers("cairn.inventory.swap")
def test_in_a_fight_dropping_is_free_and_one_thing_a_turn_is_taken_in_hand():
    fight = Fight(acting=("pc",))
    foe = spawn(monsters()["cairn.monster.goblin"], "g")
    fighter = somebody("pc", thing("sword", damage="d8"), thing("shield", armor=1, bonus=True), thing("rope"))
    state = table(fighter, foes=(foe,), fight=fight, phase="fight")
    state, _ = act(state, "hold", "pc", "sword")
    assert refused(state, "hold", "pc") == "took_already"
    assert refused(state, "take_up", "pc") == "took_already"
    state, _ = act(state, "drop", "pc", "rope")
    assert [i.id for i in holding(one(state, "pc"))] == ["sword"]
    waiting = replace(state, fight=replace(fight, acting=()))
    assert refused(waiting, "drop", "pc") == "not_now"
    assert refused(state, "put_on", "pc") == "not_now"


@covers("cairn.inventory.hands", "cairn.armor.shield")
def test_in_hand_and_away_on_and_off():
    state = table(somebody("pc", thing("shield", armor=1, bonus=True), thing("mail", 2, armor=2, hands=0)))
    state, _ = act(state, "hold", "pc")
    assert refused(state, "hold", "pc") == "nothing_to_hold"
    assert armor(one(state, "pc")) == 1
    state, _ = act(state, "put_on", "pc")
    assert armor(one(state, "pc")) == 3
    assert refused(state, "put_on", "pc") == "nothing_to_wear"
    state, _ = act(state, "put_away", "pc")
    assert refused(state, "put_away", "pc") == "hands_empty"
    state, _ = act(state, "take_off", "pc")
    assert armor(one(state, "pc")) == 0
    assert refused(state, "take_off", "pc") == "nothing_worn"
    two = somebody("pc", thing("mail", 2, armor=2, hands=0, place="worn"), thing("plate", 2, armor=3, hands=0))
    changed, _ = act(table(two), "put_on", "pc")
    assert [i.place for i in one(changed, "pc").items] == ["pack", "worn"]


@covers("cairn.inventory.hands")
def test_without_the_backpack_six_slots_are_missing():
    state = table(somebody("pc", *things(5), thing("ring", 0)))
    state, _ = act(state, "set_down_pack", "pc", "thing4")
    bare = one(state, "pc")
    assert (slots(bare), slots_used(bare, SETTINGS)) == (4, 4)
    assert bare.hp == 0
    assert hindrance(bare, SETTINGS) == "full"
    assert "full_inventory" in [tag.name for tag in conditions(bare, SETTINGS)]
    state, _ = act(state, "drop", "pc", "thing0")
    assert hindrance(one(state, "pc"), SETTINGS) == ""
    assert refused(state, "set_down_pack", "pc") == "not_now"
    pack = next(i.id for i in state.ground if i.name == "backpack")
    state, _ = act(state, "take_up", "pc", pack)
    assert slots(one(state, "pc")) == 10
    assert all(i.name != "backpack" for i in (*state.ground, *one(state, "pc").items))


@covers("cairn.inventory.transport")
def test_what_is_larger_once_it_is_taken_off_needs_room_for_that():
    arm = replace(thing("arm", place="worn"), qualities=("limb",), slots=0)
    mule = from_ref("cairn.item.mule", "mule")
    loaded = [replace(one, place="mule") for one in things(5)]
    assert refused(table(somebody("pc", arm, mule, *loaded)), "load_up", "pc") == "nothing_to_load"
    after, _ = act(table(somebody("pc", arm, mule, *loaded[:4])), "load_up", "pc")
    assert next(item for item in one(after, "pc").items if item.id == "arm").place == "mule"


@covers("cairn.inventory.transport", "cairn.item.mule")
def test_ten_things_and_a_mule():
    state = table(somebody("pc", *things(10), from_ref("cairn.item.mule", "mule")))
    for at in range(6):
        state, _ = act(state, "load_up", "pc", f"thing{at}")
    owner = one(state, "pc")
    assert slots_used(owner, SETTINGS) == 4
    assert sum(1 for i in owner.items if i.place == "mule") == 6
    assert refused(state, "load_up", "pc") == "nothing_to_load"
    state, _ = act(state, "unload", "pc", "thing0")
    assert slots_used(one(state, "pc"), SETTINGS) == 5
    full = table(somebody("pc", *things(10), from_ref("cairn.item.mule", "mule"), thing("box", place="mule")))
    assert refused(full, "unload", "pc") == "nothing_to_unload"


@covers("cairn.inventory.transport", "cairn.item.cart")
def test_a_cart_takes_both_hands_and_2_slots_while_pulled_and_none_left_standing():
    cart = from_ref("cairn.item.cart", "cart")
    state = table(somebody("pc", cart, thing("sword", damage="d8", place="hands"), *things(3)))
    assert slots_used(one(state, "pc"), SETTINGS) == 4
    state, _ = act(state, "hold", "pc", "cart")
    assert slots_used(one(state, "pc"), SETTINGS) == 6
    assert [i.id for i in holding(one(state, "pc"))] == ["cart"]
    for at in range(3):
        state, _ = act(state, "load_up", "pc", f"thing{at}")
    assert slots_used(one(state, "pc"), SETTINGS) == 3
    state, _ = act(state, "put_away", "pc")
    assert slots_used(one(state, "pc"), SETTINGS) == 1
    state, _ = act(state, "drop", "pc", "cart")
    assert [i.id for i in state.ground] == ["cart", "thing0", "thing1", "thing2"]
    state, _ = act(state, "take_up", "pc")
    assert state.ground == ()
    assert sum(1 for i in one(state, "pc").items if i.place == "cart") == 3


@covers("cairn.inventory.transport", "cairn.inventory.full", "cairn.setting.full_inventory")
def test_whoever_loads_the_mule_of_another_is_full_no_more():
    laden = load(Scripted(), somebody("pc", *things(10)), DEPRIVED, 0)
    assert laden.deprived
    state = table(laden, somebody("pal", from_ref("cairn.item.mule", "mule")), settings=DEPRIVED)
    state, _ = act(state, "load_up", "pc", "thing0")
    assert item(one(state, "pal"), "Thing0").place == "mule"
    assert one(state, "pc").deprived == ()


@covers("cairn.inventory.full", "cairn.inventory.ten")
def test_what_is_found_or_given_fills_slots_at_once():
    nine, ten = somebody("pc", *things(9)), somebody("pc", *things(10), hp=0)
    found, _ = act(table(nine), "find_spell", "", "spellbook", "cairn.spell.web")
    assert one(found, "pc").hp == 0
    found, _ = act(table(nine), "find_relic", "", "cairn.relic.skull_whistle")
    assert one(found, "pc").hp == 0
    led, _ = act(table(ten), "give_thing", "", "cairn.item.mule", "pc")
    assert item(one(led, "pc"), "Mule").place == "beside"


@covers("cairn.inventory.swap", "cairn.dungeon.light")
def test_who_has_no_hands_lets_a_torch_go_out():
    torch = from_ref("cairn.item.torch", "torch")
    bearer = somebody("pc", replace(torch, place="hands", lit=True))
    assert empty_hands(bearer).items == (torch,)


@covers("cairn.item.horse", "cairn.item.wagon", "cairn.inventory.transport", "cairn.table.bonekeeper_1")
def test_a_wagon_needs_a_beast_and_a_donkey_before_it_bears_2_more():
    wagon = from_ref("cairn.item.wagon", "wagon")
    assert refused(table(somebody("pc", wagon, *things(2))), "load_up", "pc") == "not_now"
    drawn = table(somebody("pc", wagon, from_ref("cairn.item.horse", "horse"), *things(2)))
    after, _ = act(drawn, "load_up", "pc", "thing0", "wagon")
    assert item(one(after, "pc"), "Thing0").place == "wagon"
    burial = somebody("pc", thing("donkey", 0, room=4), thing("w", 0, name="Burial wagon", room=6))
    assert dict(carriers(burial)) == {"donkey": 6, "w": 6}
    assert dict(carriers(somebody("pc", thing("donkey", 0, room=4)))) == {"donkey": 4}


@covers("cairn.inventory.transport", "cairn.table.outrider_2")
def test_horses_that_are_creatures_carry_and_are_ridden():
    def beast(name):
        return replace(spawn(monsters()[f"cairn.monster.ally_{name}"], name, seat="anna"), pay=Pay("pc1"))

    pair = (somebody("pc1", *things(7)), somebody("pc2", *things(2), seat="ben"))
    state = table(*pair, beast("rivertooth"))
    for at in range(6):
        state, _ = act(state, "load_up", "pc1", f"thing{at}")
    assert slots_used(one(state, "pc1"), SETTINGS) == 1
    assert refused(state, "load_up", "pc1") == "nothing_to_load"
    state = table(*pair, beast("rivertooth"))
    state, _ = act(state, "ride", "pc1")
    state, _ = act(state, "ride", "pc2")
    for at in range(2):
        state, _ = act(state, "load_up", "pc1", f"thing{at}")
    assert refused(state, "load_up", "pc1") == "nothing_to_load"
    swift, _ = act(table(*pair, beast("linden_white")), "ride", "pc1")
    assert "swift_mount" in one(swift, "pc1").conditions
    down, _ = act(swift, "dismount", "pc1")
    assert one(down, "pc1").conditions == ()
    fast, _ = act(table(*pair, beast("stray_fogger")), "ride", "pc1")
    assert (stride(one(swift, "pc1")), stride(one(fast, "pc1"))) == (40, 120)
    down, _ = act(fast, "dismount", "pc1")
    assert stride(one(down, "pc1")) == 40


@covers("cairn.table.outrider_2", "cairn.combat.no_save_needed")
def test_the_owner_of_a_piebald_cob_is_never_unaware():
    horse = replace(spawn(monsters()["cairn.monster.ally_piebald_cob"], "horse"), pay=Pay("pc1"))
    first, second = somebody("pc1"), somebody("pc2")
    for whose, other, warned in ((first, horse, True), (second, horse, False), (first, gain(horse, "dead"), False)):
        play = Scripted("save")
        readiness(play, table(first, second, other), whose)
        assert ("unaware" not in asked(play, "readiness")[0].options) is warned


@covers("cairn.fatigue.no_room")
def test_what_is_dropped_for_fatigue_lies_on_the_ground():
    full = somebody("pc", *things(10), hp=0)
    state = scripted(tire, State(party=(full,)), "pc", script=[full.items[3].id])
    assert [item.id for item in state.ground] == [full.items[3].id]
    assert state.party[0].fatigue == 1
