"""Closed doors: who has two of Time, Gear and Skill, and so may try to open one, and who has all three."""

from msgspec.structs import replace

from tallow.games.exploring import How
from tallow.games.modified_cairn.characters.boons import CONTRAPTIONS
from tallow.games.modified_cairn.folk import backgrounds
from tallow.games.modified_cairn.state import Creature
from tallow.play import RuleId, rule

TOOLS: tuple[RuleId, ...] = (
    "modified_cairn.item.crowbar",
    "modified_cairn.item.pickaxe",
    "modified_cairn.item.hammer",
    "modified_cairn.weapon.handaxe",
    "modified_cairn.weapon.battleaxe",
)
"""Gear to break a door with."""

PICKS: RuleId = "modified_cairn.item.lockpick"


@rule("modified_cairn.factor.count", "modified_cairn.factor.gear", "modified_cairn.factor.skill")
def ways(creature: Creature, stands: str) -> tuple[How, ...]:
    """The ways in which a creature can try a door, outside a fight: Time is given, so one more factor is needed.

    Anybody has the Skill to force a stuck door; a locked or barred one takes Gear.
    """
    picks = _has(creature, PICKS) or any_key(creature) or _contrives(creature)
    found: list[How] = ["pick"] if stands == "locked" and picks else []
    if stands == "stuck" or _has(creature, *TOOLS):
        found.append("force")
    return tuple(found)


@rule("modified_cairn.factor.count", "modified_cairn.save.no_risk")
def without_risk(creature: Creature, how: How) -> bool:
    """Whether a creature has all of Time, Gear and Skill: a tool to force it, or a Background that knows locks."""
    if how == "force":
        return _has(creature, *TOOLS)
    if any_key(creature) or _contrives(creature):
        return True
    background = backgrounds().get(creature.life.background)
    return background is not None and background.locks


@rule("modified_cairn.table.kettlewright_1")
def _contrives(creature: Creature) -> bool:
    """Whether a creature makes what opens nearly any door."""
    return CONTRAPTIONS in creature.life.history


KEY = "Gildfinger"
"""The thing of a Cutpurse that becomes any mundane key."""


@rule("modified_cairn.table.cutpurse_2")
def any_key(creature: Creature) -> bool:
    """Whether a creature has the glove that is any key, with its use left."""
    return any(item.name == KEY and item.dots < item.uses for item in creature.items)


@rule("modified_cairn.table.cutpurse_2")
def keyed(creature: Creature) -> Creature:
    """The creature after opening a lock: unless its Background knows locks, and it has picks, that used the glove."""
    background = backgrounds().get(creature.life.background)
    skilled = background is not None and background.locks and _has(creature, PICKS)
    if skilled or _contrives(creature) or not any_key(creature):
        return creature
    items = [replace(item, dots=item.dots + 1) if item.name == KEY else item for item in creature.items]
    return replace(creature, items=tuple(items))


def _has(creature: Creature, *tools: RuleId) -> bool:
    return any(item.ref in tools for item in creature.items)
