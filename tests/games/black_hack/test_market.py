"""The market: prices by rarity, haggling, buying and selling, the armourer, and false coins."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.entries import things
from tallow.games.black_hack.faces.prospects import prospects
from tallow.games.black_hack.faces.sheet import damage_said
from tallow.games.black_hack.gear.market import DEEDS, DICE, buy, funds, price, repair_armour, sell
from tallow.games.black_hack.gear.things import goods, made
from tallow.games.black_hack.state import MARKS, Item, Price
from tallow.games.black_hack.world.sessions import new_day
from tallow.play import REFEREE, Ask, Live, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import somebody, worn
from tests.games.black_hack.townsfolk import asked_for, town
from tests.games.playing import asked, done, first

DEED: dict[str, Any] = {deed.name: deed for deed in DEEDS}
ROPE, LEATHER = "black_hack.item.rope_50_ft", "black_hack.item.leather_armour"


def mean(rarity, rolls=1, edge=""):
    odds = distribution(price, rarity, rolls, edge, "player", policy=first)
    return sum(cost * p for cost, p in odds.items())


@covers("black_hack.price.common", "black_hack.price.rare", "black_hack.price.exotic", "black_hack.coin.unit")
@pytest.mark.parametrize(
    ("rarity", "dice", "cost", "low", "high", "average"),
    [("common", [4], 4, 1, 8, "9/2"), ("rare", [4, 5], 45, 10, 80, 45), ("exotic", [4, 4, 5, 5], 180, 40, 320, 180)],
)
def test_prices_by_rarity(rarity, dice, cost, low, high, average):
    assert done(price, rarity, 1, "", "player", script=[dice])[0] == cost
    odds = distribution(price, rarity, 1, "", "player")
    assert (min(odds), max(odds)) == (low, high)
    assert mean(rarity) == Fraction(average)


@covers("black_hack.price.roll_several")
@pytest.mark.parametrize(("rarity", "rolls", "average"), [("rare", 2, 90), ("exotic", 3, 540), ("exotic", 4, 720)])
def test_armour_is_rolled_for_more_than_once(rarity, rolls, average):
    dice = {"rare": [4, 5], "exotic": [4, 4, 5, 5]}[rarity]
    assert done(price, rarity, rolls, "", "player", script=[dice] * rolls)[0] == average


@covers("black_hack.haggle.advantage", "black_hack.haggle.disadvantage", "black_hack.adv.roll_twice")
def test_haggling_well_and_badly():
    assert mean("common", edge="advantage") == Fraction(51, 16)
    assert mean("common", edge="disadvantage") == Fraction(93, 16)
    cost, play = done(price, "rare", 1, "advantage", "player", script=[[8, 8], [1, 2], 15])
    assert cost == 15, "the whole roll is made twice"
    assert play.asked[-1].options == (15, 80)


@covers("black_hack.action.haggle", "black_hack.haggle.advantage", "black_hack.haggle.disadvantage")
@pytest.mark.parametrize(
    ("answers", "chooser", "cost"),
    [
        (["well", 6, 3, 3], "player", 3),
        (["badly", 6, 3, 6], REFEREE, 6),
        (["test", 4, 6, 3, 3], "player", 3),
        (["test", 14, 6, 3, 6], REFEREE, 6),
    ],
)
def test_the_gm_judges_the_haggling_or_has_cha_tested(answers, chooser, cost):
    state, play = done(buy, town(somebody(coins=20)), "ann", script=[asked_for(ROPE), "yes", *answers, "yes"])
    assert state.party[0].coins == 20 - cost
    pick = next(question for question in play.asked if getattr(question, "what", "") == "choose_result")
    assert pick.by == chooser


@covers("black_hack.price.by_rarity", "black_hack.action.buy")
def test_a_price_holds_for_the_day_and_may_be_declined():
    state, play = done(buy, town(somebody(coins=20)), "ann", script=[asked_for(ROPE), "no", 7, "no"])
    assert (state.party[0].coins, state.party[0].items) == (20, ())
    assert state.prices == (Price(7, ROPE),)
    state, play = done(buy, state, "ann", script=[asked_for(ROPE, state), "yes"])
    assert state.party[0].coins == 13
    assert [question for question in play.asked if not hasattr(question, "what")] == []
    tomorrow, _ = done(new_day, state)
    assert tomorrow.prices == ()


@covers("black_hack.price.by_rarity", "black_hack.price.roll_several")
@pytest.mark.parametrize(
    ("ref", "shown"),
    [
        ("rope_50_ft", ("thing", "common", "1d8")),
        ("torches", ("supply", "Ud6", "common", "1d8")),
        ("leather_armour", ("thing", "rare", "4d8×5")),
        ("plate_armour", ("thing", "exotic", "16d8×10")),
        ("scroll", ("each_level", "exotic", "4d8×10")),
    ],
)
def test_a_buyer_sees_how_rare_a_thing_is_and_what_its_price_is_rolled_with(ref, shown):
    kind, *rest = shown
    whole = f"black_hack.item.{ref}"
    assert asked_for(whole) == (kind, whole, *rest)
    assert asked_for(whole, town(prices=(Price(7, whole),))) == ("today", whole, 7)


@covers("black_hack.price.by_rarity")
def test_what_is_too_dear_is_not_bought():
    state, play = done(buy, town(somebody(coins=3)), "ann", script=[asked_for(ROPE), "no", 7])
    assert state.party[0].coins == 3
    assert play.codes()[-1] == "market.too_dear"
    assert DEED["buy"].refuse(town(somebody()), "ann").code == "no_coins"
    full = town(somebody(strength=1, coins=9, items=(Item("a", "a"), Item("b", "b"))))
    assert DEED["buy"].refuse(full, "ann").code == "full"
    assert not any(".repair_" in ref for ref in goods())


@covers("black_hack.usage.restock")
def test_what_is_bought_again_is_another_stack():
    oil = replace(made("black_hack.item.jug_of_oil", "i"), usage=4)
    state, _ = done(buy, town(somebody(coins=9, items=(oil,))), "ann", script=[asked_for(oil.ref), "no", 2, "yes"])
    assert [item.usage for item in state.party[0].items] == [4, 6]


@covers("black_hack.item.scroll")
def test_a_scroll_costs_a_roll_for_each_level():
    web = "black_hack.spell.web"
    script = [asked_for("black_hack.item.scroll"), ("spell", web), "no", [1, 1, 1, 1], [1, 1, 1, 2], "yes"]
    state, _ = done(buy, town(somebody(coins=100)), "ann", script=script)
    assert (state.party[0].coins, state.party[0].items[0].spells) == (10, (web,))


def test_what_is_on_no_list_is_as_rare_as_the_gm_says():
    script = ["another", "a goose", "rare", "no", [1, 1], "yes"]
    state, play = done(buy, town(somebody(coins=10)), "ann", script=script)
    assert state.party[0].items[0].name == "a goose"
    state, play = done(buy, town(somebody(coins=10)), "ann", script=["another", "the moon", "none"])
    assert play.codes() == ["market.none"]


def test_a_turn_at_the_market_has_room_for_more_than_one_purchase():
    state, _ = done(buy, town(somebody(coins=20)), "ann", script=[asked_for(ROPE), "no", 2, "yes"])
    assert "ann" in state.acted
    assert DEED["buy"].refuse(state, "ann") is None
    assert DEED["buy"].refuse(town(somebody(coins=20), acted=("ann",)), "ann").code == "acted"


def test_half_of_a_rolled_price_unless_the_gm_says_otherwise():
    state = town(somebody(items=(worn("leather"), Item("g", "a goose"))))
    sold, _ = done(sell, state, "ann", script=["a1", "half", [1, 2], [1, 1]])
    assert (sold.party[0].coins, len(sold.party[0].items)) == (12, 1)
    sold, _ = done(sell, state, "ann", script=["a1", "full", [1, 2], [1, 1]])
    assert sold.party[0].coins == 25
    sold, _ = done(sell, state, "ann", script=["g", "common", 7])
    assert sold.party[0].coins == 3
    kept, _ = done(sell, state, "ann", script=["g", "nothing"])
    assert kept.party == state.party


@covers(
    "black_hack.price.repair",
    "black_hack.action.repair_armour",
    "black_hack.item.repair_cloth_die",
    "black_hack.item.repair_leather_die",
    "black_hack.item.repair_chain_mail_die",
    "black_hack.item.repair_plate_die",
)
@pytest.mark.parametrize(
    ("piece", "dice", "cost"),
    [
        ("cloth", [3], 3),
        ("leather", [1, 2], 15),
        ("chain_mail", [1, 1, 1, 1], 40),
        ("plate_and_mail", [1, 1, 1, 1], 40),
        ("helmet", [3], 3),
    ],
)
def test_an_armourer_mends_a_die_at_the_price_of_its_class(piece, dice, cost):
    number = len(worn(piece).dice)
    torn = replace(worn(piece), dice=("gone", *("broken",) * (number - 1)))
    state = town(somebody(coins=50, items=(torn,)))
    state, _ = done(repair_armour, state, "ann", script=["no", dice, "yes"])
    assert state.party[0].coins == 50 - cost
    assert state.party[0].items[0].dice == ("whole", *("broken",) * (number - 1)), "what is gone for good comes first"
    assert (state.acted, state.shopping) == (("ann",), ("ann",))
    assert DEED["repair_armour"].cost == "hour"
    listed = [thing for thing in things().values() if ".repair_" in thing.id and thing.ref == torn.ref]
    assert all((DICE[thing.rarity][0], thing.price_rolls) == (len(dice), 1) for thing in listed)
    assert not DEED["repair_armour"].shown(town(somebody(items=(worn("leather"),))), "ann")


@covers("black_hack.magic_item.mithril_shirt")
def test_mithril_is_mended_at_the_price_of_plate():
    shirt = replace(made("black_hack.magic_item.mithril_shirt", "m"), dice=("gone", "whole", "whole", "whole"))
    state, _ = done(repair_armour, town(somebody(coins=50, items=(shirt,))), "ann", script=["no", [1, 1, 1, 1], "yes"])
    assert state.party[0].coins == 10


@covers("black_hack.kit.thief_a")
def test_only_false_coins_pass_for_coins_and_they_alone_are_not_for_sale():
    false = Item("c", "counterfeit coins", counts=0, value=6, marks=(MARKS.mark("counterfeit"),))
    jewel = Item("j", "jewel", value=50)
    assert [funds(somebody(coins=2, items=items)) for items in ((jewel,), (jewel, false), (false,), ())] == [2, 8, 8, 2]
    for items, sells in (((false,), False), ((false, jewel), True), ((jewel,), True)):
        assert DEED["sell"].shown(town(somebody(items=items)), "ann") is sells
    _, play = done(sell, town(somebody(items=(false, jewel, worn("leather")))), "ann", script=["j", "full"])
    assert asked(play, "sell_what")[0].options == ("j", "a1")


@covers("black_hack.kit.thief_a", "black_hack.coin.unit")
def test_counterfeit_coins_spend_until_somebody_looks():
    false = Item("c", "counterfeit coins", counts=0, value=6, marks=(MARKS.mark("counterfeit"),))
    state = town(somebody(coins=5, items=(false,)))
    passed, _ = done(buy, state, "ann", script=[asked_for(ROPE), "no", 4, "yes", "counterfeit", "accepted"])
    assert (passed.party[0].coins, passed.party[0].items[0].value) == (5, 2)
    caught, play = done(buy, state, "ann", script=[asked_for(ROPE), "no", 4, "yes", "counterfeit", "test", 15])
    assert caught.party[0].items == (false,)
    assert play.codes()[-1] == "market.seen_through"
    honest, _ = done(buy, state, "ann", script=[asked_for(ROPE), "no", 4, "yes", "coins"])
    assert honest.party[0].coins == 1
    mixed, _ = done(buy, state, "ann", script=[asked_for(ROPE), "no", 8, "yes", "accepted"])
    assert (mixed.party[0].coins, [item.name for item in mixed.party[0].items]) == (3, ["rope, 50 ft"])


@covers("black_hack.weapon.custom_or_exotic", "black_hack.bestiary.resist_weapons")
def test_a_weapon_of_silver_is_a_custom_weapon():
    state = town(somebody(coins=100))
    listed = asked_for("black_hack.item.custom_or_exotic_weapon")
    state, _ = done(buy, state, "ann", script=[listed, "no", [1, 1], "yes", "silver", "Moonlight"])
    (weapon,) = state.party[0].items
    assert (weapon.name, weapon.hands, weapon.tags) == ("Moonlight", 1, ("exotic", "silver"))


def test_a_weapon_for_sale_says_the_damage_of_the_buyer():
    state = town(somebody(coins=20))
    with pytest.raises(Ask) as end:
        buy(Live([]), state, "ann")
    question: Any = end.value.question
    found = prospects(state, question)
    deals = {one.facts for some in found.values() for one in some if one.says == "deals"}
    assert deals == {(damage_said(state.party[0], armed=True, large=large),) for large in (False, True)}
