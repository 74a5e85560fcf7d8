"""What workings do, as a value: read from the notation of the content."""

from functools import cache
from typing import Literal

from msgspec import Struct, convert

from tallow.games.cairn.state import Ability


class Does(Struct, frozen=True, gc=False):
    """One thing that a working does: its kind, what it is done with, and the save that is made later on.

    The content writes it with colons, `hazard:held:STR`; content/spell.toml lists the kinds.
    """

    kind: str
    what: str = ""
    save: Ability | Literal[""] = ""


@cache
def read_does(notation: str) -> Does:
    """What `hazard:held:STR`, `heal:STR` or `noise` says."""
    return convert(dict(zip(Does.__struct_fields__, notation.split(":"), strict=False)), Does)


def read_all(notations: tuple[str, ...]) -> tuple[Does, ...]:
    """What each of these notations says, in order."""
    return tuple(read_does(notation) for notation in notations)
