"""Carts, wagons and beasts that carry things beside the party; out of reach in a fight."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.entries import Given
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.inventory import (
    at_ease,
    item_of,
    loose,
    mark,
    receive,
    spent,
    weighed,
    with_item,
    without,
)
from tallow.games.modified_cairn.gear.slots import settle, slots
from tallow.games.modified_cairn.goods import transports
from tallow.games.modified_cairn.state import Item, State, Transport
from tallow.games.modified_cairn.world.darkness import shade
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

CART: RuleId = "modified_cairn.transport.cart"
WAGON: RuleId = "modified_cairn.transport.wagon"
DONKEY: RuleId = "modified_cairn.transport.donkey"
FEED: RuleId = "modified_cairn.item.animal_feed"
STORE: RuleId = "modified_cairn.inventory.more_capacity"


def transport_of(state: State, which: str) -> Transport:
    """The transport of that id."""
    return next(one for one in state.transports if one.id == which)


def with_transport(state: State, changed: Transport) -> State:
    """The state with this transport in place of the one of the same id."""
    return replace(state, transports=tuple([changed if one.id == changed.id else one for one in state.transports]))


@rule("modified_cairn.inventory.more_capacity", "modified_cairn.item.cart", "modified_cairn.item.pack_animal")
def acquire(state: State, line: Given, keeper: str) -> State:
    """The state with a new transport for a keeper; a line of gear may give it other capacity than its entry."""
    state, id_ = serial(state, "t")
    room = line.slots_added or (transports()[line.of].slots if line.of in transports() else 0)
    return replace(state, transports=(*state.transports, Transport(id_, line.name, line.of, room, keeper)))


@rule("modified_cairn.transport.horse", "modified_cairn.transport.mule", "modified_cairn.transport.donkey")
def beast(one: Transport) -> bool:
    """Whether a transport is an animal."""
    return one.of in monsters() or (one.of in transports() and transports()[one.of].vig > 0)


def _beasts(state: State, keeper: str) -> list[Transport]:
    return [one for one in state.transports if one.keeper == keeper and beast(one)]


@rule("modified_cairn.item.animal_feed", "modified_cairn.wild.camp")
def feed_beasts(play: Play, state: State) -> State:
    """Each beast of the party eats a use of feed, while there is any; the rest graze as they can."""
    hungry = sum([beast(one) for one in state.transports])
    for at in range(hungry):
        found = next(((one, item) for one in state.party for item in one.items if item.ref == FEED), None)
        if found is None:
            play.tell("feed.none", hungry - at, why=FEED)
            return state
        owner, feed = found
        left = mark(feed)
        gone = left is None or spent(left)
        state = put(state, settle(without(owner, feed.id)) if gone or left is None else with_item(owner, left))
    if hungry:
        play.tell("feed", hungry, why=FEED)
    return state


@rule("modified_cairn.transport.cart", "modified_cairn.transport.wagon", "modified_cairn.item.cart")
def pulled(state: State, one: Transport) -> bool:
    """Whether a transport can move: a beast always, a wagon if a beast pulls it, a cart also with both hands."""
    if beast(one) or _beasts(state, one.keeper):
        return True
    return one.of == CART and any(item.id == one.id for person in state.party for item in person.items)


@rule("modified_cairn.transport.donkey", "modified_cairn.inventory.more_capacity")
def room(state: State, one: Transport) -> int:
    """How many slots a transport has; half for a donkey that pulls a wagon."""
    wagon = any(other.of == WAGON and other.keeper == one.keeper for other in state.transports)
    stronger = any(other.of != DONKEY for other in _beasts(state, one.keeper))
    return one.slots // 2 if one.of == DONKEY and wagon and not stronger else one.slots


def room_left(state: State, one: Transport) -> int:
    """How many slots of a transport are empty."""
    return room(state, one) - sum([slots(item) for item in one.items])


@rule("modified_cairn.transport.wagon", "modified_cairn.transport.mule", "modified_cairn.transport.donkey")
def slow(state: State) -> bool:
    """Whether the party has a slow transport along."""
    return any(one.of in transports() and transports()[one.of].slow for one in state.transports)


def _loadable(state: State, who: str) -> tuple[tuple[str, str], ...]:
    """The pairs (thing, transport) that a creature could load."""
    things = loose(find(state, who))
    return tuple(
        [(one.id, item.id) for one in state.transports for item in things if slots(item) <= room_left(state, one)]
    )


@rule("modified_cairn.inventory.more_capacity")
def load(play: Play, state: State, who: str) -> State:
    """Put a thing on a cart or beast."""
    creature = find(state, who)
    options = _loadable(state, who)
    where = play.choose(creature.seat, "load_where", tuple(dict.fromkeys(at for at, _ in options)), why=STORE)
    fitting = tuple([item for at, item in options if at == where])
    thing = item_of(creature, play.choose(creature.seat, "load_what", fitting, creature.name, why=STORE))
    one = transport_of(state, where)
    play.tell("loaded", creature.name, thing.name, one.name, why=STORE)
    state = with_transport(state, replace(one, items=(*one.items, replace(thing, place=one.id, lit=False))))
    return shade(put(state, settle(without(creature, thing.id))))


@rule("modified_cairn.inventory.more_capacity")
def unload(play: Play, state: State, who: str) -> State:
    """Take a thing from a cart or beast."""
    creature = find(state, who)
    options = tuple([item.id for one in state.transports for item in one.items])
    which = play.choose(creature.seat, "unload_what", options, creature.name, why=STORE)
    one = next(one for one in state.transports if any(item.id == which for item in one.items))
    thing = next(item for item in one.items if item.id == which)
    play.tell("unloaded", creature.name, thing.name, one.name, why=STORE)
    state = with_transport(state, replace(one, items=tuple([item for item in one.items if item.id != which])))
    return put(state, weighed(play, creature, receive(creature, thing)))


def _carts(state: State, _: str) -> tuple[str, ...]:
    held = [item.id for one in state.party for item in one.items]
    return tuple([one.id for one in state.transports if one.of == CART and one.id not in held])


def _hands_full(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    full = any(item.place == "hands" and slots(item) for item in one.items) or "hands" in one.strain
    return Refusal("hands_full", (one.name,), CART) if full else None


@rule("modified_cairn.transport.cart", "modified_cairn.item.cart")
def pull(play: Play, state: State, who: str) -> State:
    """Pull a cart, which takes both hands."""
    creature = find(state, who)
    cart = transport_of(state, play.choose(creature.seat, "pull_what", _carts(state, who), creature.name, why=CART))
    shafts = Item(cart.id, cart.name, cart.of, "bulky", "hands")
    play.tell("pulls", creature.name, cart.name, why=CART)
    return put(with_transport(state, replace(cart, keeper=who)), replace(creature, items=(*creature.items, shafts)))


def pulling(state: State, who: str) -> bool:
    """Whether a creature pulls a cart."""
    return any(item.ref == CART for item in find(state, who).items)


def let_go(play: Play, state: State, who: str) -> State:
    """Stop pulling a cart."""
    creature = find(state, who)
    shafts = tuple([item.id for item in creature.items if item.ref == CART])
    play.tell("lets_go", creature.name, item_of(creature, shafts[0]).name, why=CART)
    return put(state, settle(without(creature, *shafts)))


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "load", load, STORE, shown=lambda state, who: at_ease(state, who) and bool(_loadable(state, who)), group="slots"
    ),
    Deed(
        "unload",
        unload,
        STORE,
        shown=lambda state, who: at_ease(state, who) and any(one.items for one in state.transports),
        group="slots",
    ),
    Deed(
        "pull",
        pull,
        CART,
        shown=lambda state, who: at_ease(state, who) and not pulling(state, who) and bool(_carts(state, who)),
        refuse=_hands_full,
        group="slots",
    ),
    Deed("let_go", let_go, CART, shown=lambda state, who: at_ease(state, who) and pulling(state, who), group="slots"),
)
