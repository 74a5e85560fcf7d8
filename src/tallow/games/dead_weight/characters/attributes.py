"""Attributes: how many dice are available, and how many more wounds there is room for."""

from tallow.games.dead_weight.state import ATTRIBUTES, Adventurer, Attribute, Score, score
from tallow.play import rule

MOST_PROFICIENCY = 2


@rule("dead_weight.fatigue.available_dice", "dead_weight.attribute.two_values", "dead_weight.condition.unburdened")
def available(one: Adventurer, attribute: Attribute) -> int:
    """The dice available for an attribute: its score, less fatigue and wounds."""
    return dice(one, score(one, attribute))


def dice(one: Adventurer, on: Score) -> int:
    """The dice that are available of one of somebody's attributes."""
    lost = on.fatigue + on.wounds
    if not lost or (one.conditions and "unburdened" in one.conditions):
        return on.score
    return max(0, on.score - lost)


def wounds_of(one: Adventurer) -> int:
    """All wounds of somebody."""
    return one.strength.wounds + one.dexterity.wounds + one.intelligence.wounds + one.presence.wounds


@rule("dead_weight.wound.limit", "dead_weight.wound.convert_fatigue")
def room(one: Adventurer, attribute: Attribute) -> int:
    """How many more wounds an attribute holds; fatigue takes no room."""
    on = score(one, attribute)
    return on.score - on.wounds


def roomiest(one: Adventurer) -> int:
    """The most wounds that any one attribute holds."""
    return max([room(one, attribute) for attribute in ATTRIBUTES])
