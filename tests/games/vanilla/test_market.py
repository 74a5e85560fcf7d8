"""Settlements: buying, selling, ammunition, bubbles, the smith."""

from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.entries import armour as pieces
from tallow.games.vanilla.entries import weapons
from tallow.games.vanilla.gear.inventory import treasure
from tallow.games.vanilla.gear.market import DEEDS, sell, worth
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.playing import asked, done
from tests.games.vanilla.casters import beast
from tests.games.vanilla.fighters import armour, perform, refusal, somebody, table, weapon
from tests.games.vanilla.townsfolk import hired

DAY = 1440


def town(*party, **more):
    return table(*party, place="settlement", **more)


@covers("vanilla.action.buy", "vanilla.item.prices")
@covers("vanilla.armour.light", "vanilla.armour.medium", "vanilla.armour.heavy", "vanilla.armour.shield")
def test_everything_at_its_price_and_new():
    goods: dict[str, Any] = {**weapons(), **pieces()}
    for ref, entry in goods.items():
        if ref == "vanilla.weapon.unarmed":
            continue
        after, _ = perform(DEEDS, "buy", town(somebody(coins=100)), "ann", [ref])
        one = after.party[0]
        assert one.coins == 100 - entry.price_gp
        (item,) = one.items
        assert (item.ref, item.place, item.empty) == (ref, "pack", False)
        assert item.ac == item.ac_start == getattr(entry, "ac", 0)
    prices = {ref.rpartition(".")[2]: weapon.price_gp for ref, weapon in weapons().items()}
    assert [prices[f"{size}_melee"] for size in ("small", "medium", "large")] == [2, 6, 12]
    assert [pieces()[f"vanilla.armour.{name}"].price_gp for name in ("light", "medium", "heavy", "shield")] == [
        20,
        40,
        60,
        10,
    ]


@covers("vanilla.action.buy", "vanilla.carry.full", "vanilla.bubble.used_up")
def test_only_what_coins_and_slots_allow_and_gear_at_the_gms_price():
    _, play = perform(DEEDS, "buy", town(somebody(coins=10)), "ann", ["vanilla.weapon.medium_melee"])
    options = asked(play, "buy_what")[0].options
    assert "vanilla.armour.shield" in options
    assert "vanilla.weapon.large_melee" not in options
    laden = somebody(coins=100, items=[weapon("large_melee", f"w{n}", "pack") for n in range(4)])
    _, play = perform(DEEDS, "buy", town(laden), "ann", ["vanilla.armour.light"])
    assert "vanilla.weapon.large_melee" not in asked(play, "buy_what")[0].options
    after, play = perform(DEEDS, "buy", town(somebody(coins=10, bubbles=5)), "ann", ["gear", "another", "a drum", 2])
    assert (after.party[0].gear, after.party[0].coins) == (("a drum",), 8)
    assert asked(play, "gear_price")[0].options == (1, 0, *range(2, 11), "none")
    after, play = perform(DEEDS, "buy", town(somebody(coins=10)), "ann", ["gear", "torch", 1])
    assert [(item.name, item.count) for item in after.party[0].items] == [("Torch", 6)], "and they can be lit"
    assert play.asked[-1].by == REFEREE
    assert refusal(DEEDS, "buy", town(somebody()), "ann") == "no_coins"
    assert refusal(DEEDS, "buy", table(somebody(coins=50)), "ann") is None


@covers("vanilla.item.prices")
def test_what_things_sell_for():
    assert worth(weapon("large_melee")) == 6
    assert worth(armour("heavy")) == 30
    assert worth(armour("heavy", ac=5)) == 0
    assert worth(treasure("cup", 60)) == 60
    after, play = perform(DEEDS, "sell", town(somebody(items=[weapon("large_melee")])), "ann", [6])
    assert (after.party[0].coins, after.party[0].items) == (6, ())
    assert play.asked[-1].by == REFEREE


@covers("vanilla.ranged.restock_buy", "vanilla.action.restock", "vanilla.service.ammunition")
@pytest.mark.parametrize(("size", "gp"), [("small", 1), ("medium", 3), ("large", 6)])
def test_ammunition_at_half_the_price(size, gp):
    state = town(somebody(coins=gp, items=[weapon(f"{size}_ranged", empty=True)]))
    after, _ = perform(DEEDS, "restock", state, "ann")
    assert after.party[0].coins == 0
    assert not after.party[0].items[0].empty
    poor = town(somebody(coins=gp - 1, items=[weapon(f"{size}_ranged", empty=True)]))
    assert refusal(DEEDS, "restock", poor, "ann") == "no_coins"
    assert refusal(DEEDS, "restock", table(*state.party), "ann") is None


@covers("vanilla.bubble.empty", "vanilla.action.empty_bubbles", "vanilla.service.bubbles")
@pytest.mark.parametrize("filled", [1, 2, 5])
def test_bubbles_are_emptied_for_a_flat_price(filled):
    state = town(somebody(coins=25, bubbles=filled, gear=("rope",) * filled))
    after, _ = perform(DEEDS, "empty_bubbles", state, "ann")
    one = after.party[0]
    assert (one.bubbles, one.coins, one.gear) == (0, 0, ("rope",) * filled)
    assert refusal(DEEDS, "empty_bubbles", town(somebody(coins=24, bubbles=filled)), "ann") == "no_coins"
    assert refusal(DEEDS, "empty_bubbles", town(somebody(coins=25)), "ann") is None


@covers("vanilla.wear.repair_cost", "vanilla.wear.repair_where", "vanilla.action.repair", "vanilla.service.blacksmith")
def test_five_gp_and_a_day_for_each_point():
    state = town(somebody(coins=15, items=[armour("heavy", ac=3)]))
    at_smith, _ = perform(DEEDS, "repair", state, "ann", [("blacksmith", 3, 15)])
    assert at_smith.party[0].coins == 0
    assert at_smith.party[0].items[0].place == "smith"
    assert at_smith.clock == state.clock, "the owner is free"
    back, play = perform(DEEDS, "collect", at_smith, "ann")
    assert [one.facts for one in play.told if one.code == "collects"] == [("Ann", at_smith.party[0].items[0].name)]
    item = back.party[0].items[0]
    assert (item.ac, item.place) == (6, "worn")
    assert back.clock == state.clock + 3 * DAY
    later, _ = perform(DEEDS, "collect", replace(at_smith, clock=state.clock + 9 * DAY), "ann")
    assert later.clock == state.clock + 9 * DAY
    assert refusal(DEEDS, "repair", table(*state.party), "ann") is None


@covers("vanilla.wear.repair_cap", "vanilla.wear.broken")
def test_never_above_the_start_and_never_the_broken():
    state = town(somebody(coins=100, items=[armour("medium", ac=3)]))
    one, play = perform(DEEDS, "repair", state, "ann", [])
    assert one.party[0].items[0].ac == 4
    assert not play.asked, "one point is all that can be repaired"
    broken = town(somebody(coins=100, items=[armour("medium", ac=0)]))
    assert refusal(DEEDS, "repair", broken, "ann") is None
    whole = town(somebody(coins=100, items=[armour("medium")]))
    assert refusal(DEEDS, "repair", whole, "ann") is None
    poor = town(somebody(coins=4, items=[armour("medium", ac=3)]))
    assert refusal(DEEDS, "repair", poor, "ann") == "no_coins"


@covers("vanilla.wear.repair_cost")
def test_a_smith_works_on_one_piece_at_a_time():
    state = town(somebody(coins=50, items=[armour("light", ac=1), armour("heavy", "a2", ac=4, place="pack")]))
    state, _ = perform(DEEDS, "repair", state, "ann", ["a1"])
    state, _ = perform(DEEDS, "repair", state, "ann", [("blacksmith", 2, 10)])
    assert [item.back - state.clock for item in state.party[0].items] == [DAY, 3 * DAY]


@covers("vanilla.helper.craftsman_repair")
def test_a_hired_craftsman_repairs_for_the_wage():
    state = hired("craftsman", town(somebody(coins=20, seat="p1", items=[armour("heavy", ac=2)])))
    assert state.party[0].coins == 0
    assert refusal(DEEDS, "repair", state, "ann") == ""
    after, play = perform(DEEDS, "repair", state, "ann", [("craftsman", 4, 0)])
    assert asked(play, "repair_points")[0].options == tuple([("craftsman", points, 0) for points in (4, 3, 2, 1)])
    back, _ = perform(DEEDS, "collect", after, "ann")
    assert back.party[0].items[0].ac == 6
    assert back.clock == state.clock + 4 * DAY
    dear, play = done(
        DEEDS[4].do, town(somebody(coins=20, items=[armour("heavy", ac=2)])), "ann", script=[("blacksmith", 4, 20)]
    )
    assert dear.party[0].coins == 0


@covers("vanilla.item.prices", "vanilla.carry.full", "vanilla.carry.coins")
def test_coins_of_a_sale_need_slots_too():
    crown = treasure("Crown", 500, "crown")
    full = somebody(items=(crown, weapon("large_melee", "a"), weapon("large_melee", "b")), slots=5)
    after, _ = perform(DEEDS, "sell", town(full), "ann", ["crown", 500])
    assert (after.party[0].coins, after.ground_coins) == (200, 300)


@covers("vanilla.xp.gold", "vanilla.item.treasure", "vanilla.monster.merchant")
def test_treasure_sold_in_the_wilds_counts_once_its_gold_is_home():
    cup = treasure("cup", 60, "t")
    met = replace(table(somebody(items=[cup]), foes=[beast("Merchant")], place="wilds"), phase="encounter")
    assert perform(DEEDS, "sell", met, "ann", [60])[0].brought == 60
    for foes in ((), (beast("Brigand"),), (beast("Merchant", conditions=("out",)),)):
        assert refusal(DEEDS, "sell", replace(met, foes=foes), "ann") is None, "nobody trades here"
    assert refusal(DEEDS, "sell", replace(met, phase="explore"), "ann") is None
    assert done(sell, town(somebody(items=[cup])), "ann", script=[60])[0].brought == 0
    counted = replace(cup, counted=True)
    assert done(sell, table(somebody(items=[counted])), "ann", script=[60])[0].brought == 0
