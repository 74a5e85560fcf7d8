"""An example table: characters made by the rules from fixed answers, at the door of a place."""

from typing import Any

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.creation import create
from tallow.games.modified_cairn.characters.joining import join
from tallow.games.modified_cairn.gear.light import kindle
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Dungeon, State
from tallow.games.shared.examples import load_example
from tallow.mechanics.two_sides import put
from tallow.play import RuleId, Scripted, Seat
from tallow.play.scripted import scripted


def example(settings: Settings) -> State:
    """A table with three characters, one with a light, at the door of a place."""
    table = load_example("tallow.games.modified_cairn")
    state = State(settings=settings)
    for one in table["character"]:
        state = _joined(state, one["seat"], one["answers"])
    for at, one in enumerate(table["character"]):
        if "lit" in one:
            state = _lit(state, at, one["lit"])
    order = tuple([one.id for one in state.party if one.kind == "pc"])
    return replace(state, phase="dungeon", dungeon=Dungeon(name=table["place"], die=table["die"], order=order))


def _joined(state: State, seat: Seat, answers: tuple[Any, ...]) -> State:
    """The state with a character made from these answers, regardless of the table's own settings for creation."""
    return join(state, scripted(create, Settings(), seat, script=answers))


def _lit(state: State, at: int, light: RuleId) -> State:
    bearer = state.party[at]
    (thing,) = (item.id for item in bearer.items if item.ref == light)
    return put(state, kindle(Scripted(), bearer, thing))
