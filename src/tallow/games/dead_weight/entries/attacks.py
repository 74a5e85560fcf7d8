"""The profile of an attack, shared by weapons, magic, items and enemy actions."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.games.dead_weight.state import Attribute

Range: TypeAlias = Literal["close", "nearby", "far", "distant", "self"]


class Attack(Struct, frozen=True, gc=False, cache_hash=True):
    """The profile of an attack: what is tested to hit or to defend, the wounds, and the letters of its effects.

    `critical` is the extra wounds of a great success (against an enemy) or a critical failure (of a defender).
    """

    attribute: Attribute
    wounds: int
    critical: int = 0
    effects: tuple[str, ...] = ()
    critical_effects: tuple[str, ...] = ()
    range: Range = "close"
    disadvantage: int = 0
