"""What a character carries: how much, in which place, and handing it over."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.gear.burden import DROP, LIMIT, dropped, give, room
from tallow.games.black_hack.gear.things import KNIFE, SHIELDS, called, find_item, made, with_thing, without
from tallow.games.black_hack.state import MARKS, Character, Item, MarkKind, State, alive, character, put
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.mechanics.marks import Mark
from tallow.play import Play, RuleId, rule

HANDLE: RuleId = "black_hack.action.handle_item"
ARMOUR: RuleId = "black_hack.action.change_armour"
DAGGER: RuleId = "black_hack.ability.thief_a_dagger_for_every_occasion"
HANDS = 2


def free_hands(one: Character) -> int:
    """The number of hands that hold nothing."""
    return HANDS - sum([item.hands for item in one.items if item.place == "hands"])


@rule("black_hack.action.drop_item")
def drop_item(play: Play, state: State, who: str) -> State:
    """Somebody drops a thing; it costs nothing."""
    one = character(state, who)
    which = play.choose(one.seat, "drop_item", tuple([item.id for item in one.items]), one.name, 0, why=DROP)
    return dropped(play, state, who, which)


@rule("black_hack.action.handle_item", "black_hack.inventory.limit")
def take_item(play: Play, state: State, who: str) -> State:
    """Somebody picks up a thing that lies there."""
    one = character(state, who)
    options = tuple([item.id for item in state.ground if item.counts <= room(one)])
    item = find_item(state.ground, play.choose(one.seat, "take_item", options, one.name, why=HANDLE))
    play.tell("item.taken", one.name, called(item), why=HANDLE)
    return give(play, replace(state, ground=without(state.ground, item.id)), who, item)


def _nothing_to_take(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if any(item.counts <= room(one) for item in state.ground):
        return None
    return Refusal("full", (one.name,), LIMIT)


@rule("black_hack.action.handle_item", "black_hack.inventory.limit")
def hand_over(play: Play, state: State, who: str) -> State:
    """Somebody hands a thing to somebody Close, who has room for it."""
    one = character(state, who)
    takers = _takers(state, one)
    options = tuple([("hand", item.id, other.id) for item in one.items for other in takers if _fits(other, item)])
    _, which, whom = play.choose(one.seat, "hand_over", options, one.name, why=HANDLE)
    item = find_item(one.items, which)
    play.tell("item.handed", one.name, called(item), character(state, whom).name, why=HANDLE)
    state = put(state, replace(one, items=without(one.items, which)))
    return give(play, state, whom, replace(item, place="pack"))


def _fits(one: Character, item: Item) -> bool:
    return item.counts <= room(one)


def _takers(state: State, one: Character) -> tuple[Character, ...]:
    """Who could be handed something: in a fight those Close, outside it the others of the party."""
    others = [other for other in state.party if other.id != one.id and alive(other)]
    if state.combat is None:
        return tuple(others)
    return tuple([other for other in others if within(state, one.id, other.id, "close")])


def _nobody_to_hand(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if any(_fits(other, item) for other in _takers(state, one) for item in one.items):
        return None
    return Refusal("nobody_close", (one.name,), HANDLE)


def holdable(one: Character) -> tuple[Item, ...]:
    """The weapons and shields in the pack that could be held."""
    return tuple([item for item in one.items if item.place == "pack" and (item.mode or item.kind in SHIELDS)])


@rule("black_hack.action.handle_item", "black_hack.armour.shield_helmet")
def wield(play: Play, state: State, who: str) -> State:
    """Hold a weapon or shield; what the hands have no room for goes into the pack."""
    one = character(state, who)
    options = tuple([item.id for item in holdable(one)])
    item = find_item(one.items, play.choose(one.seat, "wield", options, one.name, why=HANDLE))
    held = [other for other in one.items if other.place == "hands"]
    same = [other for other in held if bool(other.kind) == bool(item.kind)]
    away = [*same, *[other for other in held if other not in same]]
    while item.hands > free_hands(one):
        one = replace(one, items=with_thing(one.items, replace(away.pop(0), place="pack")))
    one = replace(one, items=with_thing(one.items, replace(item, place="hands")))
    play.tell("item.in_hand", one.name, called(item), why=HANDLE)
    state = put(state, one)
    if state.combat is not None:
        state = replace(state, combat=replace(state.combat, used=(*state.combat.used, _swap(who))))
    return state


def _swap(who: str) -> Mark[MarkKind]:
    """The mark that somebody has swapped weapons in this Moment."""
    return MARKS.mark("moment", "swapped", who)


def _wields(state: State, who: str) -> bool:
    return bool(holdable(character(state, who)))


@rule("black_hack.action.handle_item")
def _swapped_already(state: State, who: str) -> Refusal | None:
    """Why weapons cannot be swapped: it is free only once per Turn."""
    if state.combat is not None and _swap(who) in state.combat.used:
        return Refusal("swapped", (character(state, who).name,), HANDLE)
    return None


@rule("black_hack.ability.thief_a_dagger_for_every_occasion", "black_hack.action.produce_dagger")
def produce_dagger(play: Play, state: State, who: str) -> State:
    """A Thief always has one more throwing knife: it is in hand, weighs nothing, and never runs out."""
    one = character(state, who)
    state, id_ = serial(state, "i")
    held = [item for item in one.items if item.place == "hands"]
    while free_hands(one) < 1:
        one = replace(one, items=with_thing(one.items, replace(held.pop(0), place="pack")))
    knife = replace(made(KNIFE, id_, state.settings), place="hands", counts=0)
    play.tell("item.in_hand", one.name, KNIFE, why=DAGGER)
    return put(state, replace(one, items=(*one.items, knife)))


def _has_no_knife(state: State, who: str) -> bool:
    one = character(state, who)
    return calling(one) == "thief" and not any(item.ref == KNIFE and item.place == "hands" for item in one.items)


def wearable(one: Character) -> tuple[Item, ...]:
    """What can be put on or taken off."""
    return tuple([item for item in one.items if item.av or item.kind == "helmet" or item.ref in WORN])


WORN: tuple[RuleId, ...] = (
    "black_hack.magic_item.breadcrumb_boots",
    "black_hack.magic_item.phantom_limb",
    "black_hack.item.disguise",
)
"""Other things that do something while they are worn."""


@rule("black_hack.action.change_armour", "black_hack.armour.pool", "black_hack.armour.no_stack")
def change_armour(play: Play, state: State, who: str) -> State:
    """Put armour on or take it off, in Minutes; another piece on the same place comes off. Broken dice stay Broken."""
    one = character(state, who)
    options = tuple([("off" if item.place == "worn" else "on", item.id) for item in _off_first(one)])
    how, which = play.choose(one.seat, "change_armour", options, one.name, why=ARMOUR)
    item = find_item(one.items, which)
    if how == "on":
        for other in one.items:
            if other.place == "worn" and bool(other.av) == bool(item.av) and other.kind and item.kind:
                one = replace(one, items=with_thing(one.items, replace(other, place="pack")))
    one = replace(one, items=with_thing(one.items, replace(item, place="worn" if how == "on" else "pack")))
    play.tell(f"item.put_{how}", one.name, called(item), why=ARMOUR)
    return put(state, one)


def _off_first(one: Character) -> tuple[Item, ...]:
    """What can be put on or taken off; things not worn come first, since putting on is the usual wish."""
    return tuple(sorted(wearable(one), key=lambda item: item.place == "worn"))


def _too_quick(state: State, who: str) -> Refusal | None:
    quick = state.combat is not None or state.unit == "moments"
    return Refusal("no_time", (character(state, who).name,), ARMOUR) if quick else None


def _any(found: Callable[[Character], object]) -> Callable[[State, str], bool]:
    return lambda state, who: bool(found(character(state, who)))


DEEDS: tuple[Deed[State], ...] = (
    turn_deed("wield", "", wield, HANDLE, shown=_wields, refuse=_swapped_already, outside=True, group="items", rank=-1),
    turn_deed("produce_dagger", "", produce_dagger, DAGGER, shown=_has_no_knife, outside=True, group="items", rank=-1),
    turn_deed(
        "take_item",
        "action",
        take_item,
        HANDLE,
        shown=lambda state, _: bool(state.ground),
        refuse=_nothing_to_take,
        outside=True,
        group="items",
        rank=1,
    ),
    turn_deed(
        "hand_over",
        "action",
        hand_over,
        HANDLE,
        shown=lambda state, who: len(state.party) > 1 and bool(character(state, who).items),
        refuse=_nobody_to_hand,
        outside=True,
        group="items",
        rank=1,
    ),
    turn_deed("drop_item", "", drop_item, DROP, shown=_any(lambda one: one.items), outside=True, group="items", rank=1),
    turn_deed(
        "change_armour",
        "action",
        change_armour,
        ARMOUR,
        shown=_any(wearable),
        refuse=_too_quick,
        outside=True,
        group="items",
    ),
)
