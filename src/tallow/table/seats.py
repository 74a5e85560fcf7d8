"""Who sits at a table."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.play import REFEREE, Seat

ONLOOKER: Seat = "onlooker"
"""The one seat that all onlookers share: they see the same and do nothing."""

Role: TypeAlias = Literal["referee", "player", "onlooker"]
DiceFrom: TypeAlias = Literal["server", "typed"]


class Seated(Struct, frozen=True, gc=False):
    """Somebody at the table: their name, what they are, and where their dice come from."""

    seat: Seat
    name: str
    role: Role
    dice: DiceFrom = "server"


def referee(name: str) -> Seated:
    """The referee's seat; there is one at every table."""
    return Seated(REFEREE, name, "referee")
