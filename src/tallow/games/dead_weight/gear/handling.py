"""Handling things: held, put away, worn, moved, dropped, picked up, handed over, taken from the dead.

Outside a fight all of it is free. In a fight `change_equipment` costs one action; only dropping a thing is free.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.entries.gear import weapons
from tallow.games.dead_weight.gear.inventory import (
    CARRIED,
    CURSES,
    HANDS,
    RING,
    arms,
    capacity,
    doused,
    drop_item,
    find_item,
    fits,
    hands_for,
    held,
    kept,
    lying,
    parted,
    place_for,
    stacks_on,
    stow,
    with_item,
    without,
)
from tallow.games.dead_weight.state import Adventurer, Item, Purse, State, able, adventurer, alive, put
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, rule

FREE = "dead_weight.exploration.free_equip"
EQUIP = "dead_weight.action.combat_item"
SILVER, GOLD = "dead_weight.item.silver_coin", "dead_weight.item.gold_coin"
COINS, PURSE = "coins", "purse"
FALLEN: RuleId = "dead_weight.wound.death"
RATION = "dead_weight.item.ration"


@rule("dead_weight.weapon.spear", "dead_weight.trappings.hand_equipped", "dead_weight.trauma.broken_arm")
def grips(one: Adventurer, item: Item) -> tuple[str, ...]:
    """The hands that can hold a thing: both for what needs two, either for the rest; a spear can be held both ways."""
    free = arms(one)
    if hands_for(item) == 1:
        return free
    weapon = weapons().get(item.ref)
    either = free if weapon is not None and weapon.one_hand is not None else ()
    return ("both", *either) if len(free) == 2 else either


@rule("dead_weight.action.combat_item", "dead_weight.trappings.hand_equipped", "dead_weight.exploration.free_equip")
def take_in_hand(play: Play, state: State, who: str, item: str, hand: str = "") -> State:
    """Hold a thing: in the free hand, else in the player's choice; what was held there is put away or falls."""
    one = adventurer(state, who)
    taken = find_item(one, item)
    if not hand:
        hand = _hand(play, one, taken)
    freed = [old for old in one.items if old.id != item and _in(old, hand)]
    one = with_item(one, replace(taken, place=hand))
    play.tell("item.held", one.name, taken.name, why=EQUIP if state.combat else FREE)
    for old in freed:
        state, one = _put_back(play, state, one, old)
    return put(state, one)


def _hand(play: Play, one: Adventurer, item: Item) -> str:
    """The hand that is to hold a thing; the player is asked only if several would do and none is free."""
    ways = grips(one, item)
    if hands_for(item) == 1:
        busy = [old.place for old in held(one) if old.id != item.id]
        free = tuple(hand for hand in ways if hand not in busy and "both" not in busy)
        ways = free[:1] or (ways if "both" not in busy else ways[:1])
    return play.choose(one.seat, "which_hand", ways, one.name, item.name, why="dead_weight.trappings.hands")


def _in(item: Item, hand: str) -> bool:
    """Whether a thing occupies that hand, held in it or carried by it."""
    if item.place in {"both", hand, f"{hand}_carried"}:
        return True
    return hand == "both" and (item.place in HANDS or item.place.endswith("_carried"))


@rule("dead_weight.action.combat_item", "dead_weight.light.usage")
def _put_back(play: Play, state: State, one: Adventurer, item: Item) -> tuple[State, Adventurer]:
    """Put a thing back into the inventory, or on the ground if there is no slot for it; a flame goes out."""
    item, rest = doused(item), without(one, item.id)
    if stacks_on(rest, item):
        return state, stow(rest, item) or rest
    if place := place_for(rest, item):
        return state, with_item(one, kept(item, place))
    play.tell("item.dropped", one.name, item.name, why=EQUIP)
    return replace(state, ground=(*state.ground, lying(one, item))), rest


def holdable(_: State, one: Adventurer) -> tuple[str, ...]:
    """The ids of things that could be held."""
    return tuple(
        item.id for item in one.items if item.place not in (*HANDS, "worn", "pocket", "mule") and grips(one, item)
    )


def hold(play: Play, state: State, who: str) -> State:
    """Take something in hand."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "hold_what", holdable(state, one), one.name, why=FREE)
    return take_in_hand(play, state, who, which)


def in_hands(_: State, one: Adventurer) -> tuple[str, ...]:
    """The ids of held things that have room elsewhere."""
    return tuple(item.id for item in held(one) if place_for(without(one, item.id), item))


def put_away(play: Play, state: State, who: str) -> State:
    """Put away what is in hand."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "put_away_what", in_hands(state, one), one.name, why=FREE)
    return _away(play, state, who, which)


def _away(play: Play, state: State, who: str, which: str) -> State:
    one = adventurer(state, who)
    item = find_item(one, which)
    play.tell("item.put_away", one.name, item.name, why=EQUIP if state.combat else FREE)
    state, one = _put_back(play, state, one, item)
    return put(state, one)


def to_put_on(_: State, one: Adventurer) -> tuple[str, ...]:
    """The ids of things that could be worn."""
    return tuple(item.id for item in one.items if item.place != "worn" and fits(one, item, "worn"))


def put_on(play: Play, state: State, who: str) -> State:
    """Put on armour or clothing, or the ring."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "put_on_what", to_put_on(state, one), one.name, why="dead_weight.trappings.torso")
    return wear(play, state, who, which)


@rule("dead_weight.trappings.torso", "dead_weight.item.cursed_ring_of_plague_protection")
def wear(play: Play, state: State, who: str, item: str) -> State:
    """Wear a thing; whoever wears the ring is cursed."""
    one = adventurer(state, who)
    worn = replace(find_item(one, item), place="worn")
    play.tell("item.put_on", one.name, worn.name, why="dead_weight.trappings.torso")
    if worn.ref == RING and "cursed" not in one.afflictions:
        play.tell("affliction", one.name, "dead_weight.affliction.cursed", why=RING)
        one = replace(one, afflictions=(*one.afflictions, "cursed"))
        worn = replace(worn, marks=(*worn.marks, CURSES))
    return put(state, with_item(one, worn))


def to_take_off(_: State, one: Adventurer) -> tuple[str, ...]:
    """The ids of worn things that have room elsewhere."""
    return tuple(item.id for item in one.items if item.place == "worn" and place_for(without(one, item.id), item))


def take_off(play: Play, state: State, who: str) -> State:
    """Take off something worn."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "take_off_what", to_take_off(state, one), one.name, why="dead_weight.trappings.torso")
    return _off(play, state, who, which)


def _off(play: Play, state: State, who: str, which: str) -> State:
    one = adventurer(state, who)
    one, item = parted(one, find_item(one, which))
    play.tell("item.taken_off", one.name, item.name, why="dead_weight.trappings.torso")
    state, one = _put_back(play, state, one, item)
    return put(state, one)


def _elsewhere(one: Adventurer, item: Item) -> Iterator[str]:
    """The other places where a thing that is not held could be put."""
    if item.slots:
        for place in ("liquid", *CARRIED, "pocket", "mule"):
            if place != item.place and capacity(one, place) and fits(one, item, place):
                yield place


def movable(_: State, one: Adventurer) -> Iterator[str]:
    """The ids of things that could be put elsewhere."""
    for item in one.items:
        if item.place in (*CARRIED, "liquid", "pocket", "mule") and any(True for _place in _elsewhere(one, item)):
            yield item.id


@rule("dead_weight.exploration.free_equip", "dead_weight.container.pack_mule")
def rearrange(play: Play, state: State, who: str) -> State:
    """Put a thing in another place: on the body, in a container or on the mule."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "move_what", tuple(movable(state, one)), one.name, why=FREE)
    item = find_item(one, which)
    place = play.choose(one.seat, "move_where", tuple(_elsewhere(one, item)), one.name, item.name, why=FREE)
    play.tell("item.moved", one.name, item.name, why=FREE)
    return put(state, with_item(one, kept(item, place)))


def owned(_: State, one: Adventurer) -> tuple[str, ...]:
    """The ids of everything that somebody could drop."""
    return tuple(item.id for item in one.items if item.place != "pocket")


def drop(play: Play, state: State, who: str) -> State:
    """Drop something."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "drop_what", owned(state, one), one.name, why=FREE)
    play.tell("item.dropped", one.name, find_item(one, which).name, why=FREE)
    return drop_item(state, who, which)


def takeable(state: State, one: Adventurer) -> Iterator[str]:
    """The ids of things on the ground that somebody has room for; in a fight those on the same square."""
    square = lying(one, Item("", "")).place
    for item in state.ground:
        if (state.combat is None or item.place == square) and (item.ref in {SILVER, GOLD} or can_take(one, item)):
            yield item.id


@rule("dead_weight.item.silver_coin", "dead_weight.item.gold_coin", "dead_weight.trappings.slots")
def take_up(play: Play, state: State, who: str) -> State:
    """Pick up something from the ground; coins go into the purse."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "take_what", tuple(takeable(state, one)), one.name, why=FREE)
    return pick_up(play, state, who, which)


def pick_up(play: Play, state: State, who: str, which: str) -> State:
    """Pick up this thing from the ground; in a fight into a free hand, if there is one."""
    one = adventurer(state, who)
    item = next(item for item in state.ground if item.id == which)
    state = replace(state, ground=tuple(old for old in state.ground if old.id != which))
    play.tell("item.taken", one.name, item.name, why=FREE)
    if item.ref in {SILVER, GOLD}:
        name = "silver" if item.ref == SILVER else "gold"
        return put(state, replace(one, purse=replace(one.purse, **{name: getattr(one.purse, name) + item.count})))
    if state.combat is not None and (free := _free_hand(one, item)):
        return put(state, with_item(one, replace(item, place=free)))
    return put(state, stow(one, item) or one)


def _free_hand(one: Adventurer, item: Item) -> str:
    """A hand that holds and carries nothing and can hold this; "" for none."""
    return next((hand for hand in grips(one, item) if not any(_in(old, hand) for old in one.items)), "")


@rule("dead_weight.action.combat_give", "dead_weight.trappings.slots")
def can_take(one: Adventurer, item: Item) -> bool:
    """Whether somebody has room for a thing."""
    return bool(stacks_on(one, item) or place_for(one, item))


@rule("dead_weight.trauma.paranoid")
def shares(state: State, one: Adventurer, item: Item | None = None) -> bool:
    """Whether somebody is willing to share a thing: the paranoid share nothing, except rations in camp."""
    if "paranoid" not in one.life.traumas:
        return True
    return state.camp is not None and item is not None and item.ref == RATION


def takers(state: State, giver: Adventurer, item: Item) -> tuple[str, ...]:
    """The ids of those who could be handed this; in a fight those on the same square."""
    if not shares(state, giver, item):
        return ()
    return tuple(
        one.id
        for one in state.party
        if one.id != giver.id
        and alive(one)
        and (state.combat is None or one.at == giver.at)
        and shares(state, one, item)
        and can_take(one, item)
    )


def givable(state: State, giver: Adventurer) -> Iterator[str]:
    """The ids of things that could be handed to somebody."""
    for item in giver.items:
        if item.place != "pocket" and takers(state, giver, item):
            yield item.id
    others = any(one.id != giver.id and alive(one) and shares(state, one) for one in state.party)
    if giver.purse.silver and others and shares(state, giver) and state.combat is None:
        yield COINS


@rule("dead_weight.exploration.free_equip", "dead_weight.action.combat_give")
def hand_over(play: Play, state: State, who: str) -> State:
    """Hand a thing, or silver, to another."""
    giver = adventurer(state, who)
    which = play.choose(giver.seat, "hand_over_what", tuple(givable(state, giver)), giver.name, why=FREE)
    if which == COINS:
        return _hand_over_coins(play, state, giver)
    item = find_item(giver, which)
    to = play.choose(giver.seat, "hand_over_to", takers(state, giver, item), giver.name, item.name, why=FREE)
    count = 1
    if item.count > 1:
        count = play.choose(giver.seat, "how_many", range(1, item.count + 1), item.name, why=FREE)
    return give(play, state, who, which, to, count)


@rule("dead_weight.exploration.free_equip", "dead_weight.action.combat_give")
def give(play: Play, state: State, who: str, which: str, to: str, count: int = 1) -> State:
    """Give a thing, or this many pieces of a stack, to another who has room for it."""
    giver, taker = adventurer(state, who), adventurer(state, to)
    item = find_item(giver, which)
    play.tell("item.handed", giver.name, item.name, taker.name, why=FREE)
    if count < item.count:
        state, id_ = serial(state, "i")
        state = put(state, with_item(giver, replace(item, count=item.count - count)))
        item = replace(item, id=id_, count=count, lit=False)
    else:
        giver, item = parted(giver, item)
        state = put(state, giver)
    return put(state, stow(taker, doused(item)) or taker)


def _hand_over_coins(play: Play, state: State, giver: Adventurer) -> State:
    silver = play.choose(giver.seat, "how_much_silver", range(1, giver.purse.silver + 1), giver.name, why=FREE)
    others = tuple(one.id for one in state.party if one.id != giver.id and alive(one) and shares(state, one))
    taker = adventurer(state, play.choose(giver.seat, "hand_over_to", others, giver.name, COINS, why=FREE))
    play.tell("coins.handed", giver.name, silver, taker.name, why=FREE)
    state = put(state, replace(giver, purse=replace(giver.purse, silver=giver.purse.silver - silver)))
    return put(state, replace(taker, purse=replace(taker.purse, silver=taker.purse.silver + silver)))


@rule("dead_weight.wound.death")
def fallen_here(state: State) -> Iterator[Adventurer]:
    """The dead adventurers whose bodies are here, with what they carried."""
    for one in state.party:
        if "dead" in one.conditions and any(body.name == one.name for body in state.corpses):
            yield one


def spoils(fallen: Adventurer, one: Adventurer) -> tuple[str, ...]:
    """The ids of a dead adventurer's things that somebody has room for, and the purse."""
    things = [item.id for item in fallen.items if item.place != "pocket" and can_take(one, item)]
    return (*things, PURSE) if fallen.purse != Purse() else tuple(things)


def _leaving(state: State, one: Adventurer) -> Iterator[str]:
    """The ids of the dead here of whose things somebody could take one."""
    return (fallen.id for fallen in fallen_here(state) if spoils(fallen, one))


@rule("dead_weight.wound.death", "dead_weight.exploration.free_equip")
def take_from_fallen(play: Play, state: State, who: str) -> State:
    """Take a thing, or the purse, from a dead adventurer whose body is here."""
    one = adventurer(state, who)
    fallen = adventurer(state, play.choose(one.seat, "take_whom", tuple(_leaving(state, one)), why=FALLEN))
    which = play.choose(one.seat, "take_what", spoils(fallen, one), one.name, why=FALLEN)
    if which == PURSE:
        found, own = fallen.purse, one.purse
        play.tell("purse.taken", one.name, fallen.name, found.silver, found.gold, why=FALLEN)
        both = Purse(own.silver + found.silver, own.gold + found.gold, own.counterfeit + found.counterfeit)
        return put(put(state, replace(fallen, purse=Purse())), replace(one, purse=both))
    left, item = parted(fallen, find_item(fallen, which))
    play.tell("item.inherited", one.name, item.name, fallen.name, why=FALLEN)
    return put(put(state, left), stow(one, doused(item)) or one)


def changes(state: State, who: str) -> Iterator[Any]:
    """The options of `change_equipment`: every change that takes one action."""
    one = adventurer(state, who)
    yield from (("hold", which) for which in holdable(state, one))
    yield from (("take_up", which) for which in takeable(state, one))
    yield from (("put_away", which) for which in in_hands(state, one))
    yield from (("put_on", which) for which in to_put_on(state, one))
    yield from (("take_off", which) for which in to_take_off(state, one))


@rule("dead_weight.action.combat_item")
def change_equipment(play: Play, state: State, who: str) -> State:
    """One change of what is held or worn, in a fight."""
    one = adventurer(state, who)
    how, which = play.choose(one.seat, "change_equipment", tuple(changes(state, who)), one.name, why=EQUIP)
    return CHANGES[how](play, state, who, which)


CHANGES: dict[str, Callable[[Play, State, str, str], State]] = {
    "hold": take_in_hand,
    "take_up": pick_up,
    "put_away": _away,
    "put_on": wear,
    "take_off": _off,
}


def at_ease(state: State, who: str) -> bool:
    """Whether an adventurer can handle things freely: able to act, and not in a fight."""
    return state.combat is None and any(one.id == who and able(one) for one in state.party)


def _may_inherit(state: State, who: str) -> bool:
    return at_ease(state, who) and any(True for _ in fallen_here(state))


def _may_drop(state: State, who: str) -> bool:
    if state.combat is None:
        return at_ease(state, who)
    return state.combat.turn == who and any(one.id == who and able(one) for one in state.party)


def nothing_of(
    code: str, of: Callable[[State, Adventurer], Iterable[str]], why: RuleId
) -> Callable[[State, str], Refusal | None]:
    """A refusal for when `of` yields nothing to choose from; it stops at the first thing found."""

    def refuse(state: State, who: str) -> Refusal | None:
        one = adventurer(state, who)
        return None if any(True for _ in of(state, one)) else Refusal(code, (one.name,), why)

    return refuse


TORSO = "dead_weight.trappings.torso"

DEEDS: tuple[Deed[State], ...] = (
    Deed("hold", hold, FREE, shown=at_ease, refuse=nothing_of("nothing_to_hold", holdable, FREE), group="slots"),
    Deed("put_away", put_away, FREE, shown=at_ease, refuse=nothing_of("hands_empty", in_hands, FREE), group="slots"),
    Deed("put_on", put_on, TORSO, shown=at_ease, refuse=nothing_of("nothing_to_wear", to_put_on, TORSO), group="slots"),
    Deed(
        "take_off", take_off, TORSO, shown=at_ease, refuse=nothing_of("nothing_worn", to_take_off, TORSO), group="slots"
    ),
    Deed(
        "rearrange", rearrange, FREE, shown=at_ease, refuse=nothing_of("nothing_to_move", movable, FREE), group="slots"
    ),
    Deed("take_up", take_up, FREE, shown=at_ease, refuse=nothing_of("nothing_to_take", takeable, FREE), group="slots"),
    Deed(
        "take_from_fallen",
        take_from_fallen,
        FALLEN,
        shown=_may_inherit,
        refuse=nothing_of("nothing_of_the_fallen", _leaving, FALLEN),
        group="slots",
        rank=1,
    ),
    Deed("drop", drop, FREE, shown=_may_drop, refuse=nothing_of("nothing_carried", owned, FREE), group="slots"),
    Deed(
        "hand_over",
        hand_over,
        FREE,
        shown=at_ease,
        refuse=nothing_of("nothing_to_hand_over", givable, FREE),
        group="slots",
    ),
)
