"""A table ready to play: characters made by the rules from fixed answers, and a small adventure in the notes."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from tallow.games.cairn.creation import create
from tallow.games.cairn.joining import join, party_complete
from tallow.games.cairn.light import light_up
from tallow.games.cairn.phases import enter
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Dungeon, State, put
from tallow.play import RuleId, Scripted, Seat
from tallow.play.scripted import scripted


@cache
def _given() -> dict[str, Any]:
    return tomllib.loads((files("tallow.games.cairn") / "example.toml").read_text("utf-8"))


def example(settings: Settings) -> State:
    """Three characters with a light at the door of a place, and what is in it in the referee's notes."""
    given = _given()
    state = State(settings=settings, notes=given["notes"].strip())
    for one in given["character"]:
        state = _joined(state, one["seat"], one["answers"])
    state = scripted(party_complete, state, "", script=given["omen"]["answers"])
    state = replace(state, dungeon=Dungeon(name=given["place"]))
    state = scripted(enter, state, "dungeon")
    for at, one in enumerate(given["character"]):
        if "lit" in one:
            state = _lit(state, at, one["lit"])
    return state


def _joined(state: State, seat: Seat, answers: list[Any]) -> State:
    """A character, made as these answers have it, whatever the table's own way of making them."""
    taken = tuple(bond for one in state.party for bond in one.life.bonds)
    return join(state, scripted(create, Settings(), seat, taken, script=answers))


def _lit(state: State, at: int, light: RuleId) -> State:
    bearer = state.party[at]
    (thing,) = (item.id for item in bearer.items if item.ref == light)
    return put(state, light_up(Scripted(), bearer, thing))
