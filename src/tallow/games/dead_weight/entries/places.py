"""Adventures and their rooms."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.state import Attribute
from tallow.play import RuleId


class Foes(Struct, frozen=True):
    """A number of monsters of one kind."""

    ref: RuleId
    count: int
    note: str = ""


class Loot(Struct, frozen=True):
    """Something to be found."""

    name: str
    ref: RuleId = ""
    count: int = 1
    silver: int = 0
    usage: str = ""
    slots: int = 1


class Exit(Struct, frozen=True):
    """An exit of a room; 0 leads outside. `way` is what the GM knows, `looks` what players see if it differs."""

    to: int
    way: str
    looks: str = ""
    hidden: bool = False

    @property
    def seen_as(self) -> str:
        """The exit as players see it."""
        return self.looks or self.way


class RoomTrap(Struct, frozen=True):
    """A trap of a room: what it is, and the wounds that it deals; 0 if the GM says what it does."""

    text: str
    wounds: int = 0


class Hazard(Struct, frozen=True):
    """What strikes everyone in a room each time that so many turns have passed there: a wound or an affliction.

    With `first_free` whoever goes first is spared, once; with `asks` the GM says who is affected.
    """

    text: str
    every: int
    wound: Attribute | Literal[""] = ""
    afflicts: str = ""
    first_free: bool = False
    asks: bool = False


class Room(Struct, frozen=True):
    """A room of an adventure; `seen` is what everybody who enters sees, `effect` what the GM knows."""

    id: RuleId
    name: str
    number: int
    exits: tuple[Exit, ...]
    enemies: tuple[Foes, ...]
    loot: tuple[Loot, ...]
    seen: str
    effect: str
    trap: RoomTrap | None = None
    hazard: Hazard | None = None


class DoomEvent(Struct, frozen=True):
    """What happens when doom reaches a number.

    `drains` are rooms whose hazard ends, `fight` the enemies of a fight, `joins` the monster that joins it each round.
    `lights_out` puts out all lights; `afflicts` is for everybody; `attack` hits all who do not take cover.
    """

    at: int
    effect: str
    drains: tuple[int, ...] = ()
    fight: tuple[Foes, ...] = ()
    joins: RuleId = ""
    lights_out: bool = False
    afflicts: str = ""
    attack: Attack | None = None


class Adventure(Struct, frozen=True):
    """An adventure: its rooms, what its doom brings, and its tables."""

    id: RuleId
    name: str
    settlement: str
    entrances: tuple[int, ...]
    doom_max: int
    doom_events: tuple[DoomEvent, ...]
    wandering: RuleId
    rumours: RuleId
    rooms: tuple[RuleId, ...]


@cache
def rooms() -> Mapping[RuleId, Room]:
    """The rooms of the adventures."""
    return BOOK.load("room", Room)


@cache
def adventures() -> Mapping[RuleId, Adventure]:
    """The adventures."""
    return BOOK.load("adventure", Adventure)
