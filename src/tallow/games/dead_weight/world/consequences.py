"""Consequences: checks that run after every action, because any rule may have moved a tracker."""

from msgspec.structs import replace

from tallow.games.dead_weight.camp.camping import break_camp
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.gear.light import in_dark
from tallow.games.dead_weight.state import State, adventurer, alive, here, put
from tallow.games.dead_weight.town.interlude import goes_on
from tallow.games.dead_weight.world.doom import doom_events, has_unreported_events
from tallow.games.dead_weight.world.omens import omens
from tallow.games.dead_weight.world.phases import forsaken, party_lost
from tallow.mechanics.conditions import gain, shed
from tallow.play import Play, rule


def awaited(state: State) -> bool:
    """Whether the ambush roll has brought enemies whom the document has still to name."""
    place = here(state)
    return place is not None and place.comes != "" and state.combat is None


DARK = SPENT.mark("dark")
"""What marks somebody who is blind for want of light."""


@rule("dead_weight.omens.size", "dead_weight.doom.events", "dead_weight.phase.camp_break")
def consequences(play: Play, state: State) -> State:
    """Break a camp that is over, move the interlude on, resolve full omens, report doom, end a lost expedition.

    In a place described by a document, an ambush on the camp is met before the camp is broken, and the adventure itself
    ends the expedition of a lost party.
    """
    if state.camp is not None and state.camp.step == "break" and state.combat is None and not awaited(state):
        state = break_camp(play, state)
    if state.phase == "interlude":
        state = goes_on(play, state)
    if state.omens.size and state.omens.filled >= state.omens.size:
        state = omens(play, state)
    for location in state.locations:
        if has_unreported_events(location):
            state = doom_events(play, state, location)
    place = here(state)
    if place is None:
        return state
    if state.combat is None and state.phase in {"exploration", "camp"} and forsaken(state) and not place.peopled:
        state = party_lost(play, state)
    return update_blindness(state)


@rule("dead_weight.light.dark_turn", "dead_weight.condition.blind")
def update_blindness(state: State) -> State:
    """Blind everybody who fights in the dark, and end that blindness when there is light or the fight is over."""
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
