"""An example table: characters made by the rules from fixed answers, at the door of a place."""

from typing import Any

from msgspec.structs import replace

from tallow.games.shared.examples import load_example
from tallow.games.vanilla.characters.creation import create
from tallow.games.vanilla.characters.joining import join
from tallow.games.vanilla.gear.bubbles import named_gear
from tallow.games.vanilla.gear.light import kindle
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import State
from tallow.mechanics.two_sides import find, put
from tallow.play import Scripted, Seat
from tallow.play.scripted import scripted


def example(settings: Settings) -> State:
    """A table with three characters and a torch at the top of a stair."""
    table = load_example("tallow.games.vanilla")
    state = State(settings=settings)
    for one in table["character"]:
        state = _joined(state, one["seat"], one["answers"])
        if "light" in one:
            state = _lit(state, state.party[-1].id, one["light"])
    return replace(state, phase="explore", place="dungeon", depth=table["depth"], dark=True)


def _joined(state: State, seat: Seat, answers: tuple[Any, ...]) -> State:
    """The state with a character made from these answers, regardless of the table's own settings for creation."""
    return join(state, scripted(create, Settings(), seat, script=answers))


def _lit(state: State, who: str, faces: tuple[int, ...]) -> State:
    """The state with torches from a Gear Bubble, one lit in hand in place of a weapon or shield."""
    state = named_gear(Scripted(), state, who, "torch")
    one = find(state, who)
    held = [item.id for item in one.items if item.place == "hands"]
    items = tuple([replace(item, place="pack") if item.id in held[1:] else item for item in one.items])
    return kindle(Scripted(faces), put(state, replace(one, items=items)), who, one.items[-1].id)
