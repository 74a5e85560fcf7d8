"""A table ready to play: characters made by the rules from fixed answers, at the door of a place."""

from typing import Any

from msgspec.structs import replace

from tallow.games.cairn.characters.creation import create
from tallow.games.cairn.characters.joining import join, party_complete
from tallow.games.cairn.gear.light import light_up
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Dungeon, State
from tallow.games.cairn.world.phases import enter
from tallow.games.shared.examples import load_example
from tallow.mechanics.two_sides import put
from tallow.play import RuleId, Scripted, Seat
from tallow.play.scripted import scripted


def example(settings: Settings) -> State:
    """Three characters with a light at the door of a place."""
    table = load_example("tallow.games.cairn")
    state = State(settings=settings)
    for one in table["character"]:
        state = _joined(state, one["seat"], one["answers"])
    state = scripted(party_complete, state, "", script=table["omen"]["answers"])
    state = replace(state, dungeon=Dungeon(name=table["place"]))
    state = scripted(enter, state, "dungeon")
    for at, one in enumerate(table["character"]):
        if "lit" in one:
            state = _lit(state, at, one["lit"])
    return state


def _joined(state: State, seat: Seat, answers: tuple[Any, ...]) -> State:
    """A character, made as these answers have it, whatever the table's own way of making them."""
    taken = tuple(bond for one in state.party for bond in one.life.bonds)
    return join(state, scripted(create, Settings(), seat, taken, script=answers))


def _lit(state: State, at: int, light: RuleId) -> State:
    bearer = state.party[at]
    (thing,) = (item.id for item in bearer.items if item.ref == light)
    return put(state, light_up(Scripted(), bearer, thing))
