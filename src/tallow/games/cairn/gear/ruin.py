"""Ruin: armour and gear that a monster spoils."""

from msgspec.structs import replace

from tallow.games.cairn.entries import armours
from tallow.games.cairn.folk import named_gear
from tallow.games.cairn.gear.inventory import find_item, sealed, with_item, without
from tallow.games.cairn.gear.materials import of_metal
from tallow.games.cairn.state import Creature, Item, State
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule


def worn_armour(creature: Creature) -> tuple[Item, ...]:
    """The armour that somebody has on or holds."""
    return tuple(item for item in creature.items if item.armor and item.place in {"worn", "hands"})


def metal_at_hand(creature: Creature) -> tuple[Item, ...]:
    """What somebody wears or holds of mundane metal, armour first."""
    found = [i for i in creature.items if i.place in {"worn", "hands"} and of_metal(i) and _mundane(i)]
    return tuple(sorted(found, key=lambda item: not item.armor))


def in_metal(creature: Creature) -> bool:
    """Whether somebody wears metal armour."""
    return any(of_metal(item) for item in worn_armour(creature))


def _mundane(item: Item) -> bool:
    return "magic" not in item.qualities and not sealed(item)


@rule("cairn.critical.effects", "cairn.monster.powers")
def spoil(play: Play, state: State, who: str, how: str, lost: int, why: RuleId) -> State:
    """Armour corroded by a step, one piece destroyed, metal rusted, mundane armour burnt, or all but metal consumed.

    `touched`: one thing of metal that is worn or in hand is rust.
    """
    creature = find(state, who)
    armour = worn_armour(creature)
    if how == "corroded":
        return put(state, _corrode(play, creature, tuple(i for i in armour if not of_metal(i)), lost, why))
    if how in {"destroyed", "touched"}:
        options = tuple(item.id for item in (armour if how == "destroyed" else metal_at_hand(creature)))
        chosen = play.choose(REFEREE, "which_armour", options, creature.name, why=why) if options else ""
        gone = tuple(item for item in creature.items if item.id == chosen)
    elif how == "rusted":
        gone = tuple(item for item in armour if of_metal(item) and _mundane(item))
    elif how == "burnt":
        gone = tuple(item for item in armour if _mundane(item))
    else:
        gone = tuple(item for item in creature.items if not of_metal(item) and _mundane(item))
    for item in gone:
        play.tell("ruin", creature.name, item.name, why=why)
        creature = without(creature, item.id)
    return put(state, creature)


def _corrode(play: Play, creature: Creature, soft: tuple[Item, ...], lost: int, why: RuleId) -> Creature:
    """A step off armour that is no metal; without any armour the STR just lost is lost for good."""
    if soft:
        eaten = soft[0]
        play.tell("ruin.corroded", creature.name, eaten.name, why=why)
        if eaten.armor == 1:
            return without(creature, eaten.id)
        return with_item(creature, replace(eaten, armor=eaten.armor - 1))
    if worn_armour(creature):
        return creature
    return for_good(play, creature, lost, why)


@rule("cairn.monster.critical_dice")
def for_good(play: Play, creature: Creature, lost: int, why: RuleId) -> Creature:
    """STR that was lost will not come back."""
    play.tell("ruin.for_good", creature.name, lost, why=why)
    return replace(creature, strength_max=max(creature.strength, creature.strength_max - lost))


def _new(item: Item) -> int:
    """The Armor that a thing had when it was new; 0 for what is no armour."""
    entry = armours().get(item.ref) or named_gear().get(item.name)
    return entry.armor if entry is not None else 0


def eaten_away(creature: Creature) -> tuple[str, ...]:
    """The ids of somebody's armour that has lost some of its Armor."""
    return tuple(item.id for item in creature.items if 0 < item.armor < _new(item))


@rule("cairn.spell.skillful_repair", "cairn.table.kettlewright_1")
def made_whole(play: Play, creature: Creature, which: str, why: RuleId) -> Creature:
    """The creature with armour that was eaten away whole again."""
    item = find_item(creature, which)
    play.tell("repaired", creature.name, item.name, why=why)
    return with_item(creature, replace(item, armor=_new(item)))
