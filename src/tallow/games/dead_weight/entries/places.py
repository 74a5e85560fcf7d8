"""Adventures and their rooms."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.play import RuleId


class Foes(Struct, frozen=True):
    """So many of a monster."""

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
    """A way out of a room; 0 leads outside."""

    to: int
    way: str


class RoomTrap(Struct, frozen=True):
    """A trap of a room: what it is, and the wounds that it deals; 0 where the GM says what it does."""

    text: str
    wounds: int = 0


class Room(Struct, frozen=True):
    """A room of an adventure."""

    id: RuleId
    number: int
    exits: tuple[Exit, ...]
    enemies: tuple[Foes, ...]
    loot: tuple[Loot, ...]
    effect: str
    trap: RoomTrap | None = None


class DoomEvent(Struct, frozen=True):
    """What happens when doom reaches a number.

    `drains` are rooms whose trap is gone, `fight` whom the party has to fight. `lights_out` puts out all lights;
    `afflicts` everybody; `attack` falls upon all who do not take cover.
    """

    at: int
    effect: str
    drains: tuple[int, ...] = ()
    fight: tuple[Foes, ...] = ()
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
