"""A table ready to play: characters made by the rules from fixed answers, at the door of a place."""

from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import create
from tallow.games.black_hack.characters.joining import join
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import State
from tallow.games.shared.examples import load_example
from tallow.mechanics.ids import serial
from tallow.play import RuleId, Seat
from tallow.play.scripted import scripted


def example(settings: Settings) -> State:
    """Four characters with a light at the edge of a dark place."""
    table = load_example("tallow.games.black_hack")
    state = State(settings=settings, session=1)
    for one in table["character"]:
        state = _joined(state, one["seat"], one["answers"])
        for ref in one["gear"]:
            state = _equipped(state, ref, lit=ref == one.get("lit"))
    return replace(state, phase="exploration", dangerous=True, dark=True)


def _joined(state: State, seat: Seat, answers: tuple[Any, ...]) -> State:
    """The state with a character made with these answers, whatever the table's setting for creation is."""
    return join(state, scripted(create, Settings(), seat, script=answers))


def _equipped(state: State, ref: RuleId, *, lit: bool) -> State:
    """The state in which the last character to join has this thing too."""
    state, id_ = serial(state, "i")
    *others, last = state.party
    thing = replace(made(ref, id_, state.settings), lit=lit)
    return replace(state, party=(*others, replace(last, items=(*last.items, thing))))
