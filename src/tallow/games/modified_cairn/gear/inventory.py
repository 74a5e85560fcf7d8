"""Handling things: hands, Body, Pack and ground, bundles, and what a new character wears and holds.

Moving things costs part of a turn in a fight (`combat/swaps.py`); this module has what is free outside of fights, and
dropping, which is always free.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import bars
from tallow.games.modified_cairn.gear.slots import INWARD, ROOM, empty, fits, overloaded, room, settle, slots, stow
from tallow.games.modified_cairn.gear.things import BUNDLE
from tallow.games.modified_cairn.state import Creature, Item, Region, State, able, alive, has
from tallow.games.modified_cairn.world.darkness import PLACES, shade
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

SHAFTS = "modified_cairn.transport."
"""How the entry of a transport that is pulled begins: the thing in hand stands for its shafts."""

WARNED = 10
"""With more slots than this in overflow the table is warned."""


def item_of(creature: Creature, which: str) -> Item:
    """The creature's thing with this id."""
    for item in creature.items:
        if item.id == which:
            return item
    raise KeyError(which)


def without(creature: Creature, *which: str) -> Creature:
    """The creature without the things of these ids."""
    return replace(creature, items=tuple([item for item in creature.items if item.id not in which]))


def with_item(creature: Creature, item: Item) -> Creature:
    """The creature with this thing replacing the one of the same id."""
    return replace(creature, items=tuple([item if one.id == item.id else one for one in creature.items]))


@rule("modified_cairn.inventory.limited_uses")
def mark(item: Item) -> Item | None:
    """A thing with one use less: a dot marked, or one piece fewer; None when nothing is left."""
    if item.bundle:
        return replace(item, count=item.count - 1) if item.count > 1 else None
    return replace(item, dots=min(item.uses, item.dots + 1))


@rule("modified_cairn.inventory.limited_uses")
def spent(item: Item) -> bool:
    """Whether every dot is marked; a thing without dots is never spent."""
    return 0 < item.uses <= item.dots


@rule("modified_cairn.inventory.overload", "modified_cairn.inventory.bundle")
def receive(creature: Creature, item: Item, regions: tuple[Region, ...] = INWARD) -> Creature:
    """The creature with a thing added: to a bundle of its kind, where it fits, or else to overflow."""
    for other in creature.items:
        if item.bundle and other.bundle == item.bundle and (other.ref, other.name) == (item.ref, item.name):
            grown = replace(other, count=other.count + item.count)
            if other.place in ROOM and fits(without(creature, other.id), grown, other.place):
                return with_item(creature, grown)
    return stow(creature, item, regions)


@rule("modified_cairn.inventory.overload_limit")
def weighed(play: Play, before: Creature, creature: Creature) -> Creature:
    """Move overflow into free slots, and tell the table if the creature is newly overloaded, or absurdly so."""
    creature = settle(creature)
    if overloaded(creature) and not overloaded(before):
        play.tell("overloaded", creature.name, why="modified_cairn.inventory.overload")
    beyond = sum([slots(item) for item in creature.items if item.place == "overflow"])
    if beyond > WARNED:
        play.tell("overload.absurd", creature.name, beyond, why="modified_cairn.inventory.overload_limit")
    return creature


@rule("modified_cairn.background.gear", "modified_cairn.inventory.overload", "modified_cairn.action.place_gear")
def equipped(creature: Creature) -> Creature:
    """The creature with its things in place: best armour worn, shield, weapon and light in hand, the rest packed."""
    items = creature.items
    creature = replace(creature, items=())
    worn = max([item for item in items if item.kind == "armour"], key=lambda item: item.armor, default=None)
    first: list[tuple[Item, Region]] = [
        (item, "body") for item in (worn, *(item for item in items if item.kind == "extra")) if item
    ]
    first += [(item, "hands") for item in _wielded(items)]
    placed: list[str] = []
    for item, region in first:
        if fits(creature, item, region):
            creature = stow(creature, item, (region,))
            placed.append(item.id)
    for item in sorted(items, key=lambda item: -slots(item)):
        if item.id not in placed:
            creature = receive(creature, item)
    order = {item.id: at for at, item in enumerate(items)}
    return replace(creature, items=tuple(sorted(creature.items, key=lambda item: order[item.id])))


def _wielded(items: Iterable[Item]) -> Iterator[Item]:
    """Things in the order in which they go into the hands: natural weapons, shield, best weapon, Runeskelf, light."""
    things = list(items)
    shield = next((item for item in things if item.kind == "shield"), None)
    arms = sorted(
        [item for item in things if item.dice and item.kind not in {"shield", "bomb"}],
        key=lambda item: (item.size != "petty", item.ranged, -max(item.dice)),
    )
    if shield and any(item.size == "normal" for item in arms):
        yield shield
        arms = [item for item in arms if item.size != "bulky"]
    yield from arms[: 1 + sum(item.size == "petty" for item in arms)]
    if shield:
        yield shield
    yield from (item for item in things if item.kind == "rune")
    yield from (item for item in things if item.ref == "modified_cairn.item.torch")


def member(state: State, who: str) -> Creature | None:
    """A party member of this id who is present, alive and a person; else None."""
    return next((one for one in state.party if one.id == who and person(one) and alive(one)), None)


def person(creature: Creature) -> bool:
    """Whether a creature can handle things: it is no monster and no mount."""
    return creature.kind != "monster" and not has(creature, "mount")


def at_ease(state: State, who: str) -> bool:
    """Whether a party member can handle things now: able, and not in a fight."""
    one = member(state, who)
    return one is not None and able(one) and state.combat is None


def movable(creature: Creature, region: Region) -> tuple[str, ...]:
    """The ids of things elsewhere that could be put into a region, if need be in exchange for others."""
    most = room(creature, region) - creature.strain.count(region)
    there = [item for item in loose(creature) if item.place != region and slots(item) <= most]
    return tuple([item.id for item in there if not (region == "body" and bars(creature, item))])


def loose(creature: Creature) -> tuple[Item, ...]:
    """All that a creature carries, except the shafts of a cart that it pulls."""
    return tuple([item for item in creature.items if not item.ref.startswith(SHAFTS)])


def _moving(region: Region, what: str) -> Callable[[Play, State, str], State]:
    @rule(
        "modified_cairn.action.place_gear",
        "modified_cairn.inventory.ready",
        "modified_cairn.inventory.pack_time",
        "modified_cairn.inventory.bulky_fit",
    )
    def moved(play: Play, state: State, who: str) -> State:
        creature = find(state, who)
        why: RuleId = "modified_cairn.action.place_gear"
        which = play.choose(creature.seat, what, movable(creature, region), creature.name, why=why)
        thing = item_of(creature, which)
        after = moved_into(play, creature, thing, region)
        play.tell(f"placed.{region}", creature.name, thing.name, why=why)
        return shade(put(state, weighed(play, creature, after)))

    return moved


@rule("modified_cairn.inventory.bulky_fit", "modified_cairn.inventory.overload")
def moved_into(play: Play, creature: Creature, thing: Item, region: Region) -> Creature:
    """The creature with a thing moved into a region; if full, its player chooses things to go where the thing was."""
    rest, out = without(creature, thing.id), []
    while not fits(rest, thing, region):
        full = [item for item in rest.items if item.place == region and slots(item)]
        short = slots(thing) - empty(rest, region)
        enough = [item for item in full if slots(item) >= short] or full
        needed = enough if sum([slots(item) for item in full]) > short else full[:1]
        options = tuple([item.id for item in needed])
        kinds = tuple([item.kind for item in needed])
        why: RuleId = "modified_cairn.inventory.bulky_fit"
        which = play.choose(creature.seat, "makes_way", options, thing.name, kinds, why=why)
        out.append(item_of(rest, which))
        rest = without(rest, which)
    lit = thing.lit and region == "hands"
    after = replace(rest, items=(*rest.items, replace(thing, place=region, lit=lit)))
    left = tuple([one for one in ROOM if one == thing.place])
    for item in out:
        after = stow(after, replace(item, lit=False), (*left, *INWARD))
    return settle(after)


@rule("modified_cairn.inventory.drop", "modified_cairn.action.drop_item")
def drop(play: Play, state: State, who: str) -> State:
    """Drop something, which is free at any time; it lies on the ground."""
    creature = find(state, who)
    why: RuleId = "modified_cairn.inventory.drop"
    options = tuple([item.id for item in creature.items])
    thing = item_of(creature, play.choose(creature.seat, "drop_what", options, creature.name, why=why))
    play.tell("dropped", creature.name, thing.name, why=why)
    return shade(laid_down(put(state, settle(without(creature, thing.id))), thing))


def laid_down(state: State, *things: Item) -> State:
    """The state with these things on the ground, unlit; the shafts of a cart are only let go."""
    lie = [replace(one, place="ground", lit=False) for one in things if not one.ref.startswith(SHAFTS)]
    return replace(state, ground=(*state.ground, *lie))


@rule("modified_cairn.action.pick_up", "modified_cairn.inventory.overload")
def pick_up(play: Play, state: State, who: str) -> State:
    """Pick up one thing from the ground, or all of them."""
    creature = find(state, who)
    why: RuleId = "modified_cairn.inventory.overload"
    options = tuple([item.id for item in state.ground])
    every = ("everything",) if len(options) > 1 else ()
    which = play.choose(creature.seat, "pick_up_what", (*options, *every), creature.name, why=why)
    after = creature
    for item in state.ground:
        if which in {item.id, "everything"}:
            after = receive(after, item)
            play.tell("picked_up", creature.name, item.name, why=why)
    left = tuple([] if which == "everything" else [item for item in state.ground if item.id != which])
    return put(replace(state, ground=left), weighed(play, creature, after))


@rule("modified_cairn.action.give_item")
def hand_over(play: Play, state: State, who: str) -> State:
    """Give a thing to another party member: into a free hand, else wherever there is room."""
    creature = find(state, who)
    why: RuleId = "modified_cairn.action.give_item"
    options = tuple([item.id for item in loose(creature)])
    thing = item_of(creature, play.choose(creature.seat, "hand_over_what", options, creature.name, why=why))
    takers = tuple([one.id for one in state.party if one.id != who and member(state, one.id)])
    taker = find(state, play.choose(creature.seat, "hand_over_whom", takers, thing.name, why=why))
    play.tell("handed_over", creature.name, taker.name, thing.name, why=why)
    got = burning(receive(taker, thing, ("hands", "pack", "body")), thing.id)
    return shade(put(state, settle(without(creature, thing.id)), weighed(play, taker, got)))


@rule("modified_cairn.light.one_per_three")
def burning(creature: Creature, which: str) -> Creature:
    """The creature with a received light still lit if it is where it can burn, such as a hand; else put out."""
    thing = next((item for item in creature.items if item.id == which and item.lit), None)
    if thing is None or thing.place in PLACES.get(thing.ref, ()):
        return creature
    return with_item(creature, replace(thing, lit=False))


def _shifts(creature: Creature) -> tuple[tuple[Region, Region], ...]:
    """The pairs of regions (from, to) between which a Strain could be moved."""
    held = tuple(dict.fromkeys(creature.strain))
    return tuple([(one, other) for one in held for other in INWARD if other != one and empty(creature, other)])


@rule("modified_cairn.condition.strain_slot")
def shift_strain(play: Play, state: State, who: str) -> State:
    """Move a Strain to another empty slot; without this, Strain fills the Pack first."""
    creature = find(state, who)
    why: RuleId = "modified_cairn.condition.strain_slot"
    options = tuple([("shift", *way) for way in _shifts(creature)])
    _, one, other = play.choose(creature.seat, "shift_strain", options, creature.name, why=why)
    at = creature.strain.index(one)
    strain = (*creature.strain[:at], other, *creature.strain[at + 1 :])
    return put(state, weighed(play, creature, replace(creature, strain=strain)))


def alike(creature: Creature) -> tuple[str, ...]:
    """The id of the first of each kind of petty things that can be bundled."""
    found: dict[tuple[str, str], str] = {}
    for item in creature.items:
        if item.size == "petty" and not item.bundle and not item.uses:
            found.setdefault((item.ref, item.name), item.id)
    return tuple(found.values())


@rule("modified_cairn.inventory.bundle", "modified_cairn.action.bundle", "modified_cairn.size.petty")
def bundle(play: Play, state: State, who: str) -> State:
    """Put all petty things of a kind into bundles, each of which fills a slot."""
    creature = find(state, who)
    why: RuleId = "modified_cairn.inventory.bundle"
    first = item_of(creature, play.choose(creature.seat, "bundle_what", alike(creature), creature.name, why=why))
    same = [one for one in creature.items if (one.ref, one.name, one.size) == (first.ref, first.name, first.size)]
    together = replace(first, count=sum([one.count for one in same]), bundle=BUNDLE)
    play.tell("bundled", creature.name, first.name, together.count, why=why)
    after = receive(without(creature, *[one.id for one in same]), together)
    return put(state, weighed(play, creature, after))


def _nothing_for(region: Region) -> Callable[[State, str], Refusal | None]:
    def refuse(state: State, who: str) -> Refusal | None:
        one = find(state, who)
        return (
            None
            if movable(one, region)
            else Refusal("nothing_to_place", (one.name,), "modified_cairn.action.place_gear")
        )

    return refuse


def _holds_nothing(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return None if loose(one) else Refusal("holds_nothing", (one.name,), "modified_cairn.inventory.drop")


def _can_drop(state: State, who: str) -> bool:
    one = member(state, who)
    return one is not None and able(one) and bool(one.items)


def _company(state: State, who: str) -> bool:
    return at_ease(state, who) and sum(member(state, one.id) is not None for one in state.party) > 1


def _moves(name: str, region: Region, do: Callable[[Play, State, str], State]) -> Deed[State]:
    return Deed(name, do, "modified_cairn.action.place_gear", shown=at_ease, refuse=_nothing_for(region), group="slots")


DEEDS: tuple[Deed[State], ...] = (
    _moves("take_in_hand", "hands", _moving("hands", "take_in_hand_what")),
    _moves("put_on", "body", _moving("body", "put_on_what")),
    _moves("pack_away", "pack", _moving("pack", "pack_away_what")),
    Deed("drop", drop, "modified_cairn.inventory.drop", cost="none", shown=_can_drop, group="slots"),
    Deed(
        "take_up",
        pick_up,
        "modified_cairn.inventory.overload",
        shown=lambda state, who: bool(state.ground) and at_ease(state, who),
        group="slots",
    ),
    Deed(
        "shift_strain",
        shift_strain,
        "modified_cairn.condition.strain_slot",
        cost="none",
        shown=lambda state, who: at_ease(state, who) and bool(_shifts(find(state, who))),
        group="slots",
    ),
    Deed(
        "hand_over", hand_over, "modified_cairn.action.give_item", shown=_company, refuse=_holds_nothing, group="slots"
    ),
    Deed(
        "bundle",
        bundle,
        "modified_cairn.action.bundle",
        shown=lambda state, who: at_ease(state, who) and bool(alike(find(state, who))),
        group="slots",
    ),
)
