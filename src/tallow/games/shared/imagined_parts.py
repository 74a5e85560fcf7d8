"""Parts of a state as a seat may know it, the same in several games: characters of others, effects, who a foe is."""

from collections.abc import Collection, Iterable
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from tallow.games.shared.view_parts import Named, Running, known_to
from tallow.play import Seat


class Life(Protocol):
    """What is written about a character besides the numbers."""

    @property
    def notes(self) -> str: ...


class Noted(Protocol):
    """A character with notes of their player."""

    @property
    def seat(self) -> Seat: ...

    @property
    def life(self) -> Life: ...


N = TypeVar("N", bound=Noted)
E = TypeVar("E", bound=Running)
T = TypeVar("T", bound=tuple[Any, ...])


def party_for(party: Iterable[N], seat: Seat) -> tuple[N, ...]:
    """A party as a seat may know it: the notes on a character are for whoever plays it."""
    return tuple([one if one.seat == seat or not one.life.notes else _without_notes(one) for one in party])


def _without_notes(one: N) -> N:
    life = replace(one.life, notes="")  # type: ignore[type-var]
    return replace(one, life=life)  # type: ignore[type-var]


def those_of(ids: Iterable[str], there: Collection[str]) -> tuple[str, ...]:
    """Those of the ids who are there."""
    return tuple([who for who in ids if who in there])


def pairs_of(pairs: Iterable[T], there: Collection[str]) -> tuple[T, ...]:
    """Those pairs of which both are there; something may stand behind the two ids."""
    return tuple([pair for pair in pairs if pair[0] in there and pair[1] in there])


def among(effects: Iterable[E], there: Collection[str]) -> tuple[E, ...]:
    """Effects with only those of their targets that are there."""
    return tuple([replace(effect, on=those_of(effect.on, there)) for effect in effects])  # type: ignore[type-var]


def known_among(party: Collection[Named], effects: Iterable[E], there: Collection[str]) -> tuple[E, ...]:
    """The effects that a party knows of, with only those of their targets that are there."""
    return among([effect for effect in effects if known_to(party, effect)], there)


def with_seen(usual: Iterable[str], own: Iterable[str], seen: Collection[str]) -> tuple[str, ...]:
    """Conditions as they are usual for a kind of creature, and those of its own that can be seen, each once."""
    return tuple(dict.fromkeys([*usual, *[code for code in own if code in seen]]))
