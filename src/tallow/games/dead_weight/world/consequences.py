"""Consequences: what comes of an action once it is done, whoever moved a tracker in it."""

from msgspec.structs import replace

from tallow.games.dead_weight.camp.camping import break_camp
from tallow.games.dead_weight.gear.light import in_dark
from tallow.games.dead_weight.state import State, adventurer, alive, here, put
from tallow.games.dead_weight.town.interlude import goes_on
from tallow.games.dead_weight.world.doom import doom_events, stirs
from tallow.games.dead_weight.world.omens import omens
from tallow.games.dead_weight.world.phases import forsaken, party_lost
from tallow.mechanics.conditions import gain, shed
from tallow.play import Play, rule

DARK = "dark"
"""What marks somebody who is blind for want of light."""


@rule("dead_weight.omens.size", "dead_weight.doom.events", "dead_weight.phase.camp_break")
def consequences(play: Play, state: State) -> State:
    """A full omens tracker, numbers of doom that were reached, a camp that is over, a party of which nobody is left."""
    if state.camp is not None and state.camp.step == "break" and state.combat is None:
        state = break_camp(play, state)
    if state.phase == "interlude":
        state = goes_on(play, state)
    if state.omens.size and state.omens.filled >= state.omens.size:
        state = omens(play, state)
    for place in state.locations:
        if stirs(place):
            state = doom_events(play, state, place)
    if not state.here:
        return state
    if state.combat is None and state.phase in {"exploration", "camp"} and forsaken(state):
        state = party_lost(play, state)
    return eyes(state)


@rule("dead_weight.light.dark_turn", "dead_weight.condition.blind")
def eyes(state: State) -> State:
    """Who fights in the dark is blind, until there is light or the fight is over."""
    place = here(state)
    fighting = state.combat is not None and place is not None and place.dark
    for one in state.party:
        marked = DARK in one.spent
        if not fighting and not marked:
            continue
        dark = fighting and alive(one) and in_dark(state, one.id)
        if dark and not marked and "blind" not in one.conditions:
            state = put(state, replace(gain(one, "blind"), spent=(*one.spent, DARK)))
        elif marked and not dark:
            seeing = shed(adventurer(state, one.id), "blind")
            state = put(state, replace(seeing, spent=tuple(use for use in seeing.spent if use != DARK)))
    return state
