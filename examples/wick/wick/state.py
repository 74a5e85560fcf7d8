"""The values of Wick: keepers, shades, and the table they are at."""

from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.rulebook import Rulebook
from tallow.mechanics.ids import by_id, swapped
from tallow.play import RuleId, Seat

BOOK = Rulebook("wick")
FULL = 6


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The one ruling of the game."""

    long_nights: Literal[False, True] = False


class Keeper(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who carries light."""

    id: str
    name: str
    seat: Seat
    nerve: int
    craft: int
    light: int = FULL
    lost: bool = False


class Shade(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that does not want it."""

    id: str
    name: str
    of: RuleId
    gloom: int


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """How the last fight went, and who came back out of the Dark."""

    how: Literal["quiet", "dark"]
    rounds: int
    returned: int = 0


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of Wick. `due` are the keepers who have still to act in this round, which is 0 between fights."""

    settings: Settings = Settings()
    party: tuple[Keeper, ...] = ()
    shades: tuple[Shade, ...] = ()
    due: tuple[str, ...] = ()
    round: int = 0
    ended: Ended | None = None
    serial: int = 0


class Kind(Struct, frozen=True):
    """A shade of the book."""

    id: RuleId
    name: str
    gloom: int


@cache
def kinds() -> dict[RuleId, Kind]:
    """The shades of the book."""
    return BOOK.load("shade", Kind)


def keeper(state: State, who: str) -> Keeper:
    """The keeper of that id."""
    return by_id(state.party, who)


def put(state: State, one: Keeper) -> State:
    """The state with this keeper as they are now."""
    return replace(state, party=swapped(state.party, one))


def lit(state: State) -> list[Keeper]:
    """The keepers who have Light."""
    return [one for one in state.party if one.light and not one.lost]


def lose(one: Keeper) -> Keeper:
    """A keeper with 1 Light less."""
    return replace(one, light=max(0, one.light - 1))
