"""The market: what is available, prices, buying and selling, and false coins."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.entries.gear import armours, containers, prices, shields, things, weapons
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import SPOILED, find_item, parted, spill, stow, thing, with_container
from tallow.games.dead_weight.gear.trappings import risk, total
from tallow.games.dead_weight.state import Adventurer, Item, Purse, State, able, adventurer, put, skilled
from tallow.games.dead_weight.town.settlement import HARVEST, INVESTOR, SURPLUS, runs, sells, surcharge, town
from tallow.games.dead_weight.world.trackers import advance_settlement_doom
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, Seat, rule

BUY, SELL = "dead_weight.action.interlude_shop", "dead_weight.action.interlude_sell"
SHOPS = "dead_weight.table.shop_availability"
FALSE = "dead_weight.item.counterfeit_coins"
RATION, SPECIAL = "dead_weight.item.ration", "dead_weight.item.special_ration"
DRINKS = ("dead_weight.item.tea", "dead_weight.item.coffee", "dead_weight.item.hot_chocolate")
FOOD = (RATION, SPECIAL)
RARITIES = ("common", "uncommon", "valuable", "rare", "exotic")
AT_FIRST = ("free", "common", "uncommon")
"""What can be had before the first mission, unless the GM says otherwise."""

ALWAYS = -1
MOST_AT_ONCE, MOST_WORTH = 10, 200


@cache
@rule("dead_weight.price.rarity")
def goods() -> dict[RuleId, str]:
    """Everything that is ever for sale, with its rarity; rations first."""
    listed = (things(), weapons(), armours(), shields(), containers())
    known = {ref: of.rarity for kind in listed for ref, of in kind.items() if of.rarity}
    return {RATION: known[RATION], **known}


@cache
def _formula(notation: str) -> tuple[int, int, str]:
    """Dice such as `2+2d6` or `3x2d6`, as factor, summand and dice."""
    if "x" in notation:
        times, dice = notation.split("x")
        return int(times), 0, dice
    plus, _, dice = notation.rpartition("+")
    return 1, int(plus or 0), dice


@rule(
    "dead_weight.price.rarity",
    "dead_weight.price.common",
    "dead_weight.price.uncommon",
    "dead_weight.price.valuable",
    "dead_weight.price.rare",
    "dead_weight.price.exotic",
)
def worth(play: Play, rarity: str, by: Seat) -> int:
    """The rolled price of a rarity, in silver; free things cost nothing."""
    if rarity == "free":
        return 0
    price = prices()[f"dead_weight.price.{rarity}"]
    times, plus, dice = _formula(price.dice)
    return plus + times * total(play, dice, by, price.id)


@rule("dead_weight.price.rarity")
def priced(play: Play, state: State, ref: RuleId, by: Seat) -> tuple[State, int]:
    """The price of a kind of thing: rolled once, then the same for all buyers until the party sets out."""
    known = dict(state.market.prices)
    if ref in known:
        return state, known[ref]
    price = worth(play, goods()[ref], by)
    return replace(state, market=replace(state.market, prices=(*state.market.prices, (ref, price)))), price


@rule("dead_weight.skill.street_wise", "dead_weight.interlude.settlement_doom", "dead_weight.table.bad_event")
def asked(state: State, one: Adventurer, ref: RuleId, price: int) -> int:
    """What a thing costs this buyer today: the harvest changes food, ill will everything; the street wise pay less."""
    rarity = goods()[ref]
    if rarity == "free":
        return 0
    if ref in FOOD:
        price = price * 2 if runs(state, HARVEST) else -(-price // 2) if runs(state, SURPLUS) else price
    if state.interlude is not None:
        price += surcharge(town(state).doom)
    return max(1, price - 1) if rarity == "common" and skilled(one, "street_wise") else price


@rule("dead_weight.table.shop_availability", "dead_weight.table.settlement_size")
def shop_dice(size: int, rarity: str) -> int:
    """The risk dice for finding a thing of a rarity in a settlement of this size; 0 for never, -1 for always."""
    return ALWAYS if rarity == "free" else tables()[SHOPS].row(size).shops[rarity]


@rule("dead_weight.creation.shopping", "dead_weight.table.shop_availability", "dead_weight.interlude.settlement_doom")
def chance(state: State, ref: RuleId) -> int:
    """The risk dice for whether a thing is available, 0 for never, -1 for always; the GM's decision comes first."""
    known = dict(state.market.stock)
    if ref in known:
        return ALWAYS if known[ref] else 0
    rarity = goods()[ref]
    if state.phase == "creation":
        return ALWAYS if rarity in AT_FIRST else 0
    place = town(state)
    return shop_dice(place.size, rarity) if sells(place.doom, rarity) else 0


@rule("dead_weight.table.shop_availability")
def sought(play: Play, state: State, ref: RuleId, by: Seat) -> tuple[State, bool]:
    """Whether a thing is available: its risk dice are rolled once a day, and a 1 finds it."""
    dice = chance(state, ref)
    if dice == ALWAYS:
        return state, True
    there = risk(play, dice, by, SHOPS, "risk.shop", wanted=True)
    return replace(state, market=replace(state.market, stock=(*state.market.stock, (ref, there)))), there


@rule("dead_weight.price.coins", "dead_weight.setting.gold_in_silver")
def funds(state: State, purse: Purse, *, false: bool = True) -> int:
    """What a purse can pay, in silver: gold at the table's rate, and false coins at face value."""
    return purse.silver + purse.gold * state.settings.gold_in_silver + (purse.counterfeit if false else 0)


@rule("dead_weight.price.coins", "dead_weight.setting.gold_in_silver")
def taken(state: State, purse: Purse, silver: int) -> Purse:
    """The purse with this much silver less; gold is changed only if there is too little silver."""
    rate = state.settings.gold_in_silver
    gold = max(0, -(-(silver - purse.silver) // rate))
    return replace(purse, silver=purse.silver + gold * rate - silver, gold=purse.gold - gold)


@rule("dead_weight.price.coins", "dead_weight.item.counterfeit_coins")
def pay(play: Play, state: State, who: str, cost: int) -> tuple[State, bool]:
    """Pay a cost; gives whether it was paid. If false coins are detected, nothing is paid and ill will grows."""
    one = adventurer(state, who)
    purse = one.purse
    if cost and purse.counterfeit:
        ways = ("silver", "counterfeit") if funds(state, purse, false=False) >= cost else ("counterfeit",)
        if play.choose(one.seat, "pay_with", ways, one.name, cost, purse.counterfeit, why=FALSE) == "counterfeit":
            if risk(play, 1, one.seat, FALSE, "risk.coins"):
                play.tell("market.seen_through", one.name, why=FALSE)
                return advance_settlement_doom(play, state, FALSE), False
            false = min(cost, purse.counterfeit)
            cost, purse = cost - false, replace(purse, counterfeit=purse.counterfeit - false)
    return put(state, replace(one, purse=taken(state, purse, cost))), True


def within(state: State, one: Adventurer) -> Iterator[RuleId]:
    """The ids of things that may be available, that somebody has room for, and whose price they might afford."""
    known, purse = dict(state.market.prices), funds(state, one.purse)
    for ref, rarity in goods().items():
        least = known[ref] if ref in known else prices()[f"dead_weight.price.{rarity}"].min if rarity != "free" else 0
        if asked(state, one, ref, least) <= purse and chance(state, ref) and room_for(one, ref, 1):
            yield ref


def room_for(one: Adventurer, ref: RuleId, most: int) -> int:
    """How many purchases of a thing, up to `most`, somebody has room for."""
    if ref in containers():
        return int(with_container(one, ref) != one)
    for number in range(most):
        got = stow(one, _bought(ref, f"new{number}"))
        if got is None:
            return number
        one = got
    return most


def _bought(ref: RuleId, id_: str) -> Item:
    """A purchase as it is handed over; for some things one purchase is a pack."""
    of = things().get(ref)
    return thing(ref, id_, count=of.pack if of else 1)


@rule("dead_weight.action.interlude_shop", "dead_weight.creation.shopping", "dead_weight.price.rarity")
def buy(play: Play, state: State, who: str) -> State:
    """Ask for a thing; if it is available, its price is named, and the buyer may buy as many as they can pay for."""
    one = adventurer(state, who)
    ref = play.choose(one.seat, "buy_what", tuple(within(state, one)), one.name, funds(state, one.purse), why=BUY)
    state, there = sought(play, state, ref, one.seat)
    if not there:
        play.tell("market.none", ref, why=SHOPS)
        return state
    state, price = priced(play, state, ref, one.seat)
    cost = asked(state, one, ref, price)
    most = min(MOST_AT_ONCE, funds(state, one.purse) // cost) if cost else MOST_AT_ONCE
    most = min(most, room_for(one, ref, most))
    if not most:
        play.tell("market.too_dear", one.name, ref, cost, why="dead_weight.price.rarity")
        return state
    number = play.choose(one.seat, "buy_many", (*range(1, most + 1), 0), ref, cost, why=BUY)
    state, paid = pay(play, state, who, cost * number)
    if not number or not paid:
        return state
    play.tell("market.bought", one.name, ref, number, cost * number, why=BUY)
    for _ in range(number):
        state = _hand_over(play, state, who, ref)
    return state


@rule("dead_weight.item.special_ration")
def _hand_over(play: Play, state: State, who: str, ref: RuleId) -> State:
    """Hand over one purchase; for special rations the buyer chooses which."""
    one = adventurer(state, who)
    if ref in containers():
        return spill(play, put(state, with_container(one, ref)), who, ref)
    if ref == SPECIAL:
        ref = play.choose(one.seat, "which_drink", DRINKS, why=SPECIAL)
    state, id_ = serial(state, "i")
    return put(state, stow(one, _bought(ref, id_)) or one)


def sellable(_: State, one: Adventurer) -> Iterator[str]:
    """The ids of things that somebody can sell; broken and spoiled things do not sell."""
    for item in one.items:
        if not item.broken and SPOILED not in item.marks and item.place != "pocket":
            yield item.id


@rule("dead_weight.action.interlude_sell", "dead_weight.price.coins", "dead_weight.table.opportunity")
def sell(play: Play, state: State, who: str) -> State:
    """Sell a thing: a PRE test, for the price of its rarity, one lower on a failure; a naive investor pays more.

    A thing with a value of its own, or one set by the GM, brings that value, and half of it on a failure.
    """
    one = adventurer(state, who)
    item = find_item(one, play.choose(one.seat, "sell_what", tuple(sellable(state, one)), one.name, why=SELL))
    value, rarity = item.value, goods().get(item.ref, "")
    if not value and not rarity:
        value = play.choose(REFEREE, "worth", range(MOST_WORTH + 1), one.name, item.name, why="dead_weight.price.coins")
    state, reading = attempt(play, state, who, "PRE", SELL)
    silver = value if reading.success else value // 2
    if not value:
        silver = _fetches(play, one, item, rarity, found=reading.success)
    if runs(state, INVESTOR):
        silver += silver // 2
    if not silver:
        play.tell("market.no_buyer", one.name, item.name, why=SELL)
        return state
    play.tell("market.sold", one.name, item.name, silver, why=SELL)
    seller, _item = parted(adventurer(state, who), item)
    return put(state, replace(seller, purse=replace(seller.purse, silver=seller.purse.silver + silver)))


def _fetches(play: Play, one: Adventurer, item: Item, rarity: str, *, found: bool) -> int:
    """The silver that a thing of a rarity brings; 0 if it does not sell. Part of a pack brings its part, at least 1."""
    lower = (RARITIES.index(rarity) if rarity in RARITIES else -1) - (not found)
    if lower < 0:
        return 0
    of = things().get(item.ref)
    pieces, pack = (item.count, of.pack) if of else (1, 1)
    return max(1, worth(play, RARITIES[lower], one.seat) * pieces // pack)


def at_market(state: State, who: str, action: str) -> bool:
    """Whether somebody may buy or sell now: before the first mission, in a simple interlude, or after announcing it."""
    if state.combat is not None or not any(one.id == who and able(one) for one in state.party):
        return False
    if state.phase != "interlude" or state.interlude is None:
        return state.phase == "creation"
    if state.settings.interlude_mode == "simple":
        return True
    stay = state.interlude
    said = dict(stay.announced)
    everybody = all(one.id in said for one in state.party if able(one))
    return stay.step == "actions" and everybody and who not in stay.done and said[who] == action


def _may_buy(state: State, who: str) -> bool:
    return at_market(state, who, "shop")


def _may_sell(state: State, who: str) -> bool:
    return at_market(state, who, "sell")


def _cannot_buy(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    return None if any(True for _ in within(state, one)) else Refusal("nothing_to_buy", (one.name,), BUY)


@rule("dead_weight.creation.no_selling")
def _cannot_sell(state: State, who: str) -> Refusal | None:
    """Why selling is not possible: nothing is sold before the first mission."""
    if state.phase == "creation":
        return Refusal("no_selling", (), "dead_weight.creation.no_selling")
    one = adventurer(state, who)
    return None if any(True for _ in sellable(state, one)) else Refusal("nothing_carried", (one.name,), SELL)


@rule("dead_weight.creation.shopping", "dead_weight.table.shop_availability")
def set_stock(play: Play, state: State, _: str) -> State:
    """The GM says whether a kind of thing is for sale today."""
    ref = play.choose(REFEREE, "stock_what", tuple(goods()), why=SHOPS)
    there = play.choose(REFEREE, "stock", ("there", "not_there"), ref, why=SHOPS) == "there"
    play.tell("market.there" if there else "market.none", ref, why=SHOPS)
    known = {**dict(state.market.stock), ref: there}
    return replace(state, market=replace(state.market, stock=tuple(known.items())))


def _market_known(state: State, _: str) -> bool:
    return state.combat is None and state.phase in {"creation", "interlude"}


DEEDS: tuple[Deed[State], ...] = (
    Deed("buy", buy, BUY, shown=_may_buy, refuse=_cannot_buy, group="interlude"),
    Deed("sell", sell, SELL, shown=_may_sell, refuse=_cannot_sell, group="interlude"),
    Deed("set_stock", set_stock, SHOPS, by="referee", shown=_market_known, group="interlude"),
)
