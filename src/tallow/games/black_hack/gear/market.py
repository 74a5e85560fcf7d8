"""The market: prices by rarity, haggling, buying, selling, the armourer, and counterfeit coins."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import COUNTERFEIT
from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.edges import Edge, edged
from tallow.games.black_hack.combat.armour import repaired
from tallow.games.black_hack.entries import armour, spell, spells, things, weapons
from tallow.games.black_hack.entries import prayers as all_prayers
from tallow.games.black_hack.gear.burden import give, room
from tallow.games.black_hack.gear.things import (
    CUSTOM,
    ONE_HANDED,
    TWO_HANDED,
    called,
    find_item,
    goods,
    made,
    named_weapons,
    odd,
    with_thing,
    without,
)
from tallow.games.black_hack.state import Character, Item, Price, State, able, character, put
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, Seat, rule

BUY: RuleId = "black_hack.action.buy"
PRICE: RuleId = "black_hack.price.by_rarity"
SELL: RuleId = "black_hack.price.selling"
REPAIR: RuleId = "black_hack.action.repair_armour"
HAGGLE: RuleId = "black_hack.haggle.advantage"
SCROLL: RuleId = "black_hack.item.scroll"
SHIELDS: tuple[RuleId, ...] = ("black_hack.armour.small_shield", "black_hack.armour.shield")
FALSE: RuleId = "black_hack.kit.thief_a"
DICE: dict[str, tuple[int, int]] = {"common": (1, 1), "rare": (2, 5), "exotic": (4, 10)}
"""Of each rarity how many d8 its price is, and how many coins each of their points."""

REPAIRS = {"1d8": "common", "2d8x5": "rare", "4d8x10": "exotic"}
ANOTHER = "another"


@rule(
    "black_hack.price.common",
    "black_hack.price.rare",
    "black_hack.price.exotic",
    "black_hack.price.roll_several",
    "black_hack.haggle.advantage",
    "black_hack.haggle.disadvantage",
    "black_hack.coin.unit",
)
def price(play: Play, rarity: str, rolls: int, edge: Edge, by: Seat, ask_gm: bool = True) -> int:
    """The price of a rarity, rolled this many times and added up; all of it twice with an edge."""
    dice, times = DICE[rarity]

    def once(_: int | None) -> int:
        return sum([sum(play.roll(dice, 8, by=by, why=f"black_hack.price.{rarity}")) for _ in range(rolls)]) * times

    cost: int = edged(play, once, edge, by, lambda cost: -cost, lambda cost: cost, ask_gm=ask_gm)
    return cost


@rule("black_hack.action.haggle", "black_hack.haggle.advantage", "black_hack.haggle.disadvantage")
def haggled(play: Play, state: State, who: str) -> tuple[State, Edge]:
    """Before a price is rolled a player may haggle: the GM judges the roleplay, or asks for a CHA test."""
    one = character(state, who)
    if play.choose(one.seat, "haggle", ("no", "yes"), one.name, why=HAGGLE) == "no":
        return state, ""
    how = play.choose(REFEREE, "haggling", ("test", "well", "badly"), one.name, why=HAGGLE)
    if how == "test":
        state, result = attempt(play, state, who, "CHA", HAGGLE, about="influence")
        return state, "advantage" if result.success else "disadvantage"
    return state, "advantage" if how == "well" else "disadvantage"


@rule("black_hack.price.by_rarity", "black_hack.action.haggle")
def asked(play: Play, state: State, who: str, what: Price, rarity: str, rolls: int) -> tuple[State, int]:
    """The price of a thing: rolled once, after any haggling, and then fixed for the Day. `what` says of which thing."""
    known = _known(state, what)
    if known is not None:
        return state, known
    state, edge = haggled(play, state, who)
    cost = play.call(price, rarity, rolls, edge, character(state, who).seat, state.settings.gm_choice == "ask")
    return replace(state, prices=(*state.prices, replace(what, coins=cost))), cost


def _known(state: State, what: Price) -> int | None:
    """Today's price of something, None where it has not been asked for."""
    return next((one.coins for one in state.prices if replace(one, coins=0) == what), None)


@rule("black_hack.price.by_rarity", "black_hack.price.roll_several", "black_hack.usage.notation")
def listing(state: State, ref: RuleId) -> tuple[str | int, ...]:
    """A thing as an option for a buyer: its rarity and the dice of its price, or today's price."""
    thing = things()[ref]
    known = _known(state, Price(0, ref))
    if known is not None:
        return ("today", ref, known)
    if ref == SCROLL:
        return ("each_level", ref, thing.rarity, _price_dice(thing.rarity, 1))
    dice = _price_dice(thing.rarity, thing.price_rolls)
    return ("supply", ref, thing.usage, thing.rarity, dice) if thing.usage else ("thing", ref, thing.rarity, dice)


def _price_dice(rarity: str, rolls: int) -> str:
    dice, times = DICE[rarity]
    return f"{dice * rolls}d8" if times == 1 else f"{dice * rolls}d8×{times}"


def _purse(one: Character) -> Item | None:
    """Somebody's counterfeit coins, or None."""
    return next((item for item in one.items if COUNTERFEIT in item.marks and item.value), None)


def funds(one: Character) -> int:
    """How much somebody could pay, counting false coins."""
    false = _purse(one)
    return one.coins + (false.value if false is not None else 0)


@rule("black_hack.coin.unit", "black_hack.kit.thief_a")
def pay(play: Play, state: State, who: str, cost: int) -> tuple[State, bool]:
    """Pay a cost; gives whether it was paid. For counterfeit coins the GM may ask for a CHA test; a failure refuses."""
    one = character(state, who)
    false = _purse(one)
    if false is None:
        return put(state, replace(one, coins=one.coins - cost)), True
    ways = ("counterfeit", "coins") if one.coins >= cost else ("counterfeit",)
    if play.choose(one.seat, "pay_with", ways, one.name, cost, false.value, why=FALSE) == "coins":
        return put(state, replace(one, coins=one.coins - cost)), True
    if play.choose(REFEREE, "counterfeit", ("accepted", "test"), one.name, why=FALSE) == "test":
        state, result = attempt(play, state, who, "CHA", FALSE, about="influence")
        if not result.success:
            play.tell("market.seen_through", one.name, why=FALSE)
            return state, False
        one = character(state, who)
    passed = min(cost, false.value)
    left = replace(false, value=false.value - passed)
    items = with_thing(one.items, left) if left.value else without(one.items, false.id)
    return put(state, replace(one, items=items, coins=one.coins - cost + passed)), True


@rule(
    "black_hack.action.buy",
    "black_hack.price.by_rarity",
    "black_hack.usage.restock",
    "black_hack.price.unlisted",
    "black_hack.action.gm_set_rarity",
)
def buy(play: Play, state: State, who: str) -> State:
    """Ask for a thing; its price is told and may be declined. The GM sets the rarity of things on no list."""
    one = character(state, who)
    listed: tuple[Any, ...] = tuple([listing(state, ref) for ref in goods()])
    picked = play.choose(one.seat, "buy_what", (*listed, ANOTHER), one.name, one.coins, why=BUY)
    if picked == ANOTHER:
        return _unlisted(play, state, who)
    ref: RuleId = picked[1]
    thing = things()[ref]
    rolls, text = thing.price_rolls, ""
    if ref == SCROLL:
        texts = (*[("spell", ref) for ref in spells()], *[("prayer", ref) for ref in all_prayers()])
        _, text = play.choose(one.seat, "which_text", texts, one.name, why=SCROLL)
        rolls = spell(text).level
    state, cost = asked(play, state, who, Price(0, ref, text), thing.rarity, rolls)
    state, bought = _bargain(play, state, who, text or ref, cost)
    if not bought:
        return state
    state, id_ = serial(state, "i")
    return give(play, state, who, _chosen(play, state, who, ref, text, id_))


def _bargain(play: Play, state: State, who: str, ref: str, cost: int) -> tuple[State, bool]:
    """Buy a thing at this price if the player wants; gives whether it was bought."""
    one = character(state, who)
    play.tell("market.price", ref, cost, why=PRICE)
    if cost > funds(one):
        play.tell("market.too_dear", one.name, ref, cost, why=PRICE)
        return state, False
    if play.choose(one.seat, "buy_at", ("yes", "no"), one.name, ref, cost, why=PRICE) == "no":
        return state, False
    state, paid = pay(play, state, who, cost)
    if paid:
        play.tell("market.bought", one.name, ref, cost, why=BUY)
    return _at_market(state, who), paid


@rule(
    "black_hack.item.scroll",
    "black_hack.armour.shield",
    "black_hack.weapon.custom_or_exotic",
    "black_hack.bestiary.resist_weapons",
)
def _chosen(play: Play, state: State, who: str, ref: RuleId, text: str, id_: str) -> Item:
    """The thing handed over: the buyer names the weapon, or the size of a shield; the GM makes a custom weapon."""
    one = character(state, who)
    if text:
        return Item(id_, spell(text).name, ref, spells=(text,))
    what = things()[ref].ref
    if what in (ONE_HANDED, TWO_HANDED):
        what = play.choose(one.seat, "which_weapon", named_weapons(what), what, why=BUY)
    if what in SHIELDS:
        what = play.choose(one.seat, "which_shield", SHIELDS, one.name, why=BUY)
    item = made(what or ref, id_, state.settings)
    if what != CUSTOM:
        return item
    kinds = ("one_handed", "two_handed", "large", "silver")
    kind = play.choose(REFEREE, "custom_weapon", kinds, one.name, why=CUSTOM)
    name = play.write(one.seat, "weapon_name", one.name, why=CUSTOM).strip()[:60] or item.name
    if kind == "silver":
        return replace(item, name=name, tags=(*item.tags, "silver"))
    return replace(item, name=name, hands=1 if kind == "one_handed" else 2, large=kind == "large")


@rule("black_hack.price.unlisted", "black_hack.action.gm_set_rarity")
def _unlisted(play: Play, state: State, who: str) -> State:
    """Buy a thing on no list: the player names it, the GM says its rarity, or that there is none."""
    one = character(state, who)
    why: RuleId = "black_hack.price.unlisted"
    name = play.write(one.seat, "buy_another", one.name, why=why).strip()[:60]
    if not name:
        return state
    rarity = play.choose(REFEREE, "rarity", (*DICE, "none"), one.name, name, why=why)
    if rarity == "none":
        play.tell("market.none", name, why=why)
        return state
    state, cost = asked(play, state, who, Price(0, name), rarity, 1)
    state, bought = _bargain(play, state, who, name, cost)
    if not bought:
        return state
    state, id_ = serial(state, "i")
    return give(play, state, who, odd(name, id_))


@cache
def rarity_of(ref: RuleId) -> tuple[str, int]:
    """The rarity of a listed thing, and how often its price is rolled; "" if it has no price."""
    if ref in weapons():
        return weapons()[ref].rarity, 1
    if ref in armour():
        return armour()[ref].rarity, armour()[ref].price_rolls
    return (things()[ref].rarity, things()[ref].price_rolls) if ref in things() else ("", 0)


@rule("black_hack.price.selling")
def sell(play: Play, state: State, who: str) -> State:
    """Sell a thing for half of a rolled price, unless the GM says otherwise; the GM sets the rarity of odd things."""
    one = character(state, who)
    options = tuple([item.id for item in one.items if COUNTERFEIT not in item.marks])
    item = find_item(one.items, play.choose(one.seat, "sell_what", options, one.name, why=SELL))
    rarity, rolls = rarity_of(item.ref)
    if item.value:
        offers: tuple[str, ...] = ("full", "half", "nothing")
    elif rarity in DICE:
        offers = ("half", "full", "nothing")
    else:
        offers, rolls = (*DICE, "nothing"), 1
    said = play.choose(REFEREE, "sell_for", offers, one.name, called(item), why=SELL)
    if said == "nothing":
        play.tell("market.unwanted", one.name, called(item), why=SELL)
        return state
    rarity = said if said in DICE else rarity
    worth = item.value or play.call(price, rarity, rolls, "", one.seat, False)
    coins = worth if said == "full" else worth // 2
    play.tell("market.sold", one.name, called(item), coins, why=SELL)
    sold = replace(one, coins=one.coins + coins, items=without(one.items, item.id))
    return _at_market(put(state, sold), who)


def damaged(one: Character) -> tuple[str, ...]:
    """The ids of pieces that an armourer could repair, those with permanently Broken dice first."""
    pieces = [item for item in one.items if any(die != "whole" for die in item.dice)]
    return tuple([item.id for item in sorted(pieces, key=lambda item: "gone" not in item.dice)])


@rule("black_hack.action.repair_armour", "black_hack.price.repair", "black_hack.price.roll_several")
def repair_armour(play: Play, state: State, who: str) -> State:
    """An armourer mends one die of a piece at the price of its class; it takes an Hour."""
    one = character(state, who)
    item = find_item(one.items, play.choose(one.seat, "repair_what", damaged(one), one.name, why=REPAIR))
    rarity = _repair_rarity(item)
    state, cost = asked(play, state, who, Price(0, rarity=rarity), rarity, 1)
    state, mended = _bargain(play, state, who, called(item), cost)
    if not mended:
        return state
    play.tell("armour.mended", one.name, called(item), why=REPAIR)
    state = repaired(state, who, item.id)
    return state if who in state.acted else replace(state, acted=(*state.acted, who))


@rule("black_hack.magic_item.mithril_shirt", "black_hack.price.repair")
def _repair_rarity(item: Item) -> str:
    """The rarity that prices the repair of a piece."""
    if item.ref in armour():
        return REPAIRS[armour()[item.ref].repair_price]
    return "exotic"


def _at_market(state: State, who: str) -> State:
    """Spend a Turn of Hours at the market, with any number of purchases and sales."""
    if state.phase == "creation" or who in state.shopping:
        return state
    return replace(state, acted=(*state.acted, who), shopping=(*state.shopping, who))


def _open(state: State, who: str) -> bool:
    return state.phase in ("creation", "downtime") and able(character(state, who))


def _busy(state: State, who: str) -> Refusal | None:
    if who in state.acted and who not in state.shopping:
        return Refusal("acted", (character(state, who).name,), "black_hack.turn.contents")
    return None


def _cannot_buy(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if not funds(one):
        return Refusal("no_coins", (one.name,), BUY)
    return _busy(state, who) or (Refusal("full", (one.name,), "black_hack.inventory.limit") if room(one) < 1 else None)


def _sells(state: State, who: str) -> bool:
    return _open(state, who) and any(COUNTERFEIT not in item.marks for item in character(state, who).items)


def _mends(state: State, who: str) -> bool:
    return state.phase == "downtime" and able(character(state, who)) and bool(damaged(character(state, who)))


def _no_armourer(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    return Refusal("no_coins", (one.name,), REPAIR) if not funds(one) else _busy(state, who)


DEEDS: tuple[Deed[State], ...] = (
    Deed("buy", buy, BUY, cost="action", shown=_open, refuse=_cannot_buy, group="market"),
    Deed("sell", sell, SELL, cost="action", shown=_sells, refuse=_busy, group="market"),
    Deed("repair_armour", repair_armour, REPAIR, cost="hour", shown=_mends, refuse=_no_armourer, group="market"),
)
