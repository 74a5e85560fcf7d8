"""Who can fight: those whom a state names must be there, and some of the party may have fallen."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from tallow.mechanics.ids import Identified

S = TypeVar("S")


class WithParty(Protocol):
    """A state with a party."""

    @property
    def party(self) -> Sequence[Identified]: ...


P = TypeVar("P", bound=WithParty)


def absent_from(
    named: Callable[[S], Sequence[str]], there: Callable[[S], Sequence[Identified]]
) -> Callable[[S], tuple[str, ...]]:
    """`absent` of a record: the ids that `named` gives and nobody in `there` has. "" stands for nobody."""

    def absent(state: S) -> tuple[str, ...]:
        found = {"", *[one.id for one in there(state)]}
        return tuple([who for who in named(state) if who not in found])

    return absent


def fallen_by(able: Callable[[Any], bool]) -> Callable[[P], tuple[str, ...]]:
    """`fallen` of a `Caution`: the ids of those of the party who are not `able` to act."""

    def fallen(state: P) -> tuple[str, ...]:
        return tuple([one.id for one in state.party if not able(one)])

    return fallen
