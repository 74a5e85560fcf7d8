"""Light while exploring: who can make it, and whether the party sees anything."""

from tallow.games.black_hack.combat.acting import unable
from tallow.games.black_hack.gear import items
from tallow.games.black_hack.gear.items import LIGHTS, OIL
from tallow.games.black_hack.gear.light import SHINING, in_the_dark
from tallow.games.black_hack.harm import rest
from tallow.games.black_hack.magic import memorising
from tallow.games.black_hack.magic.memorising import castable, mute
from tallow.games.black_hack.state import Character, State, able, alive
from tallow.games.deeds import Action, Deeds
from tallow.play import Play, Settled, rule

DEEDS = Deeds((*items.DEEDS, *memorising.DEEDS, *rest.DEEDS), lambda state, _: tuple(one.id for one in state.party))
"""What is done in a Turn while exploring."""


def in_dark(state: State) -> bool:
    """Whether any who can act has no light."""
    return any(able(one) and in_the_dark(state, one) for one in state.party)


def bearers(state: State) -> list[Character]:
    """Those who have an Action left, something to light, and fire for it."""
    return [one for one in state.party if _free(state, one) and _can_light(state, one)]


def _free(state: State, one: Character) -> bool:
    return able(one) and unable(state, one.id, "action") is None


def _can_light(state: State, one: Character) -> bool:
    return any(item.ref in LIGHTS and not item.lit for item in one.items) and items.fire(state, one.id)


def casters(state: State) -> list[Character]:
    """Those who have an Action left and a memorised spell or prayer that gives light."""
    ready = [one for one in state.party if _free(state, one) and mute(state, one) is None]
    return [one for one in ready if any(ref in SHINING for ref in castable(state, one))]


@rule("black_hack.action.light", "black_hack.light.sources")
def lit(play: Play, state: State) -> State:
    """If it is dark, somebody with an Action left lights a light, or else casts one."""
    for one in bearers(state):
        if in_dark(state):
            state = DEEDS.perform(play, state, Action("light", one.id))
    for one in casters(state):
        if in_dark(state):
            shines = next(ref for ref in castable(state, one) if ref in SHINING)
            state = DEEDS.perform(Settled(play, {"cast_what": shines}), state, Action("cast", one.id))
    return state


def hopelessly_dark(state: State) -> bool:
    """Whether there is no light, nothing to light, and nobody who can cast light."""
    return in_dark(state) and not bearers(state) and not casters(state)


@rule("black_hack.light.darkness")
def dark(state: State) -> bool:
    """Whether nobody who could act has light."""
    here = [one for one in state.party if able(one)]
    return bool(here) and all(in_the_dark(state, one) for one in here)


@rule("black_hack.item.torches", "black_hack.item.candles")
def flame(state: State) -> bool:
    """Whether the party carries an open flame: any burning light but a lamp."""
    return any(item.lit and item.ref != OIL for one in state.party if alive(one) for item in one.items)
