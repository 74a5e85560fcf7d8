"""Attributes: the dice available, and the room for more wounds."""

from tallow.games.dead_weight.state import ATTRIBUTES, Adventurer, Attribute, Score, score
from tallow.play import rule

MOST_PROFICIENCY = 2


@rule("dead_weight.fatigue.available_dice", "dead_weight.attribute.two_values", "dead_weight.condition.unburdened")
def available(one: Adventurer, attribute: Attribute) -> int:
    """The dice available for an attribute: its score, less fatigue and wounds."""
    return dice(one, score(one, attribute))


def dice(one: Adventurer, on: Score) -> int:
    """The dice available for an attribute of somebody, given as its `Score`."""
    lost = on.fatigue + on.wounds
    if not lost or (one.conditions and "unburdened" in one.conditions):
        return on.score
    return max(0, on.score - lost)


def wounds_of(one: Adventurer) -> int:
    """The wounds of somebody, on all attributes."""
    return one.strength.wounds + one.dexterity.wounds + one.intelligence.wounds + one.presence.wounds


@rule("dead_weight.wound.limit", "dead_weight.wound.convert_fatigue")
def room(one: Adventurer, attribute: Attribute) -> int:
    """How many more wounds an attribute can take; fatigue does not reduce it."""
    on = score(one, attribute)
    return on.score - on.wounds


def roomiest(one: Adventurer) -> int:
    """The most wounds that any single attribute can still take."""
    return max([room(one, attribute) for attribute in ATTRIBUTES])
