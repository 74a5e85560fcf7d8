"""States with two sides: everybody is of the party or one of its foes."""

from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from tallow.mechanics.ids import Identified
from tallow.play import Seat

Side: TypeAlias = Literal["party", "foes"]


class Creature(Identified, Protocol):
    """A struct for somebody on a side, for whom a seat answers."""

    @property
    def seat(self) -> Seat: ...


C = TypeVar("C", bound=Creature)
C_co = TypeVar("C_co", bound=Creature, covariant=True)


class TwoSided(Protocol[C_co]):
    """A state with a party and its foes."""

    @property
    def party(self) -> tuple[C_co, ...]: ...

    @property
    def foes(self) -> tuple[C_co, ...]: ...


S = TypeVar("S", bound=TwoSided[Any])


def everyone(state: TwoSided[C]) -> tuple[C, ...]:
    """The party, then its foes."""
    return state.party + state.foes


def find(state: TwoSided[C], who: str) -> C:
    """The creature of that id; KeyError if there is none."""
    for one in state.party:
        if one.id == who:
            return one
    for one in state.foes:
        if one.id == who:
            return one
    raise KeyError(who)


def put(state: S, *changed: Creature) -> S:
    """The state with these creatures in place of those of the same ids; an unchanged side stays the same object."""
    for new in changed:
        who = new.id
        for at, one in enumerate(state.party):
            if one.id == who:
                party = (*state.party[:at], new, *state.party[at + 1 :])
                state = replace(state, party=party)  # type: ignore[type-var]
                break
        else:
            foes = tuple([new if one.id == who else one for one in state.foes])
            state = replace(state, foes=foes)  # type: ignore[type-var]
    return state


def side_of(state: TwoSided[C], who: str) -> Side:
    """The side that a creature is on."""
    for one in state.party:
        if one.id == who:
            return "party"
    return "foes"


def members(state: TwoSided[C], side: Side) -> tuple[C, ...]:
    """All on one side."""
    return state.party if side == "party" else state.foes
