"""A party on the road for the tests of time and places, and a way to do a deed upon a script that must fit exactly."""

from typing import Any

from msgspec.structs import replace

from tallow.games.cairn.gear.things import from_ref
from tallow.games.cairn.record import DEEDS
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Creature, Dungeon, Item, Journey, State
from tallow.mechanics.two_sides import find
from tests.games.playing import perform, refusal_code


def person(name: str, kind: Any = "pc", **changes: Any) -> Creature:
    made = Creature(name, name.title(), kind, 5, 5, 12, 12, 11, 11, 10, 10, seat=name)
    return replace(made, **changes)


def thing(name: str, id_: str = "", **changes: Any) -> Item:
    return replace(from_ref(f"cairn.item.{name}", id_ or name), **changes)


def rations(id_: str = "rations", uses: int = 3) -> Item:
    return thing("rations", id_, uses=uses)


def table(*party: Creature, phase: Any = "explore", **changes: Any) -> State:
    return State(phase=phase, party=party or (person("ada"),), **changes)


def inside(*party: Creature, **changes: Any) -> State:
    return table(*party, phase="dungeon", dungeon=Dungeon(), **changes)


def on_road(*party: Creature, journey: Journey | None = None, **changes: Any) -> State:
    made = table(*party, phase="wilderness", journey=journey or Journey(), weather_day=0)
    return replace(made, **changes)


def reading(**changes: Any) -> Settings:
    return replace(Settings(), **changes)


def act(state: State, deed: str, who: str = "", *script: Any) -> State:
    """Do a deed; the script has every die and every answer, and nothing more."""
    return told(state, deed, who, *script)[0]


def told(state: State, deed: str, who: str = "", *script: Any) -> tuple[State, list[str]]:
    """Do a deed: the state after it, and the codes of what was told."""
    after, play = perform(DEEDS, state, deed, who, *script)
    return after, play.codes()


def refused(state: State, deed: str, who: str = "") -> str:
    """The code with which a deed is refused."""
    return str(refusal_code(DEEDS, state, deed, who))


def of(state: State, who: str) -> Creature:
    return find(state, who)
