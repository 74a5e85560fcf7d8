"""A table ready to play: adventurers made by the rules from fixed answers, at the door of the Mausoleum."""

from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.characters.creation import create
from tallow.games.dead_weight.characters.joining import join
from tallow.games.dead_weight.gear.inventory import with_item
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import State, put
from tallow.games.dead_weight.world.phases import set_out
from tallow.games.shared.examples import load_example
from tallow.play import RuleId, Seat
from tallow.play.scripted import scripted


def example(settings: Settings) -> State:
    """Four adventurers with a light, ready to enter."""
    table = load_example("tallow.games.dead_weight")
    state = State(settings=settings)
    for one in table["character"]:
        state = _joined(state, one["seat"], one["answers"])
    begins = table["expedition"]
    state = scripted(set_out, state, "", script=[begins["adventure"], begins["omens"]])
    for at, one in enumerate(table["character"]):
        if "lit" in one:
            state = _lit(state, at, one["lit"])
    return state


def _joined(state: State, seat: Seat, answers: tuple[Any, ...]) -> State:
    """The state with an adventurer made with these answers, whatever the table's setting for creation is."""
    return join(state, scripted(create, Settings(), seat, state.party, script=answers))


def _lit(state: State, at: int, light: RuleId) -> State:
    bearer = state.party[at]
    (lamp,) = (item for item in bearer.items if item.ref == light)
    return put(state, with_item(bearer, replace(lamp, lit=True)))
