"""Fatigue: where it is placed, when it becomes a wound, and how it is recovered."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available, room
from tallow.games.dead_weight.combat.morale import changed
from tallow.games.dead_weight.harm.mortal import die, mortally_wound
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    State,
    adventurer,
    alive,
    score,
    with_score,
)
from tallow.play import Play, RuleId, rule

ALL = 99
"""More fatigue than anybody has."""


@rule("dead_weight.fatigue.overflow", "dead_weight.affliction.plagued", "dead_weight.condition.unburdened")
def tire(play: Play, state: State, who: str, attribute: Attribute, why: RuleId, *, lethal: bool = True) -> State:
    """One fatigue on an attribute; if it has no die left, or for the plagued, a wound instead."""
    one = adventurer(state, who)
    if not alive(one):
        return state
    on = score(one, attribute)
    fits = on.score - on.fatigue - on.wounds > 0
    if fits and "plagued" not in one.afflictions:
        play.tell("fatigue", one.name, attribute, why=why)
        return changed(play, state, one, with_score(one, attribute, replace(on, fatigue=on.fatigue + 1)))
    if not lethal and not fits:
        return state
    if fits:
        play.tell("fatigue.plagued", one.name, why="dead_weight.affliction.plagued")
    else:
        play.tell("fatigue.overflow", one.name, attribute, why="dead_weight.fatigue.overflow")
    return wound_outright(play, state, who, attribute, why)


@rule("dead_weight.fatigue.overflow", "dead_weight.wound.mortal_death", "dead_weight.wound.order")
def wound_outright(play: Play, state: State, who: str, attribute: Attribute, why: RuleId) -> State:
    """A wound that nothing reduces: on this attribute if it has room, else on another, else it is mortal."""
    one = adventurer(state, who)
    if "mortally_wounded" in one.conditions:
        return die(play, state, who, why)
    on = score(one, attribute)
    if not on.fatigue and not room(one, attribute):
        free = tuple(other for other in ATTRIBUTES if room(one, other) > 0)
        if not free:
            return mortally_wound(play, state, who, 1)
        play.tell("wound.elsewhere", one.name, attribute, why="dead_weight.fatigue.overflow")
        attribute = play.choose(one.seat, "overflow", free, one.name, why="dead_weight.fatigue.overflow")
    return wound(play, state, who, attribute, 1, why)


@rule("dead_weight.wound.convert_fatigue", "dead_weight.affliction.sleepy")
def wound(play: Play, state: State, who: str, attribute: Attribute, wounds: int, why: RuleId) -> State:
    """Put wounds on an attribute with room for them; each replaces a fatigue, and the sleepy wake up."""
    one = adventurer(state, who)
    on = score(one, attribute)
    after = with_score(one, attribute, replace(on, wounds=on.wounds + wounds, fatigue=max(0, on.fatigue - wounds)))
    if wounds and state.combat is not None and "sleepy" in after.afflictions:
        after = replace(after, afflictions=tuple(name for name in after.afflictions if name != "sleepy"))
    play.tell("wounds", one.name, wounds, attribute, why=why)
    return changed(play, state, one, after)


@rule("dead_weight.fatigue.placed")
def tire_anywhere(play: Play, state: State, who: str, why: RuleId) -> State:
    """One fatigue on an attribute of the player's choice, one with available dice while there is any."""
    one = adventurer(state, who)
    if not alive(one):
        return state
    open_ = tuple(attribute for attribute in ATTRIBUTES if available(one, attribute)) or ATTRIBUTES
    attribute = play.choose(one.seat, "tire_where", open_, one.name, why=why)
    return tire(play, state, who, attribute, why)


@rule("dead_weight.fatigue.recover", "dead_weight.affliction.parched")
def recover(one: Adventurer, attribute: Attribute, points: int = 1) -> Adventurer:
    """The adventurer with fatigue removed from an attribute; the parched recover none."""
    on = score(one, attribute)
    if not on.fatigue or "parched" in one.afflictions:
        return one
    return with_score(one, attribute, replace(on, fatigue=max(0, on.fatigue - points)))


@rule("dead_weight.fatigue.recover")
def recover_each(one: Adventurer, points: int = 1) -> Adventurer:
    """The adventurer with this much fatigue removed from every attribute."""
    for attribute in ATTRIBUTES:
        one = recover(one, attribute, points)
    return one


def tired(one: Adventurer) -> bool:
    """Whether there is any fatigue on an adventurer."""
    on = one.strength.fatigue or one.dexterity.fatigue or one.intelligence.fatigue or one.presence.fatigue
    return on > 0
