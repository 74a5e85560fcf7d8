"""Settlements: buying arms and gear, ammunition, emptying Gear Bubbles, repairs, and selling."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.characters.experience import find_gold
from tallow.games.vanilla.characters.helpers import employed
from tallow.games.vanilla.checks.sways import special
from tallow.games.vanilla.combat.armour import damaged, is_armour, worn
from tallow.games.vanilla.entries import armour, services, weapons
from tallow.games.vanilla.gear.bubbles import ANOTHER, GEAR, packed, restocked
from tallow.games.vanilla.gear.inventory import (
    VALUABLES,
    fits,
    gems,
    give,
    give_coins,
    item_of,
    made,
    with_item,
    without,
)
from tallow.games.vanilla.gear.purses import backer, funds, pay
from tallow.games.vanilla.harm.perils import goes_on
from tallow.games.vanilla.state import DAY, Creature, Item, State, able
from tallow.games.vanilla.world.time import elapse
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

BUY: RuleId = "vanilla.action.buy"
SELL: RuleId = "vanilla.item.prices"
RESTOCK: RuleId = "vanilla.action.restock"
EMPTY: RuleId = "vanilla.action.empty_bubbles"
REPAIR: RuleId = "vanilla.action.repair"
GEAR_BOUGHT: RuleId = "vanilla.bubble.used_up"
SMITH, CRAFTSMAN = "blacksmith", "craftsman"
NONE = "none"
LOOSE = "gems"
"""The id of a lot of gems that are kept as a number alone."""

DEAREST = 100
"""The most that the GM asks for a piece of ordinary gear, in gp."""


def price(ref: RuleId) -> int:
    """The listed price of a weapon or of armour."""
    return weapons()[ref].price_gp if ref in weapons() else armour()[ref].price_gp


@rule("vanilla.action.buy", "vanilla.item.prices", "vanilla.carry.full", "vanilla.bubble.used_up")
def buy(play: Play, state: State, who: str) -> State:
    """Buy weapons and armour at listed prices, or ordinary gear at the GM's price."""
    one = find(state, who)
    ref = play.choose(one.seat, "buy_what", (*_affordable(state, one), "gear"), one.name, funds(state, one), why=BUY)
    if ref == "gear":
        return _ordinary(play, state, who)
    state = pay(state, who, price(ref))
    play.tell("bought", one.name, ref, price(ref), why=BUY)
    return give(play, state, who, made(ref))


def _affordable(state: State, one: Creature) -> tuple[RuleId, ...]:
    listed, purse = [ref for ref, weapon in weapons().items() if weapon.size != "none"], funds(state, one)
    return tuple([ref for ref in (*listed, *armour()) if price(ref) <= purse and fits(state, one, made(ref))])


@rule("vanilla.bubble.used_up", "vanilla.carry.gear")
def _ordinary(play: Play, state: State, who: str) -> State:
    """Buy ordinary gear: the player names it, and the GM its price, or that there is none."""
    one = find(state, who)
    what = play.choose(one.seat, "buy_gear", (*GEAR, ANOTHER), one.name, funds(state, one), why=GEAR_BOUGHT)
    if what == ANOTHER:
        what = play.write(one.seat, "buy_gear", one.name, funds(state, one), why=GEAR_BOUGHT).strip()[:60]
    if not what:
        return state
    prices = range(min(funds(state, one), DEAREST) + 1)
    options: tuple[Any, ...] = (*sorted(prices, key=lambda gp: gp != 1), NONE)
    cost = play.choose(REFEREE, "gear_price", options, one.name, what, why=GEAR_BOUGHT)
    if cost == NONE:
        play.tell("gear.none", what, why=GEAR_BOUGHT)
        return state
    play.tell("bought", one.name, what, cost, why=BUY)
    return packed(pay(state, who, cost), who, what)


@rule("vanilla.item.prices", "vanilla.carry.full", "vanilla.xp.gold")
def sell(play: Play, state: State, who: str) -> State:
    """Sell a thing: treasure and gems for their worth, undamaged arms for half, unless the GM says otherwise.

    What merchants in the wilds pay for treasure counts as found there.
    """
    one = find(state, who)
    which = play.choose(one.seat, "sell_what", tuple([item.id for item in _sellable(one)]), one.name, why=SELL)
    item = next(item for item in _sellable(one) if item.id == which)
    usual = worth(item)
    options = tuple(dict.fromkeys((usual, 2 * usual, usual // 2, 0))) if usual else (0, 1, 5, 10, 50, 100, 500)
    gp = play.choose(REFEREE, "sell_for", options, one.name, item.name, why=SELL)
    play.tell("sold", one.name, item.name, gp, why=SELL)
    state = put(state, replace(one, gems=0) if which == LOOSE else without(one, which))
    if item.ref in VALUABLES and not item.counted:
        state = find_gold(state, gp)
    return give_coins(play, state, who, gp)


@rule("vanilla.item.prices", "vanilla.wear.broken")
def worth(item: Item) -> int:
    """The usual selling price: treasure its worth, undamaged arms half their price, damaged armour nothing."""
    if item.ref in armour():
        return price(item.ref) // 2 if item.ac == item.ac_start else 0
    return price(item.ref) // 2 if item.ref in weapons() else item.worth


def _sellable(one: Creature) -> list[Item]:
    """What a creature could sell, treasure and gems first; gems of unknown worth are one lot."""
    loose = [replace(gems(one.gems, 0), id=LOOSE)] if one.gems else []
    mine = [item for item in one.items if item.place != "smith"]
    return sorted([*mine, *loose], key=lambda item: item.ref not in VALUABLES)


@rule("vanilla.action.restock", "vanilla.ranged.restock_buy", "vanilla.service.ammunition")
def restock(play: Play, state: State, who: str) -> State:
    """Buy ammunition for one weapon, at half the weapon's price."""
    one = find(state, who)
    options = tuple([item.id for item in one.items if item.empty and restock_price(item) <= funds(state, one)])
    which = play.choose(one.seat, "restock_what", options, one.name, funds(state, one), why=RESTOCK)
    state = pay(state, who, restock_price(item_of(one, which)))
    return restocked(play, state, who, which, "vanilla.service.ammunition")


def restock_price(item: Item) -> int:
    """Half the weapon's price."""
    return int(weapons()[item.ref].price_gp * services()["vanilla.service.ammunition"].price_of_weapon)


@rule("vanilla.action.empty_bubbles", "vanilla.bubble.empty", "vanilla.service.bubbles")
def empty_bubbles(play: Play, state: State, who: str) -> State:
    """Pay a flat price to make all of a character's Gear Bubbles empty again; the gear stays."""
    one = find(state, who)
    cost = services()["vanilla.service.bubbles"].price_gp
    play.tell("bubbles.emptied", one.name, cost, why=EMPTY)
    return put(state, replace(one, coins=one.coins - cost, bubbles=0))


@rule(
    "vanilla.action.repair",
    "vanilla.wear.repair_where",
    "vanilla.wear.repair_cost",
    "vanilla.wear.repair_cap",
    "vanilla.helper.craftsman_repair",
    "vanilla.service.blacksmith",
)
def repair(play: Play, state: State, who: str) -> State:
    """Give armour to a smith for repair: each point takes a day and costs 5 gp, or a hired Craftsman's wage."""
    one = find(state, who)
    which = play.choose(one.seat, "repair_what", tuple([item.id for item in _mendable(one)]), one.name, why=REPAIR)
    item = item_of(one, which)
    options: list[Any] = []
    missing = range(item.ac_start - item.ac, 0, -1)
    if _craftsman(state, who):
        options += [(CRAFTSMAN, points, 0) for points in missing]
    cost = services()["vanilla.service.blacksmith"].price_gp
    options += [(SMITH, points, points * cost) for points in missing if points * cost <= funds(state, one)]
    by, points, gp = play.choose(one.seat, "repair_points", tuple(options), one.name, item.name, why=REPAIR)
    starts = max([state.clock, *[other.back for each in state.party for other in each.items if other.place == "smith"]])
    mended = replace(item, ac=item.ac + points, place="smith", back=starts + points * DAY)
    play.tell("repair", one.name, item.name, points, gp, by, why=REPAIR)
    return pay(put(state, with_item(one, mended)), who, gp)


def _craftsman(state: State, who: str) -> bool:
    """Whether a creature, or a Helper's employer, employs a Craftsman."""
    boss = backer(state, find(state, who))
    mine = employed(state, boss.id if boss is not None else who)
    return any(helper.of == "vanilla.helper.craftsman" for helper in mine)


def _mendable(one: Creature) -> list[Item]:
    return [item for item in one.items if damaged(item) and is_armour(item) and item.place != "smith"]


@rule("vanilla.wear.repair_cost", "vanilla.wear.repair_where")
def collect(play: Play, state: State, who: str) -> State:
    """Collect armour from the smith once the work is done; it is put on if no other is worn."""
    late = max([item.back for item in find(state, who).items if item.place == "smith"])
    if late > state.clock:
        if not goes_on(play, state, find(state, who).seat, late - state.clock):
            return state
        state = elapse(play, state, late - state.clock)
    one = find(state, who)
    for item in one.items:
        if item.place == "smith" and item.back <= state.clock:
            play.tell("collects", one.name, item.name, why=REPAIR)
            place = "worn" if worn(one) is None else "pack"
            one = with_item(one, replace(item, place=place, back=0))
    return put(state, one)


def in_town(state: State, who: str) -> bool:
    """Whether a party member is in a settlement and able to act."""
    there = state.combat is None and state.place == "settlement" and state.phase != "creation"
    return there and any(one.id == who and able(one) for one in state.party)


@rule("vanilla.monster.merchant")
def _trades(state: State, who: str) -> bool:
    """Whether a creature can trade here: in a settlement, or with merchants in an encounter."""
    met = state.phase == "encounter" and any(special(foe, "trader") is not None and able(foe) for foe in state.foes)
    return in_town(state, who) or (met and any(one.id == who and able(one) for one in state.party))


def _no_coins(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return None if funds(state, one) else Refusal("no_coins", (one.name, 1), BUY)


def _has_empty(state: State, who: str) -> bool:
    return in_town(state, who) and any(item.empty for item in find(state, who).items)


def _too_dear(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    least = min([restock_price(item) for item in one.items if item.empty])
    return Refusal("no_coins", (one.name, least), RESTOCK) if least > funds(state, one) else None


def _has_bubbles(state: State, who: str) -> bool:
    return in_town(state, who) and find(state, who).bubbles > 0


def _bubbles_dear(state: State, who: str) -> Refusal | None:
    one, cost = find(state, who), services()["vanilla.service.bubbles"].price_gp
    return Refusal("no_coins", (one.name, cost), EMPTY) if one.coins < cost else None


def _has_damage(state: State, who: str) -> bool:
    return in_town(state, who) and bool(_mendable(find(state, who)))


def _smith_dear(state: State, who: str) -> Refusal | None:
    one, cost = find(state, who), services()["vanilla.service.blacksmith"].price_gp
    dear = funds(state, one) < cost and not _craftsman(state, who)
    return Refusal("no_coins", (one.name, cost), REPAIR) if dear else None


def _has_at_smith(state: State, who: str) -> bool:
    return in_town(state, who) and any(item.place == "smith" for item in find(state, who).items)


def _has_wares(state: State, who: str) -> bool:
    return _trades(state, who) and bool(_sellable(find(state, who)))


def _no_room(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    lies = any(item.place == "smith" and not fits(state, one, replace(item, place="pack")) for item in one.items)
    return Refusal("full", (one.name,), "vanilla.carry.full") if lies else None


DEEDS: tuple[Deed[State], ...] = (
    Deed("buy", buy, BUY, cost="its_price", shown=_trades, refuse=_no_coins, group="town"),
    Deed("sell", sell, SELL, shown=_has_wares, group="town"),
    Deed("restock", restock, RESTOCK, cost="half_price", shown=_has_empty, refuse=_too_dear, group="town"),
    Deed(
        "empty_bubbles",
        empty_bubbles,
        EMPTY,
        cost="bubbles_price",
        shown=_has_bubbles,
        refuse=_bubbles_dear,
        group="town",
    ),
    Deed("repair", repair, REPAIR, cost="smiths_price", shown=_has_damage, refuse=_smith_dear, group="town"),
    Deed("collect", collect, REPAIR, shown=_has_at_smith, refuse=_no_room, group="town"),
)
