"""Slots: what fills them, what fits where, Strain, overload, and being Exposed."""

from collections.abc import Sequence

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import bars
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, Item, Region, has
from tallow.games.modified_cairn.uses import SPENT
from tallow.mechanics.memory import cached_by_identity
from tallow.play import Play, rule

ROOM: dict[Region, int] = {"hands": 2, "body": 2, "pack": 6}
"""How many slots each region has."""

INWARD: tuple[Region, ...] = ("pack", "body", "hands")
"""The regions in the order in which things without a place of their own fill them."""

HARDENED = "hardened"
"""The state of whoever has 1 more Armor for a time."""

HELD = ("shield", "bow")
"""The kinds of things that give their Armor in hand; a bow has some only if it serves as a Shield."""

EXPOSING = frozenset(
    ("unresponsive", "hopeless", "critically_wounded", "out_of_action", "asleep", "paralysed", "stone", "dead")
)
"""States in which nobody can put up an active defence."""


@rule(
    "modified_cairn.size.normal",
    "modified_cairn.size.bulky",
    "modified_cairn.size.petty",
    "modified_cairn.inventory.bundle",
)
def slots(item: Item) -> int:
    """How many slots a thing fills: one, two if Bulky, none if petty and not bundled."""
    if item.bundle:
        return -(-item.count // item.bundle)
    return 2 if item.size == "bulky" else 0 if item.size == "petty" else 1


@rule(
    "modified_cairn.inventory.ten_slots",
    "modified_cairn.condition.strain_slot",
    "modified_cairn.condition.strain_accumulates",
)
def filled(creature: Creature, region: Region) -> int:
    """How many slots of a region are filled, by things and by Strain."""
    return sum([slots(item) for item in creature.items if item.place == region]) + creature.strain.count(region)


@rule("modified_cairn.scar.broken_limb", "modified_cairn.scar.sundered", "modified_cairn.runeskelf.multiarm")
def room(creature: Creature, region: Region) -> int:
    """How many slots a region has; each broken or lost arm or hand closes one At Hand, one more arm opens one."""
    if region != "hands" or not (creature.scars or creature.states):
        return ROOM[region]
    broken = sum([scar.open and scar.part == "Arm" for scar in creature.scars])
    lost = sum([scar.part in ("hand", "arm") for scar in creature.scars])
    return max(0, ROOM["hands"] + has(creature, "extra_arm") - broken - lost)


@rule("modified_cairn.inventory.ten_slots")
def empty(creature: Creature, region: Region) -> int:
    """How many slots of a region are empty."""
    return max(0, room(creature, region) - filled(creature, region))


@rule("modified_cairn.channel.freedom", "modified_cairn.inventory.overload")
def empty_slots(creature: Creature) -> int:
    """How many of all slots are empty; 0 if overloaded."""
    return 0 if overloaded(creature) else sum([empty(creature, region) for region in ROOM])


@rule(
    "modified_cairn.inventory.bulky_fit",
    "modified_cairn.region.hands",
    "modified_cairn.region.body",
    "modified_cairn.region.pack",
    "modified_cairn.table.barber_surgeon_1",
)
def fits(creature: Creature, item: Item, region: Region) -> bool:
    """Whether a thing fits into one region; a Bulky one needs two slots of the same region."""
    return slots(item) <= empty(creature, region) and not (region == "body" and bars(creature, item))


@rule("modified_cairn.inventory.overload", "modified_cairn.condition.exposed_encumbered")
def overloaded(creature: Creature) -> bool:
    """Whether somebody carries more than fits."""
    return "overflow" in creature.strain or _overflows(creature.items)


@cached_by_identity(5_000)
def _overflows(items: tuple[Item, ...]) -> bool:
    return any(item.place == "overflow" and slots(item) for item in items)


@rule("modified_cairn.condition.exposed", "modified_cairn.condition.exposed_helpless", "modified_cairn.condition.four")
def exposed(creature: Creature) -> bool:
    """Whether a creature is Exposed: overloaded, helpless, or for a noted source."""
    if creature.exposed or (creature.states and not EXPOSING.isdisjoint(creature.states)):
        return True
    return bool(creature.items or creature.strain) and overloaded(creature)


@rule("modified_cairn.inventory.overload", "modified_cairn.inventory.pack_time")
def stow(creature: Creature, item: Item, regions: Sequence[Region] = INWARD) -> Creature:
    """The creature with a thing put into the first region where it fits, or into overflow."""
    place: Region = next((region for region in regions if fits(creature, item, region)), "overflow")
    return replace(creature, items=(*creature.items, replace(item, place=place)))


def _free(creature: Creature) -> Region | None:
    """The first region with an empty slot; None if all are full."""
    return next((region for region in INWARD if empty(creature, region)), None)


@rule("modified_cairn.inventory.overload", "modified_cairn.condition.strain_full")
def settle(creature: Creature) -> Creature:
    """The creature with overflow, Strain first, moved into empty slots."""
    strain = list(creature.strain)
    for at, region in enumerate(strain):
        if region == "overflow":
            free = _free(creature)
            if free is None:
                break
            strain[at] = free
            creature = replace(creature, strain=tuple(strain))
    for item in creature.items:
        if item.place == "overflow":
            others = replace(creature, items=tuple(i for i in creature.items if i.id != item.id))
            creature = stow(others, item)
    return creature


SPIRIT, BORNE = "Swallowed Spirit", SPENT.mark("day", "spirit")
"""The bond that takes one Strain a day upon itself, and the mark that it has."""


@rule("modified_cairn.table.bond")
def _spirit(creature: Creature) -> bool:
    """Whether a swallowed spirit bears the next Strain: once a day."""
    return BORNE not in creature.spent and any(item.name == SPIRIT for item in creature.items)


@rule("modified_cairn.condition.strain_slot", "modified_cairn.condition.strain_full", "modified_cairn.inventory.drop")
def take_strain(play: Play, creature: Creature, strain: int = 1) -> tuple[Creature, tuple[Item, ...]]:
    """Add Strain, each in an empty slot; without one the player drops something, or is Exposed.

    Gives the creature and the things dropped.
    """
    dropped: list[Item] = []
    if strain and _spirit(creature):
        play.tell("spirit_bears", creature.name, why="modified_cairn.table.bond")
        creature, strain = replace(creature, spent=(*creature.spent, BORNE)), strain - 1
    for _ in range(strain):
        if _free(creature) is None:
            loose = tuple(item for item in creature.items if slots(item) and item.place in ROOM)
            options = ("exposed", *(item.id for item in loose))
            which = play.choose(
                creature.seat, "strain_full", options, creature.name, why="modified_cairn.condition.strain_full"
            )
            if which != "exposed":
                thing = next(item for item in loose if item.id == which)
                dropped.append(thing)
                creature = replace(creature, items=tuple(item for item in creature.items if item.id != which))
                play.tell("dropped", creature.name, thing.name, why="modified_cairn.inventory.drop")
        creature = replace(creature, strain=(*creature.strain, _free(creature) or "overflow"))
        play.tell("strain", creature.name, len(creature.strain), why="modified_cairn.condition.strain_slot")
    return settle(creature) if dropped else creature, tuple(dropped)


@rule(
    "modified_cairn.armour.stacking",
    "modified_cairn.armour.shield_in_hand",
    "modified_cairn.armour.body_on_body",
    "modified_cairn.setting.armour_cap",
    "modified_cairn.setting.light_armour_layers",
    "modified_cairn.shield.bash_no_armour",
)
def armor(creature: Creature, settings: Settings) -> int:
    """The Armor against physical attacks: worn armour, an extra piece, a shield in hand, and natural Armor."""
    if has(creature, "armorless"):
        return 0
    if not creature.items:
        return creature.armor + has(creature, HARDENED)
    worn, held = _worn(creature.items, settings.light_armour_layers)
    worn += has(creature, HARDENED) + (0 if has(creature, "bashed") else held)
    if settings.armour_cap:
        worn = min(worn, settings.armour_cap)
    return creature.armor + worn


@cached_by_identity(5_000)
def _worn(items: tuple[Item, ...], layers: bool) -> tuple[int, int]:
    """The Armor of what is worn, and of what is held; with `layers`, light pieces add up."""
    body = [item.armor for item in items if item.kind == "armour" and item.place == "body"]
    light = [points for points in body if points == 1]
    worn = sum(light) if layers and len(light) == len(body) else max(body, default=0)
    worn += max([item.armor for item in items if item.kind == "extra" and item.place == "body"], default=0)
    return worn, max([item.armor for item in items if item.kind in HELD and item.place == "hands"], default=0)
