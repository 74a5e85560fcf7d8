"""The market: the price list, buying and selling."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import PERFORMANCE, SAILORS_FRIEND, has_boon
from tallow.games.cairn.entries import armours, tables, things, weapons
from tallow.games.cairn.gear.coins import GOLD, change, receive_coins, with_coins, worth
from tallow.games.cairn.gear.handling import at_ease, nothing_of, settled
from tallow.games.cairn.gear.inventory import COINS, fits, parted
from tallow.games.cairn.gear.things import REPELLENT, from_ref
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Creature, Item, State
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Choice, Play, RuleId, Seat, rule

NOT_SOLD = ("cairn.item.spellbook", "cairn.item.scroll", COINS, "cairn.weapon.unarmed")
FREE = {PERFORMANCE: "cairn.item.room", SAILORS_FRIEND: "cairn.item.ships_passage"}
"""What some get for nothing by the living that they have."""


@rule("cairn.market.prices", "cairn.setting.price_list")
def price(ref: RuleId, settings: Settings) -> int:
    """What the list asks for something, in gold pieces."""
    kind = ref.split(".")[1]
    if kind == "weapon":
        return weapons()[ref].price_gp
    if kind == "armour":
        return armours()[ref].price_gp
    thing = things()[ref]
    draft = settings.price_list == "with_draft" and thing.price_gp_draft
    return thing.price_gp_draft if draft else thing.price_gp


@cache
@rule("cairn.market.prices", "cairn.setting.price_list")
def on_list(settings: Settings) -> tuple[RuleId, ...]:
    """Everything that is for sale, services too."""
    drafts = settings.price_list == "with_draft"
    listed = [thing.id for thing in things().values() if thing.list == "published" or drafts]
    return tuple(ref for ref in (*listed, *weapons(), *armours()) if ref not in NOT_SOLD)


def goods(settings: Settings) -> tuple[RuleId, ...]:
    """Everything for sale that can be carried off: no services."""
    return tuple(ref for ref in on_list(settings) if ref not in things() or not things()[ref].service)


@rule("cairn.item.repellent", "cairn.weapon.light", "cairn.weapon.medium", "cairn.weapon.heavy")
def as_wanted(play: Play, ref: RuleId, id_: str, by: Seat) -> Item:
    """A thing of the list as its buyer wants it: which weapon of its class, against what a repellent is."""
    kinds = weapons()[ref].kinds if ref in weapons() else ()
    name = play.choose(by, "which_weapon", kinds, ref, why=ref) if kinds else ""
    return repelling(play, from_ref(ref, id_, name=name), by)


@rule("cairn.item.repellent")
def repelling(play: Play, item: Item, by: Seat) -> Item:
    """A repellent keeps off one kind of creature, named when it is got."""
    if item.ref != REPELLENT:
        return item
    kinds = tuple(row.name for row in tables()["cairn.table.monster_group"].rows)
    kind = play.choose(by, "repels", kinds, item.name, why=REPELLENT)
    return replace(item, effect=f"{kind}: {item.effect}", qualities=(f"repels {kind.casefold()}",))


@rule("cairn.table.rill_runner_2", "cairn.market.prices")
def asked(creature: Creature, ref: RuleId, settings: Settings) -> int:
    """What something costs this buyer: taverns and ships are free for some."""
    if any(free == ref and has_boon(creature, boon) for boon, free in FREE.items()):
        return 0
    return price(ref, settings)


def prices(state: State, choice: Choice) -> Mapping[Any, int]:
    """What each thing costs whoever is asked what to buy."""
    if choice.what != "buy_what":
        return {}
    buyer = next((one for one in state.party if one.name == choice.facts[0]), None)
    return {ref: asked(buyer, str(ref), state.settings) for ref in choice.options} if buyer else {}


@rule("cairn.action.buy")
def affordable(state: State, creature: Creature) -> tuple[RuleId, ...]:
    """Everything that somebody can pay for and carry."""
    return tuple(_affordable(state, creature))


def _affordable(state: State, creature: Creature) -> Iterator[RuleId]:
    purse = worth(creature)
    return (
        ref
        for ref in on_list(state.settings)
        if asked(creature, ref, state.settings) * GOLD <= purse and fits(creature, from_ref(ref, ""), state.settings)
    )


@rule("cairn.action.buy", "cairn.market.prices", "cairn.phase.town")
def buy(play: Play, state: State, who: str) -> State:
    """Buy one thing: it is paid for and carried. A night or a healer's care is a token, spent when it is used."""
    buyer = find(state, who)
    there, purse = affordable(state, buyer), change(worth(buyer))
    ref = play.choose(buyer.seat, "buy_what", there, buyer.name, purse, why="cairn.action.buy")
    cost = asked(buyer, ref, state.settings)
    state, id_ = serial(state, "i")
    bought = as_wanted(play, ref, id_, buyer.seat)
    play.tell("market.bought", buyer.name, bought.name, cost, why="cairn.market.prices")
    buyer = with_coins(buyer, -cost * GOLD)
    return settled(play, state, replace(buyer, items=(*buyer.items, bought)))


@rule("cairn.market.prices", "cairn.market.treasure")
def fetches(play: Play, item: Item, settings: Settings) -> int:
    """What something sells for, in copper: what is `listed`, else the referee's word."""
    if copper := listed(item, settings):
        return copper
    return play.choose(REFEREE, "offered_gp", range(1001), item.name, why="cairn.market.prices") * GOLD


def listed(item: Item, settings: Settings) -> int:
    """What something sells for, in copper: treasure its full worth, goods half their price; 0 where no list says it."""
    if item.value_gp:
        return item.value_gp * GOLD
    known = item.ref in things() or item.ref in weapons() or item.ref in armours()
    return price(item.ref, settings) * GOLD // 2 if known and item.ref not in NOT_SOLD else 0


def saleable(_: State, creature: Creature) -> tuple[str, ...]:
    """What somebody could sell; tokens for services are spent, not sold."""
    return tuple(i.id for i in creature.items if i.ref not in things() or not things()[i.ref].service)


@rule("cairn.market.prices")
def sell(play: Play, state: State, who: str) -> State:
    """Sell one thing, if the price suits; what lies on a beast or cart that is sold is kept beside it."""
    seller = find(state, who)
    which = play.choose(seller.seat, "sell_what", saleable(state, seller), seller.name, why="cairn.market.prices")
    rest, (sold, *loaded) = parted(seller, which)
    copper = fetches(play, sold, state.settings)
    facts = (sold.name, change(copper))
    if play.choose(seller.seat, "sell_for", ("sell", "keep"), *facts, why="cairn.market.prices") == "keep":
        return state
    play.tell("market.sold", seller.name, *facts, why="cairn.market.prices")
    ground = (*state.ground, *(replace(item, place="pack") for item in loaded))
    return receive_coins(play, put(replace(state, ground=ground), rest), rest.id, copper)


def _in_town(state: State, who: str) -> bool:
    return state.phase in {"town", "downtime"} and at_ease(state, who)


def _nothing_to_buy(state: State, who: str) -> Refusal | None:
    buyer = find(state, who)
    return None if any(_affordable(state, buyer)) else Refusal("cannot_buy", (buyer.name, buyer.gp), "cairn.action.buy")


DEEDS: tuple[Deed[State], ...] = (
    Deed("buy", buy, "cairn.action.buy", cost="price", shown=_in_town, refuse=_nothing_to_buy, group="market"),
    Deed(
        "sell",
        sell,
        "cairn.market.prices",
        shown=_in_town,
        refuse=nothing_of("nothing_to_sell", saleable, "cairn.market.prices"),
        group="market",
    ),
)
