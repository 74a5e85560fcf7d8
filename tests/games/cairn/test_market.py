"""Prices, buying, selling and coins."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.entries import things as price_list
from tallow.games.cairn.entries import weapons
from tallow.games.cairn.gear.coins import change, with_coins, worth
from tallow.games.cairn.gear.inventory import slots_used
from tallow.games.cairn.gear.market import affordable, goods, on_list, price
from tallow.games.cairn.gear.things import from_ref
from tallow.games.cairn.settings import Settings
from tallow.testing import covers
from tests.games.cairn.newcomers import SETTINGS, act, item, one, refused, somebody, table, thing, things

DRAFT = Settings(price_list="with_draft")


@covers("cairn.market.prices", "cairn.setting.price_list", "cairn.item.repellent")
def test_the_list_has_printed_prices_and_drafts_only_where_the_table_wants_them():
    assert (price("cairn.item.repellent", SETTINGS), price("cairn.item.repellent", DRAFT)) == (10, 20)
    assert (price("cairn.weapon.heavy", DRAFT), price("cairn.armour.plate", SETTINGS)) == (20, 60)
    assert "cairn.item.crowbar" not in on_list(SETTINGS)
    assert "cairn.item.crowbar" in on_list(DRAFT)
    for never in ("cairn.item.spellbook", "cairn.item.scroll", "cairn.item.coins", "cairn.weapon.unarmed"):
        assert never not in on_list(DRAFT)
    assert all(price(ref, settings) > 0 for settings in (SETTINGS, DRAFT) for ref in on_list(settings))
    assert set(on_list(SETTINGS)) - set(goods(SETTINGS)) == {
        f"cairn.item.{name}"
        for name in ("room", "private_room", "medical_healing", "carriage_seat", "ships_passage", "stable")
    }


@covers("cairn.action.buy", "cairn.phase.town")
def test_only_what_can_be_paid_for_and_carried_is_offered():
    poor = somebody("pc", *things(8), gp=10)
    offered = affordable(table(poor), poor)
    assert "cairn.item.rations" in offered
    assert "cairn.item.bandages" not in offered
    assert "cairn.item.animal_feed" in offered
    assert "cairn.item.animal_feed" not in affordable(table(poor), replace(poor, items=things(9)))
    assert "cairn.item.cart" in affordable(table(poor), replace(poor, items=things(9), gp=30))
    assert refused(table(somebody("pc", gp=0)), "buy", "pc") == "cannot_buy"
    assert refused(table(poor, phase="wilderness"), "buy", "pc") == "not_now"


@covers("cairn.action.buy", "cairn.market.prices")
def test_buying_pays_carries_and_fills_the_tenth_slot_at_once():
    state, _ = act(table(somebody("pc", *things(8), gp=70)), "buy", "pc", "cairn.armour.plate")
    buyer = one(state, "pc")
    assert (buyer.gp, item(buyer, "Plate").slots, buyer.hp) == (10, 2, 0)
    state, _ = act(table(somebody("pc", gp=20)), "buy", "pc", "cairn.weapon.medium", "Flail")
    assert item(one(state, "pc"), "Flail").ref == "cairn.weapon.medium"
    state, _ = act(table(somebody("pc", gp=20)), "buy", "pc", "cairn.item.repellent", "Undead")
    assert item(one(state, "pc"), "Repellent (wolfsbane, mugwort)").qualities == ("repels undead",)


@covers("cairn.table.rill_runner_2", "cairn.item.room", "cairn.item.ships_passage")
def test_some_sleep_and_sail_for_nothing():
    performer = somebody("pc", boons=("rill_runner_2:1",))
    assert affordable(table(performer), performer) == ("cairn.item.room",)
    state, _ = act(table(performer), "buy", "pc")
    assert item(one(state, "pc"), "Room and board, 1 night").uses == 1
    sailor = somebody("pc", boons=("rill_runner_2:5",))
    assert affordable(table(sailor), sailor) == ("cairn.item.ships_passage",)


@covers("cairn.action.buy", "cairn.market.prices")
@pytest.mark.parametrize("ref", on_list(DRAFT))
def test_everything_on_the_list_can_be_bought_and_sold_for_half(ref):
    asked = price(ref, DRAFT)
    state = table(somebody("pc", gp=asked), settings=DRAFT)
    kinds = weapons()[ref].kinds[:1] if ref in weapons() else ()
    kind = ("Undead",) if ref == "cairn.item.repellent" else kinds
    offered = affordable(state, one(state, "pc"))
    state, _ = act(state, "buy", "pc", *([ref] if len(offered) > 1 else []), *kind)
    (bought,) = one(state, "pc").items
    assert (bought.ref, worth(one(state, "pc"))) == (ref, 0)
    if ref in price_list() and price_list()[ref].service:
        assert refused(state, "sell", "pc") == "nothing_to_sell"
        return
    state, _ = act(state, "sell", "pc", "sell")
    assert worth(one(state, "pc")) == asked * 50


@covers("cairn.market.prices", "cairn.market.treasure", "cairn.market.coins")
def test_goods_sell_for_half_treasure_for_its_worth_and_the_rest_for_what_the_warden_says():
    state = table(somebody("pc", from_ref("cairn.item.rope", "rope"), thing("gem", value_gp=500), thing("bone")))
    state, play = act(state, "sell", "pc", "rope", "sell")
    assert (one(state, "pc").gp, one(state, "pc").cp) == (2, 50)
    assert play.told[0].facts[2:] == (("2 gp", "5 sp"),)
    state, _ = act(state, "sell", "pc", "gem", "sell")
    assert (one(state, "pc").gp, one(state, "pc").cp) == (502, 50)
    kept, _ = act(state, "sell", "pc", 3, "keep")
    assert kept == state
    state, _ = act(state, "sell", "pc", 3, "sell")
    assert one(state, "pc").gp == 505


@covers("cairn.market.coins")
def test_a_gold_piece_is_10_silver_or_100_copper():
    assert change(250) == ("2 gp", "5 sp")
    assert change(0) == ("0 cp",)
    purse = with_coins(somebody("pc"), 250)
    assert (purse.gp, purse.cp, worth(purse)) == (2, 50, 250)
    assert worth(with_coins(purse, -175)) == 75
    with pytest.raises(ValueError, match="cannot pay"):
        with_coins(purse, -251)


@covers("cairn.inventory.ten", "cairn.inventory.coins", "cairn.market.prices")
def test_coins_without_a_slot_to_lie_in_stay_on_the_ground():
    gem = thing("gem", value_gp=500)
    state, play = act(table(somebody("pc", gem, *things(8))), "sell", "pc", "gem", "sell")
    seller = one(state, "pc")
    assert (seller.gp, slots_used(seller, SETTINGS), seller.hp) == (299, 10, 0)
    assert [lying.value_gp for lying in state.ground] == [201]
    assert "coins.left" in play.codes()
    full, _ = act(table(somebody("pc", *things(10), hp=0)), "divide_treasure", "", 300)
    assert (one(full, "pc").gp, slots_used(one(full, "pc"), SETTINGS)) == (99, 10)
    assert [lying.value_gp for lying in full.ground] == [201]


@covers("cairn.market.prices")
def test_a_beast_sold_leaves_its_load_behind():
    mule = from_ref("cairn.item.mule", "mule")
    state = table(somebody("pc", mule, thing("box", place="mule")))
    state, _ = act(state, "sell", "pc", "mule", "sell")
    assert (one(state, "pc").gp, [i.id for i in state.ground]) == (15, ["box"])
