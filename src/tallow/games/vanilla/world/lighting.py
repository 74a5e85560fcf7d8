"""Light for a party: making it by the available means, whether it is dark, and putting lights out."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from tallow.games.deeds import Action, Deeds
from tallow.games.vanilla.gear import bubbles, handling, lighting
from tallow.games.vanilla.gear.handling import handed_over
from tallow.games.vanilla.gear.light import CANDLE, LANTERN, blind, lightable, stowed
from tallow.games.vanilla.gear.light import lit as sees
from tallow.games.vanilla.gear.weapons import TORCH, free_hands, held
from tallow.games.vanilla.state import Creature, State, able, alive
from tallow.play import Play, Settled, rule

DEEDS = Deeds(
    (*lighting.DEEDS, *bubbles.DEEDS, *handling.DEEDS),
    lambda state, _: tuple(one.id for one in state.party),
)
"""The deeds that make light."""


def people(state: State) -> list[Creature]:
    """The creatures who can act and need light, those with free hands first."""
    those = [one for one in state.party if able(one) and one.kind != "enemy"]
    return sorted(those, key=lambda one: -free_hands(one, state.settings))


@rule("vanilla.action.light", "vanilla.bubble.fill", "vanilla.carry.hands")
def lit(play: Play, state: State) -> State:
    """Make light, one step after another, as long as it is dark and something can be done."""
    while in_dark(state) and (deed := to_light(state)) is not None:
        state = deed(play, state)
    return state


def to_light(state: State) -> Callable[[Play, State], State] | None:
    """The next step towards light: light one, hand one over, free a hand, or fill a Gear Bubble; None if none."""
    those = people(state)
    for one in those:
        if lightable(one, state.settings):
            return _deed("light", one)
    for one in those:
        torch = next((item.id for item in one.items if item.ref in (TORCH, CANDLE)), "")
        if torch and free_hands(those[0], state.settings):
            return partial(_handed, one.id, those[0].id, torch)
        if held(one) and lightable(replace(one, items=tuple([stowed(item) for item in one.items])), state.settings):
            return _deed("put_away", one)
    return next((_deed("fill_bubble", one) for one in those if bubbles.no_bubble(state, one.id) is None), None)


def _deed(name: str, one: Creature) -> Callable[[Play, State], State]:
    return lambda play, state: DEEDS.perform(Settled(play, {"gear": "torch"}), state, Action(name, one.id))


def _handed(who: str, whom: str, which: str, play: Play, state: State) -> State:
    return handed_over(play, state, who, whom, which)


def in_dark(state: State) -> bool:
    """Whether any of them cannot see because it is dark."""
    return any(able(one) and blind(state, one) for one in state.party)


@rule("vanilla.light.dark")
def dark(state: State) -> bool:
    """Whether nobody can see."""
    return not sees(state)


@rule("vanilla.item.torch", "vanilla.item.candle", "vanilla.item.lantern")
def flame(state: State) -> bool:
    """Whether the party carries an open flame: any light but a lantern."""
    return any(item.lit and item.ref != LANTERN for one in state.party if alive(one) for item in one.items)


@rule("vanilla.light.start")
def put_out(state: State) -> State:
    """The state with all carried lights put out; each keeps its number."""
    for one in state.party:
        if any(item.lit for item in one.items):
            items = tuple([replace(item, lit=False) for item in one.items])
            state = replace(state, party=tuple([replace(o, items=items) if o.id == one.id else o for o in state.party]))
    return state
