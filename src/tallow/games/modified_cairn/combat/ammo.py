"""Ammunition: dots marked after a fight, and Quivers to refill from."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.gear.inventory import item_of, spent, with_item, without
from tallow.games.modified_cairn.goods import weapons
from tallow.games.modified_cairn.state import Creature, Item, State
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, Stake, rule

SPENT = 3
"""A d6 roll up to this number marks a dot."""

KINDS = ("arrows", "bolts", "stones", "javelins")


def shoots(item: Item) -> str:
    """The kind of ammunition that a weapon needs; arrows where its entry does not say."""
    arm = weapons().get(item.ref)
    return arm.ammo if arm is not None else "arrows"


def holds(quiver: Item) -> str:
    """The kind of ammunition in a Quiver; "" if unspecified, which suits any weapon."""
    return next((kind for kind in KINDS if kind in quiver.qualities), "")


@rule("modified_cairn.ammo.buy_quiver", "modified_cairn.ammo.quiver_on_body", "modified_cairn.item.quiver")
def quivers(creature: Creature, weapon: Item, place: str = "body") -> tuple[Item, ...]:
    """The Quivers for a weapon that are not empty; in a fight only those on the Body can be used."""
    return tuple(
        [
            item
            for item in creature.items
            if item.ref == "modified_cairn.item.quiver"
            and item.dots < item.uses
            and (not place or item.place == place)
            and holds(item) in ("", shoots(weapon))
        ]
    )


@rule(
    "modified_cairn.ammo.three_dots",
    "modified_cairn.ammo.out",
    "modified_cairn.ammo.quiver_included",
    "modified_cairn.weapon.ranged_dots",
)
def supplied(creature: Creature, weapon: Item) -> bool:
    """Whether a weapon can be shot: it has an unmarked dot, or there is a Quiver on the Body."""
    return not weapon.uses or weapon.dots < weapon.uses or bool(quivers(creature, weapon))


@rule(
    "modified_cairn.ammo.three_dots",
    "modified_cairn.ammo.no_retrieval",
    "modified_cairn.action.check_ammo",
    "modified_cairn.weapon.ranged_dual",
)
def check(play: Play, creature: Creature, weapon: str, gathered: bool) -> Creature:
    """After a fight, roll whether a used weapon loses a dot; it always does if nothing could be gathered."""
    used = next((item for item in creature.items if item.id == weapon), None)
    if used is None or not used.uses:
        return creature
    if gathered:
        (face,) = play.roll(
            1, 6, by=creature.seat, why="modified_cairn.action.check_ammo", stake=Stake(SPENT + 1, above=True)
        )
        if face > SPENT:
            play.tell("ammo.kept", creature.name, used.name, why="modified_cairn.ammo.three_dots")
            return creature
    spare = quivers(creature, used)
    marked = used if used.dots < used.uses or not spare else spare[0]
    if marked.dots >= marked.uses:
        return creature
    play.tell(
        "ammo.marked", creature.name, marked.name, marked.uses - marked.dots - 1, why="modified_cairn.ammo.three_dots"
    )
    return with_item(creature, replace(marked, dots=marked.dots + 1))


@rule("modified_cairn.item.small_bomb", "modified_cairn.inventory.limited_uses")
def thrown_away(play: Play, creature: Creature, bomb: str) -> Creature:
    """The creature with one piece less of a thing that bursts when thrown."""
    thing = item_of(creature, bomb)
    left = max(0, thing.uses - thing.dots - 1)
    play.tell("ammo.marked", creature.name, thing.name, left, why="modified_cairn.inventory.limited_uses")
    return with_item(creature, replace(thing, dots=thing.dots + 1)) if left else without(creature, bomb)


def _refillable(creature: Creature) -> list[Item]:
    return [item for item in creature.items if item.ranged and item.dots and quivers(creature, item, "")]


def _nothing_to_refill(state: State, who: str) -> Refusal | None:
    if _refillable(find(state, who)):
        return None
    return Refusal("nothing_to_refill", (find(state, who).name,), "modified_cairn.ammo.buy_quiver")


@rule("modified_cairn.ammo.buy_quiver", "modified_cairn.action.refill_ammo")
def refill(play: Play, state: State, who: str) -> State:
    """Refill a weapon from a Quiver, as far as it has marked dots; an emptied Quiver is thrown away."""
    creature = find(state, who)
    why = "modified_cairn.action.refill_ammo"
    weapons = tuple([item.id for item in _refillable(creature)])
    which = play.choose(creature.seat, "refill", weapons, creature.name, why=why)
    weapon = item_of(creature, which)
    quiver = quivers(creature, weapon, "")[0]
    poured = min(weapon.dots, quiver.uses - quiver.dots)
    weapon, quiver = replace(weapon, dots=weapon.dots - poured), replace(quiver, dots=quiver.dots + poured)
    play.tell("ammo.refilled", creature.name, weapon.name, weapon.uses - weapon.dots, why=why)
    creature = with_item(creature, weapon)
    return put(state, without(creature, quiver.id) if spent(quiver) else with_item(creature, quiver))


def _in_safety(state: State, who: str) -> bool:
    return state.combat is None and any(one.id == who and one.items for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "refill_ammo",
        refill,
        "modified_cairn.action.refill_ammo",
        shown=_in_safety,
        refuse=_nothing_to_refill,
        group="slots",
    ),
)
