"""Temporary points of attributes: raised or lowered until an effect ends, without changing the permanent value."""

from msgspec.structs import replace

from tallow.games.black_hack.state import (
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


@rule("black_hack.magic_item.tonic_of_power", "black_hack.ability.warrior_level_attributes")
def permanent(state: State, one: Character, attribute: Attribute) -> int:
    """The value of an attribute without temporary points."""
    lent = [effect.points for effect in state.effects if one.id in effect.on and effect.attribute == attribute]
    return score(one, attribute) - sum(lent)


def lend(state: State, who: str, attribute: Attribute, points: int, effect: Effect) -> State:
    """Change somebody's attribute while this effect lasts, not below 1; the real change is stored in the effect."""
    one = character(state, who)
    points = max(points, 1 - score(one, attribute))
    state, id_ = serial(state, "e")
    known = replace(effect, id=id_, on=(who,), attribute=attribute, points=points)
    state = replace(state, effects=(*state.effects, known))
    return put(state, with_score(one, attribute, score(one, attribute) + points))


def returned(state: State, effect: Effect) -> State:
    """Take back the points that an ended effect had given; the caller removes the effect itself."""
    state = replace(state, effects=tuple([other for other in state.effects if other.id != effect.id]))
    one = next((one for one in state.party if one.id in effect.on), None)
    if one is None or not effect.attribute:
        return state
    return put(state, with_score(one, effect.attribute, score(one, effect.attribute) - effect.points))


def lent_by(state: State, of: RuleId) -> tuple[Effect, ...]:
    """The effects of one kind that give or take points of an attribute."""
    return tuple([effect for effect in state.effects if effect.of == of and effect.attribute])
