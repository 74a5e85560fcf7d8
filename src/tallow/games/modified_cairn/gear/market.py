"""The market: prices, buying, selling, services, and other prices that the GM names."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import PERFORMANCE, SAILORS
from tallow.games.modified_cairn.combat.ammo import KINDS
from tallow.games.modified_cairn.entries import Given
from tallow.games.modified_cairn.gear.inventory import at_ease, item_of, loose, person, receive, weighed, without
from tallow.games.modified_cairn.gear.slots import settle
from tallow.games.modified_cairn.gear.things import fresh
from tallow.games.modified_cairn.gear.transports import acquire
from tallow.games.modified_cairn.gear.wealth import affords, in_copper, pay, pay_price, price_coin
from tallow.games.modified_cairn.goods import armours, services, things, transports, weapons
from tallow.games.modified_cairn.harm.conditions import HUNGER, THIRST, relieve
from tallow.games.modified_cairn.harm.perils import goes_on
from tallow.games.modified_cairn.harm.rest import NIGHT, night
from tallow.games.modified_cairn.harm.tending import treated
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, Item, State, alive
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Choice, Play, RuleId, Seat, rule

BUY: RuleId = "modified_cairn.action.buy"
SELL: RuleId = "modified_cairn.wealth.sell"
SERVICE: RuleId = "modified_cairn.action.buy_service"
TREASURE: RuleId = "modified_cairn.item.treasure"
QUIVER: RuleId = "modified_cairn.item.quiver"
REPELLENT: RuleId = "modified_cairn.item.repellent"
SALES = range(1001)
"""What the GM can name as the price of something sold."""

HEALING: RuleId = "modified_cairn.service.medical_healing"
ROOM: RuleId = "modified_cairn.service.room_board"
PRIVATE_ROOM: RuleId = "modified_cairn.service.private_room_board"
FREE = {PERFORMANCE: ROOM, SAILORS: "modified_cairn.service.ships_passage"}
"""What some get for nothing by the living that they have."""

LODGINGS = (ROOM, PRIVATE_ROOM)
"""Services that take a night."""

BEDS = 4
"""How many share a private room."""


@cache
def goods() -> dict[RuleId, int]:
    """The price of everything for sale, by id, in the price coin."""
    carried = {ref: thing.price for ref, thing in things().items() if thing.size != "not carried"}
    arms = {ref: arm.price for ref, arm in weapons().items()} | {ref: suit.price for ref, suit in armours().items()}
    listed = arms | carried | {ref: one.price for ref, one in transports().items()}
    return {ref: coins for ref, coins in listed.items() if coins}


@rule("modified_cairn.price.list")
def price(ref: RuleId) -> int:
    """The price of a thing; 0 if it is not for sale."""
    return goods().get(ref, 0)


def prices(state: State, choice: Choice) -> Mapping[Any, int]:
    """The price of each option, where somebody is asked which thing or service to buy."""
    if choice.what == "service":
        buyer = next((one for one in state.party if one.name in choice.facts), None)
        return {ref: asked(buyer, str(ref)) if buyer else services()[str(ref)].price for ref in choice.options}
    return {ref: price(str(ref)) for ref in choice.options} if choice.what == "buy_what" else {}


@rule("modified_cairn.price.list", "modified_cairn.action.buy")
def affordable(state: State, who: str) -> tuple[RuleId, ...]:
    """The ids of what a creature can pay for."""
    purse, settings = find(state, who).wealth, state.settings
    return tuple([ref for ref, coins in goods().items() if affords(purse, coins, settings)])


@rule("modified_cairn.wealth.sell")
def worth(item: Item) -> int:
    """What a town pays for a thing: treasure in full, gear half its price rounded down; 0 where the GM must decide."""
    if item.ref == TREASURE or not item.ref:
        return item.price
    return item.price // 2


@rule("modified_cairn.action.buy", "modified_cairn.ammo.buy_quiver", "modified_cairn.inventory.more_capacity")
def buy(play: Play, state: State, who: str) -> State:
    """Buy a thing; a beast or cart becomes a transport of the buyer."""
    buyer = find(state, who)
    facts = (buyer.name, _purse(buyer, state.settings))
    ref = play.choose(buyer.seat, "buy_what", affordable(state, who), *facts, why=BUY)
    coins = price(ref)
    buyer = replace(buyer, wealth=pay_price(buyer.wealth, coins, state.settings))
    if ref in transports():
        play.tell("bought", buyer.name, transports()[ref].name, coins, why=BUY)
        return acquire(put(state, buyer), Given(transports()[ref].name, ref), who)
    state, item = fresh(state, ref)
    item = _special(play, item, buyer.seat)
    play.tell("bought", buyer.name, item.name, coins, why=BUY)
    return put(state, weighed(play, buyer, receive(buyer, item)))


def _special(play: Play, item: Item, seat: Seat) -> Item:
    """Ask for a Quiver's kind of ammunition, or for the kind of creature that a repellent affects."""
    if item.ref == QUIVER:
        return replace(item, qualities=(play.choose(seat, "ammunition", KINDS, why=QUIVER),))
    if item.ref == REPELLENT:
        against = play.write(seat, "repels", why=REPELLENT).strip()[:40]
        return replace(item, name=f"{item.name}: {against}") if against else item
    return item


def _purse(creature: Creature, settings: Settings) -> int:
    """The value of a creature's coins in whole price coins."""
    return in_copper(creature.wealth, settings) // price_coin(settings)


@rule("modified_cairn.wealth.sell", "modified_cairn.action.sell_treasure", "modified_cairn.wealth.treasure_slots")
def sell(play: Play, state: State, who: str) -> State:
    """Sell a thing; if it has no price the GM names one, and the seller may decline."""
    seller = find(state, who)
    options = tuple([item.id for item in loose(seller)])
    item = item_of(seller, play.choose(seller.seat, "sell_what", options, seller.name, why=SELL))
    coins = worth(item)
    metal = "gold" if state.settings.price_coin == "Golden Mark" else "silver"
    if not coins:
        metals = sorted(("gold", "silver", "copper"), key=lambda one: one != metal)
        metal = play.choose(REFEREE, "sale_coin", metals, seller.name, item.name, why=SELL)
        coins = play.choose(REFEREE, "sale_price", SALES, seller.name, item.name, why=SELL)
        if play.choose(seller.seat, "sell_for", ("sell", "keep"), item.name, coins, metal, why=SELL) == "keep":
            return state
    play.tell("sold", seller.name, item.name, coins, metal, why=SELL)
    rest = settle(without(seller, item.id))
    return put(state, replace(rest, wealth=replace(rest.wealth, **{metal: getattr(rest.wealth, metal) + coins})))


@rule("modified_cairn.table.rill_runner_2", "modified_cairn.action.buy_service")
def asked(creature: Creature, service: RuleId) -> int:
    """What a service costs this buyer: bed and board, or passage by ship, are free by the living that some have."""
    free = any(service == what and row in creature.life.history for row, what in FREE.items())
    return 0 if free else services()[service].price


def _payable(state: State, buyer: Creature) -> tuple[RuleId, ...]:
    return tuple([ref for ref in services() if affords(buyer.wealth, asked(buyer, ref), state.settings)])


@rule("modified_cairn.action.buy_service")
def buy_service(play: Play, state: State, who: str) -> State:
    """Pay for a service and apply it."""
    buyer = find(state, who)
    service = services()[play.choose(buyer.seat, "service", _payable(state, buyer), buyer.name, why=SERVICE)]
    cost = asked(buyer, service.id)
    if service.id in LODGINGS and not goes_on(play, state, buyer.seat, NIGHT):
        return state
    state = put(state, replace(buyer, wealth=pay_price(buyer.wealth, cost, state.settings)))
    play.tell("service", buyer.name, service.id, cost, why=service.id)
    return served(play, state, who, service.id)


@rule(
    "modified_cairn.service.room_board",
    "modified_cairn.service.private_room_board",
    "modified_cairn.service.medical_healing",
    "modified_cairn.service.carriage_seat",
    "modified_cairn.service.ships_passage",
    "modified_cairn.service.stable_feed",
)
def served(play: Play, state: State, who: str, service: RuleId) -> State:
    """Apply a service: a night with meals for one or four, treatment, or passage and stabling as the GM describes."""
    if service == HEALING:
        options = tuple([one.id for one in state.party if alive(one)])
        patient = play.choose(find(state, who).seat, "treat_whom", options, why=service)
        return treated(play, state, patient)
    if service == ROOM:
        return lodged(play, state, (who,))
    if service == PRIVATE_ROOM:
        guests = [who]
        while len(guests) < BEDS:
            others = [one.id for one in state.party if person(one) and alive(one) and one.id not in guests]
            if not others:
                break
            guest = play.choose(find(state, who).seat, "room_for", (*others, "nobody"), why=service)
            if guest == "nobody":
                break
            guests.append(guest)
        return lodged(play, state, tuple(guests))
    return state


@rule("modified_cairn.service.room_board")
def lodged(play: Play, state: State, guests: tuple[str, ...]) -> State:
    """The guests are fed for the day and sleep a night without interruption."""
    for who in guests:
        guest = replace(find(state, who), fed=state.clock, drank=state.clock)
        state = put(state, relieve(play, guest, HUNGER, THIRST))
    return night(play, state, guests)


@rule("modified_cairn.price.change", "modified_cairn.wealth.coins")
def charge(play: Play, state: State, _: str) -> State:
    """A character pays a price that the GM names, in copper, silver or gold; change is given."""
    why: RuleId = "modified_cairn.price.change"
    options = tuple([one.id for one in state.party if in_copper(one.wealth, state.settings)])
    payer = find(state, play.choose(REFEREE, "charge_whom", options, why=why))
    purse, rate = in_copper(payer.wealth, state.settings), state.settings.coin_rate
    coins = {metal: each for metal, each in (("gold", rate * rate), ("silver", rate), ("copper", 1)) if each <= purse}
    metal = play.choose(REFEREE, "charge_in", tuple(coins), payer.name, why=why)
    many = play.choose(REFEREE, "charge_much", range(1, purse // coins[metal] + 1), payer.name, metal, why=why)
    play.tell(f"charged.{metal}", payer.name, many, why=why)
    return put(state, replace(payer, wealth=pay(payer.wealth, many * coins[metal], state.settings)))


def in_town(state: State, who: str) -> bool:
    """Whether a character is in town and able to act."""
    return state.phase == "town" and at_ease(state, who)


def _too_poor(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return None if affordable(state, who) else Refusal("cannot_buy", (one.name, _purse(one, state.settings)), BUY)


def _no_service(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return None if _payable(state, one) else Refusal("cannot_buy", (one.name, _purse(one, state.settings)), SERVICE)


def _nothing_to_sell(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return None if loose(one) else Refusal("nothing_to_sell", (one.name,), SELL)


DEEDS: tuple[Deed[State], ...] = (
    Deed("buy", buy, BUY, cost="price", shown=in_town, refuse=_too_poor, group="market"),
    Deed("sell", sell, SELL, shown=in_town, refuse=_nothing_to_sell, group="market"),
    Deed("buy_service", buy_service, SERVICE, cost="price", shown=in_town, refuse=_no_service, group="market"),
    Deed(
        "charge",
        charge,
        "modified_cairn.price.change",
        "referee",
        shown=lambda state, _: any(in_copper(one.wealth, state.settings) for one in state.party),
        group="market",
    ),
)
