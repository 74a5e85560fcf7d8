"""Who sits at a table."""

import unicodedata
from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.play import REFEREE, Seat

ONLOOKER: Seat = "onlooker"
"""The one seat that all onlookers share: they see the same and do nothing."""

Role: TypeAlias = Literal["referee", "player", "onlooker"]
DiceFrom: TypeAlias = Literal["server", "pressed", "typed"]
"""The server throws at once, it throws what can be passed or failed when the player says so, or the player types."""


class Seated(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Somebody at the table: their name, what they are, and where their dice come from."""

    seat: Seat
    name: str
    role: Role
    dice: DiceFrom = "server"


AUTOPILOT: Seat = "autopilot"
"""Stands for a bot where it is kept who began an action or gave an answer."""


class Pilot(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A bot answers and acts for a seat, in the stead of a person: the `player` of that name.

    `until` the end of the "round" in which it began, or "" until it is stopped. `round` is the one in which a person
    last did something. `run` tells its actions from those of another time. One that is `careful` stops where something
    grave is at stake.
    """

    seat: Seat
    until: Literal["", "round"] = ""
    round: str = ""
    run: int = 0
    player: str = "bot"
    careful: bool = True


def referee(name: str) -> Seated:
    """The referee's seat; there is one at every table."""
    return Seated(REFEREE, name, "referee")


UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing, though they are none of the kinds that never do."""


def same_name(one: str, other: str) -> bool:
    """Whether two names read as the same: whatever the size and width of their letters, and the space between them."""
    return _read(one) == _read(other)


def _read(name: str) -> str:
    """A name as it is read."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    shown = [c for c in plain if c not in UNSEEN and not "\ufe00" <= c <= "\ufe0f" and unicodedata.category(c) != "Cf"]
    return " ".join("".join(shown).split())
