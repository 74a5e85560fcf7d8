"""Inventory: the entry of a thing, the places on the body and in containers, what fits where, and the limit."""

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec.structs import replace

from tallow.games.dead_weight.entries import short
from tallow.games.dead_weight.entries.gear import (
    Armour,
    Container,
    Shield,
    Thing,
    Weapon,
    armours,
    containers,
    shields,
    things,
    weapons,
)
from tallow.games.dead_weight.state import OFF_CHART, Adventurer, Item, Square, State, adventurer, put
from tallow.play import Play, RuleId, rule

HANDS = ("right", "left", "both")
"""Where something is equipped."""

CARRIED = ("back", "small_1", "small_2", "belt", "torso", "right_carried", "left_carried")
"""Where a thing is put by itself, in this order, as far as there is room; liquids go into the canteen first."""

APART = frozenset(("mule", "pocket", "notes"))
"""Places that weigh nobody down."""

NOTES = "notes"
CURSES = "curses"
"""The mark of a ring whose wearer is cursed by it."""

SPOILED = "spoiled"
"""The mark of food and water that nobody can eat or drink."""

AWAY = frozenset(("mule", "pocket"))
"""Places that nobody reaches into at once."""

TORSO, HAND = 4, 2
COUNTED = 3
MOST_SHIELDS = 5
"""So many shield tokens at most has anybody."""

WATER = "dead_weight.item.water"
RING = "dead_weight.item.cursed_ring_of_plague_protection"
LANTERNS = ("dead_weight.item.lantern", "dead_weight.item.golden_lantern")


@cache
def entry(ref: RuleId) -> Weapon | Armour | Shield | Thing | None:
    """The entry of a thing: weapon, armour, shield or item; None if it has none."""
    return weapons().get(ref) or armours().get(ref) or shields().get(ref) or things().get(ref)


@cache
@rule("dead_weight.trappings.slots", "dead_weight.weapon.one_hand")
def _made(ref: RuleId) -> Item:
    """A thing as its entry says, without an id."""
    of = entry(ref)
    if of is None:
        raise KeyError(ref)
    ap = of.ap if isinstance(of, Armour) else 0
    slots = 1 if isinstance(of, Weapon) else of.slots
    usage = sides(of.usage) if isinstance(of, Weapon | Thing) else 0
    return Item("", of.name, ref, "back" if slots else NOTES, slots, usage=usage, ap=ap)


def sides(notation: str) -> int:
    """The number of sides of a usage die such as `d8`; 0 for none."""
    return int(notation.removeprefix("U").removeprefix("d")) if notation else 0


def thing(ref: RuleId, id_: str, *, count: int = 1, usage: int = 0, place: str = "") -> Item:
    """A new thing by its entry, with the usage die of its entry unless another is named."""
    made = _made(ref)
    return replace(made, id=id_, count=count, usage=usage or made.usage, place=place or made.place)


@rule("dead_weight.weapon.one_hand", "dead_weight.trappings.hands")
def hands_for(item: Item) -> int:
    """How many hands it takes to hold a thing."""
    of = entry(item.ref)
    return of.hands if isinstance(of, Weapon | Shield) else 1


@rule("dead_weight.container.canteen")
def liquid(item: Item) -> bool:
    """Whether a thing can go into a canteen or skin."""
    of = entry(item.ref)
    return isinstance(of, Thing) and of.liquid


def roles(item: Item) -> tuple[str, ...]:
    """The special roles of a thing: conductor, grimoire, holy_symbol, scroll, magic."""
    of = entry(item.ref)
    return of.roles if isinstance(of, Weapon | Armour | Thing) else ()


def wearable(item: Item) -> bool:
    """Whether a thing is worn: armour, clothing, and the ring."""
    return isinstance(entry(item.ref), Armour) or item.ref == RING


@rule("dead_weight.trappings.slots", "dead_weight.trappings.awkward", "dead_weight.trappings.tiny")
def size(item: Item) -> int:
    """The number of slots that a thing takes where it is: its own, and one for each awkward characteristic."""
    if item.place == "worn":
        of = entry(item.ref)
        return (of.worn_slots if isinstance(of, Armour) else 0) + len(item.awkward)
    return item.slots + len(item.awkward) if item.slots else 0


@rule("dead_weight.inventory.limit")
def limit(one: Adventurer) -> int:
    """How many slots somebody can fill without being encumbered: three, and two for each point of STR."""
    return COUNTED + 2 * one.strength.score


@rule("dead_weight.inventory.limit", "dead_weight.container.pack_mule")
def load(one: Adventurer) -> int:
    """The slots that somebody has filled, equipped things included."""
    return _slots(one.items)


@lru_cache(maxsize=4096)
def _slots(items: tuple[Item, ...]) -> int:
    return sum([size(item) for item in items if item.place not in APART])


@rule("dead_weight.inventory.limit", "dead_weight.inventory.encumbered_move")
def encumbered(one: Adventurer) -> bool:
    """Whether somebody carries too much."""
    return _slots(one.items) > limit(one)


@rule("dead_weight.trauma.broken_arm")
def arms(one: Adventurer) -> tuple[str, ...]:
    """The arms that can carry; the slots of a broken arm's hand are lost."""
    return ("right",) if one.life.traumas and "broken_arm" in one.life.traumas else ("right", "left")


@rule(
    "dead_weight.trappings.torso",
    "dead_weight.trappings.hands",
    "dead_weight.trappings.hand_equipped",
    "dead_weight.trappings.containers",
    "dead_weight.inventory.sheet_lists",
)
def capacity(one: Adventurer, place: str) -> int:
    """The number of slots of a place: the torso, a hand that holds nothing, or the container there."""
    if place == "torso":
        return TORSO
    if place.endswith("_carried"):
        hand = place.removesuffix("_carried")
        busy = hand not in arms(one) or any(item.place in {hand, "both"} for item in one.items)
        return 0 if busy else HAND
    if place in {"small_1", "small_2"}:
        owned = one.containers.count("small_bag")
        return _container("small_bag").slots if owned >= int(place[-1]) else 0
    for name in one.containers:
        if (found := _container(name)).place == place:
            return found.slots
    return 0


@cache
@rule("dead_weight.container.bag", "dead_weight.container.belt", "dead_weight.container.small_bag")
def _container(name: str) -> Container:
    return containers()[f"dead_weight.container.{name}"]


@rule("dead_weight.trappings.torso")
def used(one: Adventurer, place: str) -> int:
    """The slots of a place that are filled; worn armour fills slots of the torso."""
    also = "worn" if place == "torso" else place
    return sum([size(item) for item in one.items if item.place in {place, also}])


@rule("dead_weight.container.canteen", "dead_weight.container.skin", "dead_weight.trappings.tiny")
def fits(one: Adventurer, item: Item, place: str) -> bool:
    """Whether a thing can be put in a place: only liquids go into a canteen, and plain water goes nowhere else."""
    if place == NOTES:
        return not item.slots
    if place in HANDS:
        return set(("right", "left") if place == "both" else (place,)) <= set(arms(one))
    if place == "worn":
        return wearable(item) and size(replace(item, place="worn")) <= TORSO - _filled(one, "torso", item.id)
    if (place == "liquid" and not liquid(item)) or (place != "liquid" and item.ref == WATER):
        return False
    return size(replace(item, place=place)) <= capacity(one, place) - _filled(one, place, item.id)


def _filled(one: Adventurer, place: str, but: str) -> int:
    """The slots of a place that things other than `but` fill."""
    return used(replace(one, items=tuple(item for item in one.items if item.id != but)), place)


@rule("dead_weight.container.canteen", "dead_weight.trappings.tiny")
def places_for(one: Adventurer, item: Item) -> Iterator[str]:
    """The places where a thing can be put away, the best first."""
    if not item.slots:
        yield NOTES
    else:
        yield from (place for place in ("liquid", *CARRIED, "pocket", "mule") if fits(one, item, place))


def place_for(one: Adventurer, item: Item) -> str:
    """The place where a thing goes by default; "" if there is no room for it."""
    return next(places_for(one, item), "")


@rule(
    "dead_weight.inventory.start",
    "dead_weight.container.small_pouch",
    "dead_weight.container.backpack",
    "dead_weight.container.skin",
    "dead_weight.container.small_bag",
)
def with_container(one: Adventurer, container: RuleId) -> Adventurer:
    """The adventurer with one more container, in place of the one that it replaces; at most two small bags."""
    name = short(container)
    new = _container(name)
    if one.containers.count(name) >= new.max_carried:
        return one
    return replace(one, containers=(*(old for old in one.containers if old != new.replaces), name))


def find_item(one: Adventurer, item: str) -> Item:
    """The thing of this id that somebody has."""
    for carried in one.items:
        if carried.id == item:
            return carried
    raise KeyError(item)


def with_item(one: Adventurer, item: Item) -> Adventurer:
    """The adventurer with this thing, in place of the one of the same id or added."""
    ids = [old.id for old in one.items]
    if item.id not in ids:
        return replace(one, items=(*one.items, item))
    at = ids.index(item.id)
    return replace(one, items=(*one.items[:at], item, *one.items[at + 1 :]))


@rule("dead_weight.item.cursed_ring_of_plague_protection")
def without(one: Adventurer, item: str) -> Adventurer:
    """The adventurer without one of their things; removing a worn ring ends its curse."""
    if any(old.id == item and CURSES in old.marks for old in one.items):
        one = replace(one, afflictions=tuple(name for name in one.afflictions if name != "cursed"))
    return replace(one, items=tuple(old for old in one.items if old.id != item))


@rule("dead_weight.trappings.slots", "dead_weight.dice.usage")
def stacks_on(one: Adventurer, item: Item) -> Item | None:
    """The stack that a thing can join, or None: packs fill up to their size; different usage dice do not stack."""
    of = entry(item.ref)
    if not isinstance(of, Thing) or of.pack < 2 or item.lit:
        return None
    for other in one.items:
        same = other.ref == item.ref and other.usage == item.usage and not other.lit and other.marks == item.marks
        if same and other.id != item.id and other.place not in HANDS and other.count + item.count <= of.pack:
            return other
    return None


@rule("dead_weight.trappings.slots")
def stow(one: Adventurer, item: Item) -> Adventurer | None:
    """The adventurer with one more thing, put where there is room; None if there is none."""
    if stack := stacks_on(one, item):
        return with_item(one, replace(stack, count=stack.count + item.count))
    place = place_for(one, item)
    return with_item(one, kept(item, place)) if place else None


FOUND = "found"
"""The mark of a thing that was found in this expedition, of which a guild takes its share."""


def square_of(at: Square) -> str:
    """The place of a thing that lies on a square of the chart; "" off it."""
    return "" if at == OFF_CHART else f"{at[0]},{at[1]}"


def lying(one: Adventurer, item: Item) -> Item:
    """The thing as it lies on the ground; in a fight it keeps the square."""
    return replace(item, place=square_of(one.at))


@rule("dead_weight.light.usage")
def doused(item: Item) -> Item:
    """The thing after it leaves a hand: a torch or candle goes out and keeps its die, a lantern burns on."""
    return replace(item, lit=False) if item.lit and item.ref not in LANTERNS else item


@rule("dead_weight.light.usage", "dead_weight.item.lantern")
def kept(item: Item, place: str) -> Item:
    """The thing put away at a place: lights go out and keep their die; a lantern burns on at the belt, not in a bag."""
    burns = item.lit and item.ref in LANTERNS and place == "belt"
    return replace(item, place=place, lit=burns) if item.lit else replace(item, place=place)


def parted(one: Adventurer, item: Item) -> tuple[Adventurer, Item]:
    """The adventurer without one of their things, and the thing itself, without its curse."""
    marks = tuple(mark for mark in item.marks if mark != CURSES)
    return without(one, item.id), replace(item, marks=marks)


def drop_item(state: State, who: str, item: str) -> State:
    """Drop a thing to the ground where its bearer stands."""
    one, fallen = parted(adventurer(state, who), find_item(adventurer(state, who), item))
    return replace(put(state, one), ground=(*state.ground, lying(one, doused(fallen))))


@rule("dead_weight.trauma.broken_arm", "dead_weight.trappings.containers")
def spill(play: Play, state: State, who: str, why: RuleId) -> State:
    """Put whatever has lost its place elsewhere, or drop it."""
    one = adventurer(state, who)
    for item in one.items:
        misplaced = item.place in HANDS and not fits(one, item, item.place)
        if misplaced or (item.place in (*CARRIED, "liquid") and not fits(one, item, item.place)):
            rest = without(one, item.id)
            one = stow(rest, item) or rest
            if one is rest:
                play.tell("item.dropped", one.name, item.name, why=why)
                state = replace(state, ground=(*state.ground, lying(one, item)))
    return put(state, one)


def held(one: Adventurer) -> tuple[Item, ...]:
    """What is equipped in the hands."""
    return tuple([item for item in one.items if item.place in HANDS])


@rule("dead_weight.trappings.broken", "dead_weight.trauma.broken_arm")
def weapons_in_hand(one: Adventurer) -> tuple[Item, ...]:
    """The weapons that are held and can be used."""
    known = weapons()
    return tuple([item for item in one.items if item.place in HANDS and not item.broken and item.ref in known])


@rule("dead_weight.weapon.crossbow")
def needs_loading(item: Item) -> bool:
    """Whether a thing is a weapon that has to be loaded, and is not."""
    weapon = weapons().get(item.ref)
    return weapon is not None and weapon.reload > 0 and not item.loaded


@rule("dead_weight.trappings.broken", "dead_weight.shield.improvised")
def shield_in_hand(one: Adventurer) -> Item | None:
    """The shield that is held and can defend."""
    return _shield(one.items)


@lru_cache(maxsize=4096)
def _shield(items: tuple[Item, ...]) -> Item | None:
    for item in items:
        if item.place in HANDS and not item.broken and (item.ref in shields() or "shield" in item.marks):
            return item
    return None


@rule("dead_weight.shield.wooden_shield", "dead_weight.shield.small_metal_shield", "dead_weight.shield.improvised")
def shield_tokens(item: Item) -> int:
    """The shield tokens that one Defend places with this."""
    of = shields().get(item.ref)
    return of.tokens if of else 1


def carries(one: Adventurer, *refs: RuleId) -> Item | None:
    """The first unbroken thing of these entries that somebody has at hand."""
    for item in one.items:
        if item.ref in refs and not item.broken and item.place not in AWAY:
            return item
    return None


def with_role(one: Adventurer, role: str) -> Item | None:
    """The first unbroken thing of this role that somebody has at hand; held ones come first."""
    return _with_role(one.items, role)


@lru_cache(maxsize=4096)
def _with_role(items: tuple[Item, ...], role: str) -> Item | None:
    found = None
    for item in items:
        if role in roles(item) and not item.broken and item.place not in AWAY:
            if item.place in HANDS:
                return item
            found = found or item
    return found
