"""The market: prices by rarity, what is there, buying and selling, false coins, before the first mission."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.gear import containers, things
from tallow.games.dead_weight.gear.market import asked as price_for
from tallow.games.dead_weight.gear.market import chance, goods, shop_dice, sought, worth
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import Market, Purse
from tallow.odds import ask
from tallow.play import distribution
from tallow.testing import covers
from tests.games.dead_weight.expedition import MAUSOLEUM, act, asked, have, refused
from tests.games.dead_weight.people import somebody, table
from tests.games.dead_weight.staying import ill_will, staying
from tests.games.playing import done

ROPE, RATION, LANTERN = "dead_weight.item.rope", "dead_weight.item.ration", "dead_weight.item.lantern"
AXE, RELIC = "dead_weight.weapon.battle_axe", "dead_weight.item.holy_relic"


def rich(silver=20, **more):
    purse = Purse(silver, more.pop("gold", 0), more.pop("counterfeit", 0))
    return somebody(purse=purse, **more)


def shopping(one=None, **more):
    """A stay at the market."""
    return staying(one or rich(), announced=(("zael", "shop"),), **more)


def selling(one, **more):
    return staying(one, announced=(("zael", "sell"),), **more)


@covers(
    "dead_weight.price.common",
    "dead_weight.price.uncommon",
    "dead_weight.price.valuable",
    "dead_weight.price.rare",
    "dead_weight.price.exotic",
)
@pytest.mark.parametrize(
    ("rarity", "dice", "silver"),
    [
        ("common", [4], 4),
        ("uncommon", [3, 5], 10),
        ("valuable", [2, 6], 24),
        ("rare", [1, 4, 6], 55),
        ("exotic", [2, 3, 3, 6], 140),
    ],
)
def test_the_rarity_sets_the_price(rarity, dice, silver):
    assert done(worth, rarity, "player", script=[dice])[0] == silver
    listed = BOOK.entries()[f"dead_weight.price.{rarity}"].data
    chances = distribution(worth, rarity, "player")
    assert (min(chances), max(chances)) == (listed["min"], listed["max"])
    assert sum(cost * part for cost, part in chances.items()) == Fraction(listed["mean"])


@covers("dead_weight.price.odds")
def test_the_statistics_of_prices_can_be_asked_for():
    found = ask(GAME, "price", {"rarity": "common", "silver": "4"})
    assert found.outcomes == {"affordable": Fraction(2, 3), "too_dear": Fraction(1, 3)}
    assert dict(found.figures) == {"least": 1, "most": 6, "mean": Fraction(7, 2)}
    with_dice = ask(GAME, "price", {"rarity": "uncommon", "silver": "14"})
    assert with_dice.outcomes["affordable"] == 1


@covers("dead_weight.price.rarity", "dead_weight.action.interlude_shop")
def test_a_price_is_rolled_once_and_holds_for_every_buyer():
    both = (("zael", "shop"), ("amber", "shop"))
    state = staying(rich(), somebody("amber", purse=Purse(20)), announced=both, size=5)
    state, _ = act(state, "buy", "zael", ROPE, 4, 1)
    assert (state.party[0].purse.silver, [item.ref for item in state.party[0].items]) == (16, [ROPE])
    state, play = act(state, "buy", "amber", ROPE, 2)
    assert state.party[1].purse.silver == 12
    assert len(state.party[1].items) == 2
    assert play.codes() == ["market.bought"]
    assert goods()["dead_weight.weapon.driftwood_club"] == "free"
    assert done(worth, "free", "player")[0] == 0
    assert "dead_weight.item.counterfeit_coins" not in goods()


@covers("dead_weight.price.rarity")
def test_one_purchase_is_a_pack_and_what_is_too_dear_is_left():
    state = shopping(size=5, market=Market(prices=(("dead_weight.item.torch", 3),)))
    state, _ = act(state, "buy", "zael", "dead_weight.item.torch", 1)
    assert [(item.count, item.ref) for item in state.party[0].items] == [(2, "dead_weight.item.torch")]
    poor = shopping(rich(5), size=5)
    after, play = act(poor, "buy", "zael", LANTERN, [3, 4])
    assert play.codes() == ["market.too_dear"]
    assert after.market.prices == ((LANTERN, 9),)
    assert (after.party, refused(shopping(rich(0), size=5, doom=6), "buy", "zael")) == (poor.party, "nothing_to_buy")


def test_containers_take_the_place_of_lesser_ones_and_drinks_are_chosen():
    state = shopping(size=5)
    state, _ = act(state, "buy", "zael", "dead_weight.container.backpack", [1, 1], 1)
    assert state.party[0].containers == ("belt", "canteen", "backpack")
    assert containers()["dead_weight.container.backpack"].rarity == "uncommon"


@covers("dead_weight.item.special_ration")
def test_a_special_ration_is_a_drink_of_choice():
    state, _ = act(shopping(size=5), "buy", "zael", "dead_weight.item.special_ration", 2, 1, "dead_weight.item.coffee")
    assert [item.ref for item in state.party[0].items] == ["dead_weight.item.coffee"]
    assert "hungry" not in things()["dead_weight.item.coffee"].removes


@covers("dead_weight.table.shop_availability", "dead_weight.table.settlement_size")
def test_the_larger_the_place_the_more_there_is():
    listed = {
        size: [shop_dice(size, rarity) for rarity in ("common", "uncommon", "valuable", "rare", "exotic")]
        for size in range(1, 6)
    }
    assert listed == {
        1: [2, 1, 0, 0, 0],
        2: [3, 2, 1, 0, 0],
        3: [4, 3, 2, 1, 0],
        4: [-1, 4, 3, 2, 1],
        5: [-1, -1, 4, 3, 2],
    }


@covers("dead_weight.table.shop_availability")
@pytest.mark.parametrize(
    ("ref", "found"),
    [(ROPE, (671, 1296)), (LANTERN, (91, 216)), (AXE, (11, 36)), ("dead_weight.item.spell_book", (1, 6))],
)
def test_the_chances_in_a_fief(ref, found):
    state = shopping(size=3)
    chances = distribution(lambda play: sought(play, state, ref, "player")[1])
    assert chances[True] == Fraction(*found)


@covers("dead_weight.table.shop_availability")
def test_what_is_not_there_is_not_there_for_the_day():
    state = shopping(size=3)
    state, play = act(state, "buy", "zael", AXE, [3, 5])
    assert play.codes() == ["market.none"]
    assert (chance(state, AXE), chance(state, RELIC)) == (0, 0)
    state, play = act(state, "set_stock", "", AXE, "there")
    assert chance(state, AXE) == -1
    state, _ = act(state, "buy", "zael", AXE, [1, 2], 1)
    assert state.party[0].purse.silver == 11


@covers("dead_weight.interlude.settlement_doom", "dead_weight.table.settlement_doom")
def test_ill_will_makes_goods_dearer_and_keeps_them_back():
    one = rich()
    assert [price_for(shopping(doom=doom), one, ROPE, 4) for doom in range(7)] == [4, 5, 5, 6, 6, 7, 7]
    there = [[bool(chance(shopping(size=5, doom=doom), ref)) for ref in (ROPE, LANTERN, AXE)] for doom in (2, 3, 5, 6)]
    assert there == [[True, True, True], [True, True, False], [True, False, False], [False, False, False]]


@covers("dead_weight.table.bad_event", "dead_weight.table.opportunity")
def test_the_harvest_doubles_or_halves_the_price_of_food():
    one = rich()
    bad, good = (shopping(running=((code, 1),)) for code in ("bad_harvest", "good_harvest"))
    assert [price_for(state, one, RATION, 5) for state in (shopping(), bad, good)] == [5, 10, 3]
    assert price_for(bad, one, ROPE, 5) == 5


@covers("dead_weight.skill.street_wise")
def test_the_street_wise_pay_less_for_common_things_but_never_nothing():
    wise = rich(skills=("street_wise",))
    state = shopping()
    assert [price_for(state, wise, ROPE, price) for price in (1, 4)] == [1, 3]
    assert price_for(state, wise, LANTERN, 9) == 9


@covers("dead_weight.price.coins", "dead_weight.setting.gold_in_silver")
@pytest.mark.parametrize(("rate", "left"), [(10, Purse(7, 1)), (50, Purse(47, 1))])
def test_gold_is_changed_where_silver_does_not_do(rate, left):
    known = Market(prices=((ROPE, 6),))
    state = shopping(rich(3, gold=2), size=5, market=known, settings={"gold_in_silver": rate})
    state, _ = act(state, "buy", "zael", ROPE, 1)
    assert state.party[0].purse == left


@covers("dead_weight.item.counterfeit_coins")
def test_false_coins_pass_at_face_value_unless_they_are_seen_through():
    known = Market(prices=((ROPE, 6),))
    state = shopping(rich(3, counterfeit=4), size=5, market=known)
    after, play = act(state, "buy", "zael", ROPE, 1, 2)
    assert after.party[0].purse == Purse(1, 0, 0)
    assert "pay_with" not in asked(play)
    caught, play = act(shopping(rich(8, counterfeit=4), size=5, market=known), "buy", "zael", ROPE, 1, "counterfeit", 1)
    assert (caught.party[0].purse, caught.party[0].items, ill_will(caught)) == (Purse(8, 0, 4), (), 1)
    assert [line.facts for line in play.told if line.code == "market.seen_through"] == [("Zael",)]
    honest, _ = act(shopping(rich(8, counterfeit=4), size=5, market=known), "buy", "zael", ROPE, 1, "silver")
    assert honest.party[0].purse == Purse(2, 0, 4)
    last, _ = act(shopping(rich(6, counterfeit=4), size=5, market=known), "buy", "zael", ROPE, 1, "silver")
    assert last.party[0].purse == Purse(0, 0, 4), "true coins that just do can be kept apart"


@covers("dead_weight.action.interlude_sell")
@pytest.mark.parametrize(
    ("item", "pre", "price", "silver"),
    [
        ("lantern", [2, 5], [[3, 5]], 10),
        ("lantern", [2, 3], [4], 4),
        ("rope", [2, 5], [3], 3),
        ("rope", [2, 3], [], 0),
    ],
)
def test_a_test_finds_a_buyer_at_the_price_of_the_rarity_or_of_one_lower(item, pre, price, silver):
    state = selling(somebody(items=(have(item),)))
    after, _ = act(state, "sell", "zael", "roll", pre, *price)
    one = after.party[0]
    assert (one.purse.silver, len(one.items)) == (silver, 0 if silver else 1)


@covers("dead_weight.action.interlude_sell")
def test_the_mean_of_a_sale_is_what_the_book_says():
    chances = {True: distribution(worth, "uncommon", "x"), False: distribution(worth, "common", "x")}
    means = {found: sum(cost * part for cost, part in by.items()) for found, by in chances.items()}
    assert Fraction(3, 4) * means[True] + Fraction(1, 4) * means[False] == Fraction(61, 8)


@covers("dead_weight.action.interlude_sell", "dead_weight.price.coins")
def test_things_of_a_value_bring_it_or_half_and_the_gm_values_what_has_none():
    ring = have("fine_jewellery", value=25)
    assert act(selling(somebody(items=(ring,))), "sell", "zael", "roll", [2, 5])[0].party[0].purse.silver == 25
    assert act(selling(somebody(items=(ring,))), "sell", "zael", "roll", [2, 3])[0].party[0].purse.silver == 12
    tooth = replace(ring, ref="", value=0, name="A tooth")
    after, play = act(selling(somebody(items=(tooth,))), "sell", "zael", 7, "roll", [2, 5])
    assert (after.party[0].purse.silver, asked(play)[0]) == (7, "worth")


@covers("dead_weight.table.opportunity")
def test_a_naive_investor_pays_half_as_much_again_rounded_down():
    state = selling(somebody(items=(have("rope"),)), running=(("naive_investor", 1),))
    assert act(state, "sell", "zael", "roll", [2, 5], 5)[0].party[0].purse.silver == 7


@covers("dead_weight.creation.shopping", "dead_weight.creation.no_selling", "dead_weight.action.interlude_shop")
def test_before_the_first_mission_common_and_uncommon_things_are_bought_and_nothing_is_sold():
    state = replace(table(rich(items=(have("rope"),))), phase="creation", locations=(), here="")
    assert [chance(state, ref) for ref in (RATION, LANTERN, AXE)] == [-1, -1, 0]
    state, _ = act(state, "buy", "zael", LANTERN, [1, 2], 1)
    assert (state.party[0].purse.silver, state.market.prices) == (15, ((LANTERN, 5),))
    assert refused(state, "sell", "zael") == "no_selling"
    state, _ = act(state, "set_stock", "", AXE, "there")
    assert chance(state, AXE) == -1
    state, _ = act(state, "begin_expedition", "", MAUSOLEUM, [3, 4])
    assert state.market == Market()
