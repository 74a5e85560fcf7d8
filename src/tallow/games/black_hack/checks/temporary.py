"""Attributes for the time being: what raises or lowers one until it ends, without touching what it really is."""

from msgspec.structs import replace

from tallow.games.black_hack.state import (
    ATTRIBUTES,
    Attribute,
    Character,
    Effect,
    State,
    character,
    put,
    score,
    with_score,
)
from tallow.mechanics.ids import serial
from tallow.play import RuleId, rule

MARK = ":"
"""In the detail of an effect that lends points: `STR:3`, `INT:-11`."""


def lends(effect: Effect) -> tuple[Attribute, int] | None:
    """The attribute that an effect changes for the time being, and by how much."""
    name, found, points = effect.detail.partition(MARK)
    attribute = next((known for known in ATTRIBUTES if known == name), None)
    return (attribute, int(points)) if found and attribute is not None else None


@rule("black_hack.magic_item.tonic_of_power", "black_hack.ability.warrior_level_attributes")
def permanent(state: State, one: Character, attribute: Attribute) -> int:
    """What an attribute is without what it has for the time being."""
    now = score(one, attribute)
    for effect in state.effects:
        if one.id in effect.on and (lent := lends(effect)) is not None and lent[0] == attribute:
            now -= lent[1]
    return now


def lend(state: State, who: str, attribute: Attribute, points: int, effect: Effect) -> State:
    """Somebody's attribute changes for as long as this effect goes on, never below 1; this fills in its detail."""
    one = character(state, who)
    points = max(points, 1 - score(one, attribute))
    state, id_ = serial(state, "e")
    known = replace(effect, id=id_, on=(who,), detail=f"{attribute}{MARK}{points}")
    state = replace(state, effects=(*state.effects, known))
    return put(state, with_score(one, attribute, score(one, attribute) + points))


def returned(state: State, effect: Effect) -> State:
    """What an effect that is over had lent is taken back; the effect itself is gone already, or goes with this."""
    lent = lends(effect)
    state = replace(state, effects=tuple([other for other in state.effects if other.id != effect.id]))
    if lent is None or not any(one.id in effect.on for one in state.party):
        return state
    one = next(one for one in state.party if one.id in effect.on)
    return put(state, with_score(one, lent[0], score(one, lent[0]) - lent[1]))


def lent_by(state: State, of: RuleId) -> tuple[Effect, ...]:
    """The effects of one kind that lend something."""
    return tuple([effect for effect in state.effects if effect.of == of and lends(effect) is not None])
