"""Doors that will not open: who has two of Time, Gear and Skill to try one, and who has all three."""

from tallow.games.exploring import How
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
    """How somebody can try a door, out of a fight and so with Time: with one more of the three factors at least.

    Anybody knows how to put a shoulder to what is stuck; a lock or a bar takes Gear.
    """
    found: list[How] = ["pick"] if stands == "locked" and _has(creature, PICKS) else []
    if stands == "stuck" or _has(creature, *TOOLS):
        found.append("force")
    return tuple(found)


@rule("modified_cairn.factor.count", "modified_cairn.save.no_risk")
def without_risk(creature: Creature, how: How) -> bool:
    """Whether somebody has Time, Gear and Skill: picks and a life among locks, or a tool that anybody can swing."""
    if how == "force":
        return _has(creature, *TOOLS)
    background = backgrounds().get(creature.life.background)
    return background is not None and background.locks


def _has(creature: Creature, *tools: RuleId) -> bool:
    return any(item.ref in tools for item in creature.items)
