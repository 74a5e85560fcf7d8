"""Handling things: taking up, dropping, handing over, in hand or away, on or off, and the backpack itself.

What does not fit is never on the list. After every change the load is looked at: ten filled slots show at once.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import no_metal_on_head
from tallow.games.cairn.gear.coins import room_for_coins
from tallow.games.cairn.gear.inventory import (
    COINS,
    NO_BACKPACK,
    PURSE,
    coins_for_a_slot,
    droppable,
    find_item,
    fits,
    free_slots,
    hands,
    hold,
    holding,
    leave_coins,
    load,
    parted,
    put_away,
    slots_used,
    with_item,
    without,
)
from tallow.games.cairn.gear.things import HEAD, METAL, wearable
from tallow.games.cairn.state import Creature, Item, State, able, alive
from tallow.games.cairn.uses import SPENT, Use
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.marks import Mark
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

PEOPLE = ("pc", "hireling")
BACKPACK = "backpack"


def member(state: State, who: str) -> Creature | None:
    """A character or hireling of the party who is there and alive."""
    return next((one for one in state.party if one.id == who and one.kind in PEOPLE and alive(one)), None)


@cached_by_identity(64)
def free_to_handle(state: State, who: str) -> bool:
    """Whether somebody can see to their things now: outside a fight, or on their turn in it."""
    one, fight = member(state, who), state.fight
    if one is None or not able(one) or one.was:
        return False
    return fight is None or (who in fight.acting and not any(made.who == who for made in fight.declared))


def settled(play: Play, state: State, *changed: Creature) -> State:
    """The state with these creatures, each looked at for its load."""
    return put(state, *(load(play, one, state.settings, state.clock) for one in changed))


def _took(state: State) -> Mark[Use]:
    return SPENT.mark("took", state.clock)


@rule("cairn.inventory.swap")
def _busy(state: State, who: str) -> Refusal | None:
    """In a fight one thing a turn is taken from the pack or the ground."""
    if state.fight is not None and _took(state) in find(state, who).spent:
        return Refusal("took_already", (find(state, who).name,), "cairn.inventory.swap")
    return None


def _takes(state: State, creature: Creature) -> Creature:
    if state.fight is None:
        return creature
    return replace(creature, spent=SPENT.instead(creature.spent, "took", state.clock))


def _amount(play: Play, creature: Creature, why: RuleId) -> int:
    return play.choose(creature.seat, "how_many_gp", range(1, creature.gp + 1), creature.name, why=why)


@rule("cairn.action.take", "cairn.inventory.ten")
def takeable(state: State, creature: Creature) -> tuple[str, ...]:
    """What lies there and still fits."""
    return tuple(
        item.id
        for item in state.ground
        if not any(item.place == other.id for other in state.ground)
        and (
            item.value_gp <= room_for_coins(creature, state.settings)
            if item.ref == COINS
            else fits(creature, item, state.settings)
        )
    )


@rule("cairn.action.take", "cairn.inventory.full")
def take_up(play: Play, state: State, who: str) -> State:
    """Take something from the ground; what stands on it or lies in it comes along."""
    creature = find(state, who)
    which = play.choose(creature.seat, "take_what", takeable(state, creature), creature.name, why="cairn.action.take")
    taken = tuple(item for item in state.ground if which in {item.id, item.place})
    state = replace(state, ground=tuple(item for item in state.ground if item not in taken))
    play.tell("item.taken", creature.name, taken[0].name, why="cairn.action.take")
    if taken[0].ref == COINS:
        creature = replace(creature, gp=creature.gp + taken[0].value_gp)
    else:
        creature = replace(creature, items=(*creature.items, *taken))
    if BACKPACK in taken[0].qualities:
        creature = shed(without(creature, which), NO_BACKPACK)
    return settled(play, state, _takes(state, creature))


@rule("cairn.action.drop", "cairn.inventory.swap", "cairn.fatigue.slot")
def drop(play: Play, state: State, who: str) -> State:
    """Drop something, or leave a beast or cart behind with all that is on it. Fatigue is no thing to drop."""
    creature = find(state, who)
    which = play.choose(creature.seat, "drop_what", _owned(state, creature), creature.name, why="cairn.action.drop")
    if which == PURSE:
        gp = _amount(play, creature, "cairn.action.drop")
        play.tell("coins.dropped", creature.name, gp, why="cairn.action.drop")
        return settled(play, leave_coins(state, gp), replace(creature, gp=creature.gp - gp))
    creature, left = parted(creature, which)
    play.tell("item.dropped", creature.name, left[0].name, why="cairn.action.drop")
    return settled(play, replace(state, ground=state.ground + left), creature)


def _others(state: State, giver: Creature) -> list[Creature]:
    """Those to whom somebody could hand something."""
    return [one for one in state.party if one.id != giver.id and one.kind in PEOPLE and alive(one)]


@rule("cairn.action.drop", "cairn.hireling.play")
def _receivers(state: State, giver: Creature, item: Item) -> tuple[str, ...]:
    """Who could take this."""
    return tuple(one.id for one in _others(state, giver) if fits(one, item, state.settings))


def _givable(state: State, giver: Creature) -> Iterator[str]:
    for item in giver.items:
        if _receivers(state, giver, parted(giver, item.id)[1][0]):
            yield item.id
    if giver.gp and _others(state, giver):
        yield PURSE


@rule("cairn.action.drop", "cairn.action.take")
def hand_over(play: Play, state: State, who: str) -> State:
    """Hand something, or coins, to another of the party who can carry it."""
    giver = find(state, who)
    why = "cairn.action.drop"
    which = play.choose(giver.seat, "hand_over_what", (*_givable(state, giver),), giver.name, why=why)
    if which == PURSE:
        return _hand_over_coins(play, state, giver)
    giver, moved = parted(giver, which)
    to = play.choose(giver.seat, "hand_over_to", _receivers(state, giver, moved[0]), giver.name, why=why)
    taker = find(state, to)
    play.tell("item.handed", giver.name, moved[0].name, taker.name, why=why)
    return settled(play, state, giver, replace(taker, items=(*taker.items, *moved)))


def _hand_over_coins(play: Play, state: State, giver: Creature) -> State:
    gp = _amount(play, giver, "cairn.action.drop")
    takers = tuple(one.id for one in _others(state, giver) if gp <= room_for_coins(one, state.settings))
    if not takers:
        play.tell("coins.no_room", giver.name, gp, why="cairn.inventory.coins")
        return state
    to = play.choose(giver.seat, "hand_over_to", takers, giver.name, why="cairn.action.drop")
    taker = find(state, to)
    play.tell("coins.handed", giver.name, gp, taker.name, why="cairn.action.drop")
    return settled(play, state, replace(giver, gp=giver.gp - gp), replace(taker, gp=taker.gp + gp))


def _for_the_hand(creature: Creature) -> tuple[str, ...]:
    most = hands(creature)
    return tuple(
        item.id
        for item in creature.items
        if item.place in {"pack", "beside"} and 0 < item.hands <= most and not (item.room and not item.slots)
    )


@rule("cairn.inventory.hands", "cairn.inventory.swap")
def into_hand(play: Play, state: State, who: str) -> State:
    """Take something in hand; what the hands no longer hold is put away."""
    creature = find(state, who)
    which = play.choose(
        creature.seat, "hold_what", _holdable(state, creature), creature.name, why="cairn.inventory.hands"
    )
    creature = hold(play, creature, which)
    play.tell("item.held", creature.name, find_item(creature, which).name, why="cairn.inventory.hands")
    return settled(play, state, _takes(state, creature))


def _cart(creature: Creature) -> Item:
    """The cart that stands by, which fills slots once it is pulled."""
    return next((item for item in creature.items if item.place == "beside" and item.slots), Item("", "", slots=0))


@rule("cairn.inventory.swap", "cairn.item.cart")
def away(play: Play, state: State, who: str) -> State:
    """Put away what is in the hands; a cart is left standing and fills no slot then."""
    creature = find(state, who)
    which = play.choose(
        creature.seat, "put_away_what", _held(state, creature), creature.name, why="cairn.inventory.swap"
    )
    thing = find_item(creature, which)
    play.tell("item.put_away", creature.name, thing.name, why="cairn.inventory.swap")
    return settled(play, state, with_item(creature, put_away(thing)))


@rule("cairn.table.barber_surgeon_1")
def _can_wear(creature: Creature, item: Item) -> bool:
    return not (HEAD in item.qualities and METAL in item.qualities and no_metal_on_head(creature))


def _to_put_on(creature: Creature) -> tuple[str, ...]:
    return tuple(i.id for i in creature.items if i.place == "pack" and wearable(i) and _can_wear(creature, i))


@rule("cairn.armor.shield", "cairn.armor.cap")
def wear(creature: Creature, which: str) -> Creature:
    """Put something on; of suits without bonus only one is worn at a time."""
    thing = find_item(creature, which)
    suit = thing.armor > 0 and not thing.bonus
    items = []
    for item in creature.items:
        if item.id == which:
            items.append(replace(item, place="worn", slots=0 if "limb" in item.qualities else item.slots))
        elif suit and item.place == "worn" and item.armor and not item.bonus:
            items.append(replace(item, place="pack"))
        else:
            items.append(item)
    return replace(creature, items=tuple(items))


def put_on(play: Play, state: State, who: str) -> State:
    """Put on armour, or another thing that is worn."""
    creature = find(state, who)
    which = play.choose(creature.seat, "put_on_what", _to_put_on(creature), creature.name, why="cairn.armor.shield")
    play.tell("item.put_on", creature.name, find_item(creature, which).name, why="cairn.armor.shield")
    return settled(play, state, wear(creature, which))


def _to_take_off(state: State, creature: Creature) -> tuple[str, ...]:
    """What is worn and can come off; a made limb is bulky once it is off."""
    free = free_slots(creature, state.settings)
    return tuple(i.id for i in creature.items if i.place == "worn" and ("limb" not in i.qualities or free >= 2))


def take_off(play: Play, state: State, who: str) -> State:
    """Take off something worn."""
    creature = find(state, who)
    options = _to_take_off(state, creature)
    which = play.choose(creature.seat, "take_off_what", options, creature.name, why="cairn.armor.shield")
    thing = find_item(creature, which)
    play.tell("item.taken_off", creature.name, thing.name, why="cairn.armor.shield")
    off = replace(thing, place="pack", slots=2 if "limb" in thing.qualities else thing.slots)
    return settled(play, state, with_item(creature, off))


@rule("cairn.inventory.hands")
def set_down_pack(play: Play, state: State, who: str) -> State:
    """Put the backpack down: six slots are missing until it is taken up again, and what does not fit stays with it."""
    creature = gain(find(state, who), NO_BACKPACK)
    state, id_ = serial(state, "i")
    pack = Item(id_, BACKPACK, slots=0, hands=0, qualities=(BACKPACK,))
    left: list[Item] = []
    while free_slots(creature, state.settings) < 0:
        options = droppable(creature, state.settings)
        if not options:
            break
        which = play.choose(creature.seat, "leave_with_pack", options, creature.name, why="cairn.inventory.hands")
        if which == PURSE:
            gp = coins_for_a_slot(creature, state.settings)
            creature, state = replace(creature, gp=creature.gp - gp), leave_coins(state, gp)
            continue
        creature, parts = parted(creature, which)
        left += parts
    play.tell("pack.down", creature.name, slots_used(creature, state.settings), why="cairn.inventory.hands")
    return settled(play, replace(state, ground=(*state.ground, pack, *left)), creature)


def nothing_of(code: str, of: Callable[[State, Creature], Iterable[str]], why: RuleId) -> Callable[..., Refusal | None]:
    """A refusal for when there is nothing to choose from; no more is listed than it takes to know."""

    def refuse(state: State, who: str) -> Refusal | None:
        creature = find(state, who)
        return None if any(True for _ in of(state, creature)) else Refusal(code, (creature.name,), why)

    return refuse


def _taking(refuse: Callable[..., Refusal | None]) -> Callable[[State, str], Refusal | None]:
    return lambda state, who: _busy(state, who) or refuse(state, who)


def at_ease(state: State, who: str) -> bool:
    """Whether somebody can see to their things and no fight goes on."""
    return state.fight is None and free_to_handle(state, who)


def _held(_: State, creature: Creature) -> tuple[str, ...]:
    return tuple(item.id for item in holding(creature))


def _owned(_: State, creature: Creature) -> tuple[str, ...]:
    return (*(item.id for item in creature.items), *((PURSE,) if creature.gp else ()))


def _holdable(state: State, creature: Creature) -> tuple[str, ...]:
    pulls = _cart(creature).slots <= free_slots(creature, state.settings)
    return tuple(id_ for id_ in _for_the_hand(creature) if pulls or find_item(creature, id_).place != "beside")


def _with_pack(state: State, who: str) -> bool:
    return at_ease(state, who) and not has(find(state, who), NO_BACKPACK)


TAKE, DROP, SWAP, WORN = "cairn.action.take", "cairn.action.drop", "cairn.inventory.swap", "cairn.armor.shield"

DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "take_up",
        take_up,
        TAKE,
        "player",
        "move",
        free_to_handle,
        _taking(nothing_of("nothing_to_take", takeable, TAKE)),
        group="slots",
    ),
    Deed("drop", drop, DROP, shown=free_to_handle, refuse=nothing_of("nothing_carried", _owned, DROP), group="slots"),
    Deed(
        "hand_over",
        hand_over,
        DROP,
        shown=free_to_handle,
        refuse=nothing_of("nothing_to_hand_over", _givable, DROP),
        group="slots",
    ),
    Deed(
        "hold",
        into_hand,
        SWAP,
        "player",
        "move",
        free_to_handle,
        _taking(nothing_of("nothing_to_hold", _holdable, SWAP)),
        group="slots",
        rank=-1,
    ),
    Deed(
        "put_away",
        away,
        SWAP,
        shown=free_to_handle,
        refuse=nothing_of("hands_empty", _held, SWAP),
        group="slots",
        rank=-1,
    ),
    Deed(
        "put_on",
        put_on,
        WORN,
        shown=at_ease,
        refuse=nothing_of("nothing_to_wear", lambda _, one: _to_put_on(one), WORN),
        group="slots",
        rank=-1,
    ),
    Deed(
        "take_off",
        take_off,
        WORN,
        shown=at_ease,
        refuse=nothing_of("nothing_worn", _to_take_off, WORN),
        group="slots",
        rank=-1,
    ),
    Deed("set_down_pack", set_down_pack, "cairn.inventory.hands", shown=_with_pack, group="slots"),
)
