"""Transport: beasts and carts, what is loaded on them, and riding."""

from collections.abc import Iterator

from msgspec.structs import replace

from tallow.games.cairn.entries import things
from tallow.games.cairn.folk import monsters, named_gear
from tallow.games.cairn.gear.handling import at_ease, nothing_of, settled
from tallow.games.cairn.gear.inventory import FAST, OWN, SWIFT, carriers, find_item, fits, parted, room_left, with_item
from tallow.games.cairn.state import Creature, Item, State, alive
from tallow.games.deeds import Deed
from tallow.mechanics.conditions import gain, shed
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

RIVERTOOTH, LINDEN_WHITE = "cairn.monster.ally_rivertooth", "cairn.monster.ally_linden_white"
WAYS = {LINDEN_WHITE: SWIFT, "cairn.monster.ally_stray_fogger": FAST}
"""What some horses make of their rider."""


def beasts(state: State) -> tuple[tuple[str, str, int], ...]:
    """Beasts of the party that are creatures: owner and room of each; a Rivertooth with two riders has less."""
    found = []
    for one in state.party:
        entry = monsters().get(one.of)
        if one.kind != "monster" or not alive(one) or entry is None or not entry.slots or one.pay is None:
            continue
        riders = sum(1 for rider in state.party if rider.rides == one.id)
        found.append((one.id, one.pay.employer, 2 if one.of == RIVERTOOTH and riders > 1 else entry.slots))
    return tuple(found)


@cached_by_identity(64)
@rule("cairn.inventory.transport", "cairn.item.wagon")
def transport(state: State) -> tuple[tuple[str, str, int], ...]:
    """Everything of the party that carries: its id, whose it is, and its room. A wagon needs a beast before it."""
    living = beasts(state)
    items = [(one, id_, room) for one in state.party for id_, room in carriers(one)]
    drawn = bool(living) or any(
        not needs_beast(find_item(one, id_)) and not find_item(one, id_).slots for one, id_, _ in items
    )
    listed = [(id_, one.id, room) for one, id_, room in items if drawn or not needs_beast(find_item(one, id_))]
    return (*listed, *living)


def needs_beast(item: Item) -> bool:
    """Whether a thing carries nothing without a beast before it: a wagon."""
    entry = things().get(item.ref) or named_gear().get(item.name)
    return entry is not None and entry.needs_beast


def _where(state: State, item: Item) -> tuple[str, ...]:
    """Which beasts and carts have room for this."""
    return tuple(
        id_
        for id_, owner, room in transport(state)
        if id_ not in {item.id, item.place} and room_left(find(state, owner), id_, room) >= item.slots and not item.room
    )


def _to_load(state: State, creature: Creature) -> Iterator[str]:
    """What somebody carries for which there is room as it is once it is put away: some things are larger then."""
    mine = [item.id for item in creature.items if item.place in OWN]
    return (id_ for id_ in mine if _where(state, parted(creature, id_)[1][0]))


@rule("cairn.inventory.transport")
def load_up(play: Play, state: State, who: str) -> State:
    """Put something on a beast or cart: its slots are not the bearer's."""
    creature = find(state, who)
    why = "cairn.inventory.transport"
    which = play.choose(creature.seat, "load_what", (*_to_load(state, creature),), creature.name, why=why)
    creature, (thing, *_) = parted(creature, which)
    onto = play.choose(creature.seat, "load_onto", _where(state, thing), thing.name, why=why)
    owner_id = next(owner for id_, owner, _ in transport(state) if id_ == onto)
    owner = creature if owner_id == creature.id else find(state, owner_id)
    owner = with_item(owner, replace(thing, place=onto))
    play.tell("item.loaded", creature.name, thing.name, onto, why=why)
    return settled(play, state, *((owner,) if owner_id == who else (creature, owner)))


def _to_unload(state: State, creature: Creature) -> tuple[str, ...]:
    return tuple(i.id for i in creature.items if i.place not in {*OWN, "beside"} and fits(creature, i, state.settings))


@rule("cairn.inventory.transport", "cairn.inventory.ten")
def unload(play: Play, state: State, who: str) -> State:
    """Take something back from a beast or cart."""
    creature = find(state, who)
    why = "cairn.inventory.transport"
    which = play.choose(creature.seat, "unload_what", _to_unload(state, creature), creature.name, why=why)
    thing = find_item(creature, which)
    play.tell("item.unloaded", creature.name, thing.name, why=why)
    return settled(play, state, with_item(creature, replace(thing, place="pack")))


def mounts(state: State, creature: Creature) -> tuple[str, ...]:
    """What somebody could ride: their own horses, and the party's beasts of the saddle."""
    own = [item.id for item in creature.items if item.ref == "cairn.item.horse"]
    return (*own, *(id_ for id_, _, _ in beasts(state)))


@rule("cairn.table.outrider_2")
def ride(play: Play, state: State, who: str) -> State:
    """Mount; who rides a Linden White flees without a save, and a Stray Fogger carries its rider three times as far."""
    creature = find(state, who)
    which = play.choose(
        creature.seat, "ride_what", mounts(state, creature), creature.name, why="cairn.table.outrider_2"
    )
    gained = [WAYS[one.of] for one in state.party if one.id == which and one.of in WAYS]
    play.tell("rides", creature.name, which, why="cairn.table.outrider_2")
    return put(state, gain(replace(creature, rides=which), *gained))


def dismount(play: Play, state: State, who: str) -> State:
    """Get down."""
    creature = find(state, who)
    play.tell("dismounts", creature.name, why="cairn.table.outrider_2")
    return put(state, shed(replace(creature, rides=""), SWIFT, FAST))


CARRY, SADDLE = "cairn.inventory.transport", "cairn.table.outrider_2"

DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "load_up",
        load_up,
        CARRY,
        shown=lambda state, who: at_ease(state, who) and bool(transport(state)),
        refuse=nothing_of("nothing_to_load", _to_load, CARRY),
        group="slots",
    ),
    Deed(
        "unload",
        unload,
        CARRY,
        shown=lambda state, who: at_ease(state, who) and bool(transport(state)),
        refuse=nothing_of("nothing_to_unload", _to_unload, CARRY),
        group="slots",
    ),
    Deed(
        "ride",
        ride,
        SADDLE,
        shown=lambda state, who: (
            at_ease(state, who) and not find(state, who).rides and bool(mounts(state, find(state, who)))
        ),
        group="slots",
    ),
    Deed(
        "dismount",
        dismount,
        SADDLE,
        shown=lambda state, who: at_ease(state, who) and bool(find(state, who).rides),
        group="slots",
    ),
)
