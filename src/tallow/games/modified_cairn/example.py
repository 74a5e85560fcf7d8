"""A table ready to play: characters made by the rules from fixed answers, and a small adventure in the notes."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from tallow.games.modified_cairn.creation import create
from tallow.games.modified_cairn.joining import join
from tallow.games.modified_cairn.light import kindle
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Dungeon, State, put
from tallow.play import RuleId, Scripted, Seat
from tallow.play.scripted import scripted


@cache
def _given() -> dict[str, Any]:
    return tomllib.loads((files("tallow.games.modified_cairn") / "example.toml").read_text("utf-8"))


def example(settings: Settings) -> State:
    """Three characters with a light at the door of a place, and what is in it in the GM's notes."""
    given = _given()
    state = State(settings=settings, notes=given["notes"].strip())
    for one in given["character"]:
        state = _joined(state, one["seat"], one["answers"])
    for at, one in enumerate(given["character"]):
        if "lit" in one:
            state = _lit(state, at, one["lit"])
    order = tuple([one.id for one in state.party if one.kind == "pc"])
    return replace(state, phase="dungeon", dungeon=Dungeon(name=given["place"], die=given["die"], order=order))


def _joined(state: State, seat: Seat, answers: list[Any]) -> State:
    """A character, made as these answers have it, whatever the table's own way of making them."""
    return join(state, scripted(create, Settings(), seat, script=[_answer(answer) for answer in answers]))


def _answer(answer: Any) -> Any:
    return tuple(answer) if isinstance(answer, list) else answer


def _lit(state: State, at: int, light: RuleId) -> State:
    bearer = state.party[at]
    (thing,) = (item.id for item in bearer.items if item.ref == light)
    return put(state, kindle(Scripted(), bearer, thing))
