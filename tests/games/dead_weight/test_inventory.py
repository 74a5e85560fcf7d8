"""Inventory: what a thing is, slots of body and containers, the limit, and moving things from place to place."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.games.dead_weight.entries.gear import armours, containers, shields, things, weapons
from tallow.games.dead_weight.gear import handling
from tallow.games.dead_weight.gear.handling import (
    DEEDS,
    change_equipment,
    changes,
    drop,
    givable,
    give,
    grips,
    hand_over,
    hold,
    holdable,
    put_away,
    put_on,
    rearrange,
    spoils,
    take_from_fallen,
    take_off,
    take_up,
    takeable,
    takers,
)
from tallow.games.dead_weight.gear.inventory import (
    CARRIED,
    HANDS,
    RING,
    arms,
    capacity,
    carries,
    encumbered,
    fits,
    hands_for,
    held,
    limit,
    liquid,
    load,
    place_for,
    shield_in_hand,
    shield_tokens,
    size,
    spill,
    stow,
    thing,
    used,
    weapons_in_hand,
    with_container,
    with_item,
    with_role,
    without,
)
from tallow.games.dead_weight.harm.mortal import die, suffer_trauma
from tallow.games.dead_weight.state import Camp, Item, Purse, Score, adventurer
from tallow.testing import covers
from tests.games.dead_weight.people import fighting, somebody, table
from tests.games.playing import done

EVERY = (*things(), *weapons(), *armours(), *shields())
DEED: dict[str, Any] = {deed.name: deed for deed in DEEDS}


def has(*names, id_="zael", **more):
    """Somebody with these things: `falchion@right` is held in the right hand."""
    items = []
    for n, said in enumerate(names, 1):
        name, _, place = said.partition("@")
        ref = next(r for r in EVERY if r.endswith(f".{name}"))
        items.append(thing(ref, f"{id_[0]}{n}", place=place))
    return somebody(id_, items=tuple(items), **more)


def stowed(one, item):
    """Somebody with one thing more; there has to be room."""
    found = stow(one, item)
    assert found is not None
    return found


def places(one):
    return [item.place for item in one.items]


def after(rule, *party, script=(), **more):
    """Somebody after having done this, and the table."""
    state, play = done(rule, table(*party, **more), party[0].id, script=script)
    return adventurer(state, party[0].id), state, play


@covers("dead_weight.trappings.slots", "dead_weight.trappings.tiny")
@pytest.mark.parametrize("ref", EVERY)
def test_every_entry_makes_a_thing(ref):
    made = thing(ref, "i1")
    of = weapons().get(ref) or armours().get(ref) or shields().get(ref) or things()[ref]
    assert (made.name, made.ref, made.count) == (of.name, ref, 1)
    assert made.usage == int(getattr(of, "usage", "")[1:] or 0)
    assert made.ap == getattr(of, "ap", 0)
    assert made.slots == getattr(of, "slots", 1)
    assert (made.place == "notes") == (made.slots == 0)
    assert thing(ref, "i1", usage=20, count=2).usage == 20


@covers("dead_weight.armour.*")
@pytest.mark.parametrize("ref", armours())
def test_every_armour_takes_torso_slots_only_if_it_has_points(ref):
    of = armours()[ref]
    worn = thing(ref, "a", place="worn")
    assert worn.ap == of.ap
    assert size(worn) == of.worn_slots == min(1, of.ap)
    assert size(replace(worn, place="torso")) == 1
    one = somebody(items=(worn,))
    assert used(one, "torso") == of.worn_slots


@covers("dead_weight.shield.*")
@pytest.mark.parametrize(("name", "tokens"), [("wooden_shield", 1), ("small_metal_shield", 2), ("improvised", 1)])
def test_every_shield_places_its_tokens(name, tokens):
    one = has(f"{name}@left")
    held_ = shield_in_hand(one)
    assert held_ is not None
    assert shield_tokens(held_) == tokens
    assert shield_in_hand(has(name)) is None
    assert shield_in_hand(with_item(one, replace(held_, broken=True))) is None


def test_anything_that_the_gm_accepts_serves_as_a_shield():
    door = Item("door", "Cupboard door", place="left", marks=("shield",))
    assert shield_in_hand(somebody(items=(door,))) == door
    assert shield_tokens(door) == 1


@covers("dead_weight.weapon.one_hand")
def test_weapons_take_one_hand_unless_stated():
    assert {short(ref) for ref in weapons() if hands_for(thing(ref, "w")) == 2} == {
        "battle_axe", "spear", "short_bow", "crossbow",
    }  # fmt: skip


def short(ref):
    return ref.rsplit(".", 1)[1]


@covers("dead_weight.inventory.limit")
@pytest.mark.parametrize(("strength", "most"), [(0, 3), (1, 5), (2, 7), (3, 9)])
def test_the_limit_is_three_and_two_for_each_point_of_strength(strength, most):
    tired = (strength, 0, min(1, strength))
    one = somebody(strength=tired, items=tuple(thing("dead_weight.item.rope", f"r{n}") for n in range(most)))
    assert limit(one) == most == load(one)
    assert not encumbered(one)
    assert encumbered(stowed(one, thing("dead_weight.item.rope", "more")))


@covers("dead_weight.inventory.limit", "dead_weight.container.pack_mule", "dead_weight.trappings.tiny")
def test_what_is_very_small_or_on_a_mule_does_not_count():
    one = has("chalk", "lock_of_hair", "rope@mule", "loincloth@worn", "falchion@right", "scale_armor@worn")
    assert load(one) == 2


@covers("dead_weight.trappings.awkward")
def test_a_fragile_oversized_mirror_takes_three_slots():
    mirror = Item("mirror", "Mirror", awkward=("fragile", "oversized"))
    assert size(mirror) == 3
    one = somebody(items=(mirror,), strength=0)
    assert load(one) == 3
    assert used(one, "back") == 3
    assert size(thing("dead_weight.item.pole", "p")) == 2


@covers("dead_weight.inventory.start", "dead_weight.trappings.containers", "dead_weight.trappings.hands")
def test_slots_at_the_start():
    one = somebody()
    assert {place: capacity(one, place) for place in (*CARRIED, "liquid", "mule")} == {
        "torso": 4, "right_carried": 2, "left_carried": 2, "belt": 1, "liquid": 1, "back": 4,
        "small_1": 0, "small_2": 0, "mule": 0,
    }  # fmt: skip
    assert total(one) == 14
    assert total(with_container(one, "dead_weight.container.backpack")) == 17


@covers("dead_weight.container.*", "dead_weight.trappings.containers", "dead_weight.inventory.sheet_lists")
def test_the_most_slots_that_there_can_be():
    one = somebody()
    for name in ("small_pouch", "skin", "backpack", "small_bag", "small_bag", "small_bag"):
        one = with_container(one, f"dead_weight.container.{name}")
    assert total(one) == 25
    assert one.containers == ("small_pouch", "skin", "backpack", "small_bag", "small_bag")
    for of in containers().values():
        place = {"extra": "small_1"}.get(of.place, of.place)
        assert capacity(somebody(containers=(short(of.id),)), place) == of.slots
    for back in ("bag", "belt", "canteen"):
        one = with_container(one, f"dead_weight.container.{back}")
    assert total(one) == 20
    assert capacity(with_container(one, "dead_weight.container.pack_mule"), "mule") == 10


def total(one):
    return sum(capacity(one, place) for place in (*CARRIED, "liquid"))


@covers("dead_weight.trappings.torso")
def test_worn_armour_takes_torso_slots():
    one = has("scale_armor@worn", "cape_with_coat_of_arms@worn")
    assert used(one, "torso") == 2
    assert capacity(one, "torso") == 4
    four = has("scale_armor@worn", "cape_with_coat_of_arms@worn", "rope@torso", "wand@torso", "sturdy_helmet")
    assert not fits(four, four.items[4], "worn")
    assert fits(four, thing("dead_weight.armour.cloak", "c"), "worn")


@covers("dead_weight.trappings.hands", "dead_weight.trappings.hand_equipped")
def test_a_hand_that_holds_something_carries_nothing_more():
    assert capacity(somebody(), "right_carried") + capacity(somebody(), "left_carried") == 4
    armed = has("falchion@right", "wooden_shield@left")
    assert capacity(armed, "right_carried") == capacity(armed, "left_carried") == 0
    assert load(armed) == 2
    assert capacity(has("falchion@right"), "left_carried") == 2
    axe = has("battle_axe@both")
    assert capacity(axe, "right_carried") == capacity(axe, "left_carried") == 0


@covers("dead_weight.container.canteen", "dead_weight.container.skin")
def test_only_liquids_in_the_canteen_and_plain_water_nowhere_else():
    one = somebody()
    water, tonic, rope = (thing(f"dead_weight.item.{name}", name) for name in ("water", "healing_tonic", "rope"))
    assert [liquid(item) for item in (water, tonic, rope)] == [True, True, False]
    assert place_for(one, water) == place_for(one, tonic) == "liquid"
    full = stowed(one, water)
    assert place_for(full, tonic) == "back"
    assert place_for(full, replace(water, id="more")) == ""
    assert not fits(one, rope, "liquid")
    assert not fits(one, water, "back")
    assert place_for(somebody(containers=("skin",), items=(replace(water, place="liquid"),)), tonic) == "liquid"


@covers("dead_weight.trappings.slots")
def test_packs_are_one_stack_up_to_their_size():
    one = stowed(somebody(), thing("dead_weight.item.bandages", "b1", count=2))
    one = stowed(one, thing("dead_weight.item.bandages", "b2"))
    assert [(item.id, item.count) for item in one.items] == [("b1", 3)]
    one = stowed(one, thing("dead_weight.item.bandages", "b3"))
    assert [item.count for item in one.items] == [3, 1]
    one = stowed(somebody(), thing("dead_weight.item.holy_water", "h1"))
    assert len(stowed(one, thing("dead_weight.item.holy_water", "h2")).items) == 2


def test_when_all_is_full_nothing_more_goes_in():
    one = somebody()
    for n in range(13):
        one = stowed(one, thing("dead_weight.item.rope", f"r{n}"))
    assert stow(one, thing("dead_weight.item.rope", "more")) is None
    assert stowed(one, thing("dead_weight.item.chalk", "c"))


@settings(max_examples=60)
@given(st.lists(st.sampled_from(EVERY), max_size=24), st.lists(st.sampled_from(sorted(containers())), max_size=5))
def test_nothing_is_ever_stowed_where_there_is_no_room(refs, more):
    one = somebody()
    for container in more:
        one = with_container(one, container)
    for n, ref in enumerate(refs):
        one = stow(one, thing(ref, f"i{n}")) or one
    for place in (*CARRIED, "liquid", "mule"):
        assert used(one, place) <= capacity(one, place)


@covers("dead_weight.trappings.broken")
def test_a_broken_weapon_cannot_strike():
    one = has("falchion@right", "dagger@left", "cane")
    assert [item.name for item in weapons_in_hand(one)] == ["Falchion", "Dagger"]
    assert [item.name for item in held(one)] == ["Falchion", "Dagger"]
    broken = with_item(one, replace(one.items[0], broken=True))
    assert [item.name for item in weapons_in_hand(broken)] == ["Dagger"]
    assert load(broken) == load(one)


def test_what_somebody_has_at_hand():
    one = has("crystal_ball", "quarterstaff@right", "torch@mule")
    assert with_role(one, "conductor") == one.items[1]
    assert with_role(one, "grimoire") is None
    assert carries(one, "dead_weight.item.torch") is None
    assert carries(one, "dead_weight.item.crystal_ball") == one.items[0]


@covers("dead_weight.trauma.broken_arm")
def test_a_broken_arm_loses_its_hand():
    one = has("battle_axe@both", "rope@back", "wand@back", "wand@back", "wand@back", "rope@belt")
    one = replace(one, items=(*one.items, *(thing("dead_weight.item.rope", f"t{n}", place="torso") for n in range(4))))
    state, play = done(suffer_trauma, table(one), "zael", "broken_arm")
    lame = adventurer(state, "zael")
    assert arms(lame) == ("right",)
    assert lame.items[0].name != "Battle axe" or lame.items[0].place == "right_carried"
    assert weapons_in_hand(lame) == ()
    assert capacity(lame, "left_carried") == 0
    assert grips(lame, one.items[0]) == ()
    assert grips(lame, thing("dead_weight.weapon.spear", "s")) == ("right",)
    assert play.codes()[0] == "trauma"


def test_what_has_lost_its_place_falls():
    one = has("water@liquid", "rope@back", containers=("belt",))
    state, play = done(spill, table(one), "zael", "dead_weight.trappings.containers")
    assert [item.name for item in state.ground] == ["Water"]
    assert places(adventurer(state, "zael")) == ["belt"]
    assert play.codes() == ["item.dropped"]


@covers("dead_weight.exploration.free_equip", "dead_weight.trappings.hand_equipped")
def test_a_free_hand_takes_what_is_wanted_without_a_question():
    one, _, _ = after(hold, has("falchion", "dagger"), script=["z1"])
    assert places(one) == ["right", "back"]
    one, _, _ = after(hold, one)
    assert places(one) == ["right", "left"]


def test_with_both_hands_full_the_player_says_which():
    one, _, play = after(hold, has("falchion@right", "wooden_shield@left", "dagger"), script=["left"])
    assert places(one) == ["right", "back", "left"]
    assert play.asked[0].options == ("right", "left")


def test_what_two_hands_hold_goes_back_when_one_takes_another_thing():
    one, _, _ = after(hold, has("battle_axe@both", "dagger"))
    assert places(one) == ["back", "right"]
    one, _, _ = after(hold, has("dagger@right", "torch@left", "battle_axe"))
    assert {i.name: i.place for i in one.items} == {"Dagger": "back", "Torch": "back", "Battle axe": "both"}


@covers("dead_weight.weapon.spear")
def test_a_spear_goes_in_one_hand_or_both():
    one, _, play = after(hold, has("spear", "wooden_shield@left"), script=["right"])
    assert play.asked[0].options == ("both", "right", "left")
    assert {i.name: i.place for i in one.items} == {"Spear": "right", "Wooden shield": "left"}


@covers("dead_weight.action.combat_item")
def test_without_a_slot_the_old_thing_falls_on_the_square():
    one = has("falchion@right", *(["rope@back"] * 4), "rope@belt", *(["rope@torso"] * 4), "dagger@left_carried",
              "dagger@left_carried", at=(3, 4))  # fmt: skip
    state = table(one, combat=fighting(turn="zael"))
    options = tuple(changes(state, "zael"))
    assert ("hold", "z11") in options
    state, play = done(change_equipment, state, "zael", script=[("hold", "z11")])
    assert {i.name: i.place for i in adventurer(state, "zael").items if i.id in {"z1", "z11"}} == {
        "Falchion": "right", "Dagger": "left",
    }  # fmt: skip
    assert [(item.name, item.place) for item in state.ground] == [("Dagger", "3,4")]
    assert "item.dropped" in play.codes()


def test_carried_things_make_way_for_what_the_hand_takes():
    one, _, _ = after(hold, has("falchion@belt", "rope@right_carried"), script=["z1"])
    assert {i.name: i.place for i in one.items} == {"Falchion": "right", "Rope": "back"}


def test_putting_away_what_is_in_hand():
    one, _, _ = after(put_away, has("falchion@right"))
    assert places(one) == ["back"]
    torch = replace(thing("dead_weight.item.torch", "t", place="left"), lit=True)
    one, _, _ = after(put_away, somebody(items=(torch,)))
    assert not one.items[0].lit
    assert one.items[0].usage == 8


@covers("dead_weight.trappings.torso")
def test_on_and_off():
    one, _, _ = after(put_on, has("scale_armor"))
    assert places(one) == ["worn"]
    one, _, _ = after(take_off, one)
    assert places(one) == ["back"]


@covers("dead_weight.item.cursed_ring_of_plague_protection")
def test_the_ring_curses_whoever_wears_it_until_it_is_off():
    one, _, _ = after(put_on, has("cursed_ring_of_plague_protection"))
    assert one.afflictions == ("cursed",)
    assert one.items[0].ref == RING
    off, _, _ = after(take_off, one)
    assert off.afflictions == ()
    assert places(off) == ["notes"]
    dropped, _, _ = after(drop, one)
    assert dropped.afflictions == ()
    assert without(one, one.items[0].id).afflictions == (), "lost by whatever comes"
    cursed, _, _ = after(put_on, replace(has("cursed_ring_of_plague_protection"), afflictions=("cursed",)))
    assert after(take_off, cursed)[0].afflictions == ("cursed",)


@covers("dead_weight.exploration.free_equip", "dead_weight.container.pack_mule")
def test_from_one_place_to_another():
    one = replace(has("rope@back", "falchion@right"), containers=("bag", "belt", "pack_mule"))
    moved, _, play = after(rearrange, one, script=["mule"])
    assert moved.items[0].place == "mule"
    assert load(moved) == 1
    assert play.asked[0].options == ("belt", "torso", "left_carried", "mule")


def test_down_and_up_again():
    one, state, _ = after(drop, has("rope", "wand"), script=["z1"])
    assert [item.name for item in one.items] == ["Wand"]
    state, _ = done(take_up, state, "zael")
    assert state.ground == ()
    assert [item.name for item in adventurer(state, "zael").items] == ["Wand", "Rope"]


@covers("dead_weight.item.silver_coin", "dead_weight.item.gold_coin")
def test_coins_go_into_the_purse():
    coins = tuple(replace(thing(f"dead_weight.item.{m}_coin", m), count=n) for m, n in (("silver", 12), ("gold", 2)))
    state, _ = done(take_up, table(somebody(), ground=coins), "zael", script=["silver"])
    state, _ = done(take_up, state, "zael")
    assert adventurer(state, "zael").purse == Purse(12, 2)
    assert state.ground == ()


def test_in_a_fight_only_what_lies_on_the_square_goes_straight_into_a_free_hand():
    ground = (
        thing("dead_weight.weapon.dagger", "here", place="1,1"),
        thing("dead_weight.item.rope", "there", place="2,2"),
    )
    state = table(somebody(at=(1, 1)), combat=fighting(turn="zael"), ground=ground)
    assert tuple(takeable(state, adventurer(state, "zael"))) == ("here",)
    state, _ = done(change_equipment, state, "zael")
    assert places(adventurer(state, "zael")) == ["right"]


@covers("dead_weight.exploration.free_equip", "dead_weight.action.combat_give")
def test_handing_over_needs_room_at_the_other_end():
    giver, taker = has("bandages", "water"), somebody("ann")
    giver = with_item(giver, replace(giver.items[0], count=3))
    state, _ = done(hand_over, table(giver, taker), "zael", script=["z1", 2])
    assert [(i.name, i.count) for i in adventurer(state, "ann").items] == [("Bandages", 2)]
    assert adventurer(state, "zael").items[0].count == 1
    dry = replace(taker, containers=("bag",))
    assert takers(table(giver, dry), giver, giver.items[1]) == ()
    assert tuple(givable(table(giver, dry), giver)) == ("z1",)


def test_in_a_fight_only_to_somebody_on_the_same_square():
    giver, near, far = has("rope", at=(1, 1)), somebody("ann", at=(1, 1)), somebody("bo", at=(2, 1))
    state = table(giver, near, far, combat=fighting(turn="zael"))
    assert takers(state, giver, giver.items[0]) == ("ann",)
    state, _ = done(give, state, "zael", "z1", "ann")
    assert [item.name for item in adventurer(state, "ann").items] == ["Rope"]
    assert adventurer(state, "zael").items == ()


@covers("dead_weight.trauma.paranoid")
def test_the_paranoid_share_nothing_but_rations_in_camp():
    giver, other = has("rope", "ration", traumas=("paranoid",)), somebody("ann")
    assert tuple(givable(table(giver, other), giver)) == ()
    camp = table(giver, other, camp=Camp("actions"))
    assert tuple(givable(camp, giver)) == ("z2",)
    assert tuple(givable(table(other, giver), replace(other, items=giver.items))) == ()


def test_silver_changes_hands():
    state = table(somebody(purse=Purse(9)), somebody("ann"))
    state, _ = done(hand_over, state, "zael", script=[4])
    assert [one.purse.silver for one in state.party] == [5, 4]


def with_fallen(*names, **more):
    """Zael beside the body of Ann, who carried these things."""
    state = table(somebody(), has(*names, id_="ann", **more))
    return done(die, state, "ann", "dead_weight.wound.death")[0]


@covers("dead_weight.wound.death")
def test_a_friend_takes_what_the_fallen_carried():
    state = with_fallen("falchion@right", "rope", purse=Purse(7, 1, 2))
    assert DEED["take_from_fallen"].shown(state, "zael")
    assert DEED["take_from_fallen"].refuse(state, "zael") is None
    state, play = done(take_from_fallen, state, "zael", script=["a1"])
    assert [item.name for item in adventurer(state, "zael").items] == ["Falchion"]
    assert [event.code for event in play.told] == ["item.inherited"]
    state, play = done(take_from_fallen, state, "zael", script=["purse"])
    assert adventurer(state, "zael").purse == Purse(7, 1, 2)
    assert adventurer(state, "ann").purse == Purse()
    assert [(line.code, *line.facts) for line in play.told] == [("purse.taken", "Zael", "Ann", 7, 1)]
    state, _ = done(take_from_fallen, state, "zael")
    assert adventurer(state, "ann").items == ()
    assert DEED["take_from_fallen"].refuse(state, "zael").code == "nothing_of_the_fallen"


@covers("dead_weight.wound.death")
def test_nothing_is_taken_from_the_living_nor_from_a_body_that_is_not_there():
    shown = DEED["take_from_fallen"].shown
    assert not shown(table(somebody(), has("rope", id_="ann")), "zael")
    state = with_fallen("rope")
    assert not shown(replace(state, corpses=()), "zael")
    assert not shown(replace(state, combat=fighting(turn="zael")), "zael")
    assert not shown(state, "ann")


@covers("dead_weight.wound.death", "dead_weight.item.cursed_ring_of_plague_protection")
def test_what_there_is_no_room_for_stays_and_a_ring_curses_only_whoever_wears_it():
    state = with_fallen("rope")
    full = replace(adventurer(state, "zael"), containers=(), strength=Score(0))
    laden = full
    while (more := stow(laden, thing("dead_weight.item.rope", f"r{len(laden.items)}"))) is not None:
        laden = more
    assert spoils(adventurer(state, "ann"), laden) == ()
    ringed = with_fallen("cursed_ring_of_plague_protection@worn")
    state, _ = done(take_from_fallen, ringed, "zael")
    assert "cursed" not in adventurer(state, "zael").afflictions
    assert adventurer(state, "zael").items[0].place != "worn"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("hold", "nothing_to_hold"), ("put_away", "hands_empty"), ("put_on", "nothing_to_wear"),
        ("take_off", "nothing_worn"), ("rearrange", "nothing_to_move"), ("take_up", "nothing_to_take"),
        ("drop", "nothing_carried"), ("hand_over", "nothing_to_hand_over"),
    ],
)  # fmt: skip
def test_with_nothing_there_is_nothing_to_do(name, code):
    state = table(somebody())
    assert DEED[name].shown(state, "zael")
    assert DEED[name].refuse(state, "zael").code == code


def test_in_a_fight_things_are_handled_by_actions_and_only_dropping_is_free():
    state = table(has("rope"), combat=fighting(turn="zael"))
    assert [deed.name for deed in DEED.values() if deed.shown(state, "zael")] == ["drop"]
    waiting = table(has("rope"), combat=fighting(turn="ann"))
    assert not any(deed.shown(waiting, "zael") for deed in DEED.values())
    down = table(has("rope", conditions=("mortally_wounded",)))
    assert not any(deed.shown(down, "zael") for deed in DEED.values())


def test_every_change_that_is_offered_can_be_made():
    one = has("falchion@right", "spear", "scale_armor@worn", "padded_armor", "torch", at=(1, 1))
    ground = (thing("dead_weight.item.rope", "there", place="1,1"),)
    state = table(one, combat=fighting(turn="zael"), ground=ground)
    options = tuple(changes(state, "zael"))
    assert {how for how, _ in options} == set(handling.CHANGES)
    for option in options:
        script = [option, *(["both"] if option == ("hold", "z2") else [])]
        changed, _ = done(change_equipment, state, "zael", script=script)
        assert changed != state
        for place in (*CARRIED, "liquid"):
            assert used(adventurer(changed, "zael"), place) <= capacity(adventurer(changed, "zael"), place)


def test_what_is_held_is_no_longer_to_be_held():
    one = has("falchion@right", "rope")
    assert holdable(table(one), one) == ("z2",)
    assert set(HANDS) == {"right", "left", "both"}
