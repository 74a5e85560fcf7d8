"""Magic that does something at the start of an adventurer's own turn, and channelling, which takes the whole of it."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import wounds_of
from tallow.games.dead_weight.harm.conditions import stun
from tallow.games.dead_weight.magic.effects import MAGIC_SHIELD, OWN_TURN, SHACKLES, finish, shadows
from tallow.games.dead_weight.state import (
    Adventurer,
    Effect,
    State,
    able,
    adventurer,
    alive,
    everyone,
    put,
)
from tallow.play import Play, rule

TIGHT = 2
"""The stun tokens that the shackles put on their target each time."""

WARDED = 3
"""The number of shield tokens from which on a magic shield adds none."""


@rule("dead_weight.spell.magic_shield", "dead_weight.spell.shackles", "dead_weight.spell.smoke_form")
def turn_begins(play: Play, state: State, who: str) -> State:
    """What magic does when an adventurer's own turn begins; its actions are already set."""
    if not state.effects:
        return state
    for effect in state.effects:
        if effect.of == MAGIC_SHIELD and effect.by == who:
            one = adventurer(state, who)
            if one.shield < WARDED:
                play.tell("magic_shield", one.name, one.shield + 1, why=MAGIC_SHIELD)
                state = put(state, replace(one, shield=one.shield + 1))
        elif effect.of == SHACKLES and effect.by == who:
            state = _channel(play, state, effect)
        elif effect.of in OWN_TURN and effect.unit == "round" and who in effect.on:
            state = finish(play, state, effect.id)
    return shadows(state)


@rule("dead_weight.spell.shackles")
def _channel(play: Play, state: State, effect: Effect) -> State:
    """A channeller who was not hurt or stunned may spend the whole turn on the shackles: 2 more stun tokens."""
    one = adventurer(state, effect.by)
    target = next((foe for foe in everyone(state) if foe.id in effect.on), None)
    if target is None or not alive(target) or not _undisturbed(one, effect):
        return finish(play, state, effect.id)
    if play.choose(one.seat, "channel", ("yes", "no"), one.name, target.name, why=SHACKLES) == "no":
        return finish(play, state, effect.id)
    state = stun(play, state, target.id, TIGHT, SHACKLES)
    return replace(state, combat=replace(state.combat, actions=0)) if state.combat is not None else state


def _undisturbed(one: Adventurer, effect: Effect) -> bool:
    """Whether a channeller has not moved and was neither wounded nor stunned since."""
    return able(one) and one.stun == 0 and (one.at, wounds_of(one)) == (effect.stood, effect.wounded)
