"""Whom somebody can have to do with: the party with foes that it has met, all others with anybody."""

from collections.abc import Callable
from typing import Any, TypeVar

from tallow.mechanics.two_sides import TwoSided

S = TypeVar("S", bound=TwoSided[Any])


def before_party_by(met: Callable[[S, Any], bool]) -> Callable[[S, str, str], bool]:
    """`before_party` of a game, in which `met` says of a foe whether the party has met it."""

    def before_party(state: S, who: str, foe: str) -> bool:
        """Whether `who` may take `foe` into account: anybody may, but one of the party no foe that it has not met."""
        for one in state.foes:
            if one.id == foe:
                return met(state, one) or all(each.id != who for each in state.party)
        return True

    return before_party
