"""Parts of a state as a seat may know it, the same in several games: characters of others, effects, who a foe is."""

from collections.abc import Collection, Iterable
from typing import Protocol, TypeVar

from msgspec.structs import replace

from tallow.games.shared.view_parts import Named, Running, known_to


class Life(Protocol):
    """What is written about a character besides the numbers."""

    @property
    def notes(self) -> str: ...


class Noted(Protocol):
    """A character with notes of their player."""

    @property
    def life(self) -> Life: ...


N = TypeVar("N", bound=Noted)
E = TypeVar("E", bound=Running)


def without_notes(one: N) -> N:
    """A character whom somebody else plays: the notes are their own player's."""
    if not one.life.notes:
        return one
    life = replace(one.life, notes="")  # type: ignore[type-var]
    return replace(one, life=life)  # type: ignore[type-var]


def among(effects: Iterable[E], there: Collection[str]) -> tuple[E, ...]:
    """Effects with only those of their targets that are there."""
    found = []
    for effect in effects:
        on = tuple([who for who in effect.on if who in there])
        found.append(replace(effect, on=on))  # type: ignore[type-var]
    return tuple(found)


def known_among(party: Collection[Named], effects: Iterable[E], there: Collection[str]) -> tuple[E, ...]:
    """The effects that a party knows of, with only those of their targets that are there."""
    return among([effect for effect in effects if known_to(party, effect)], there)


def with_seen(usual: Iterable[str], own: Iterable[str], seen: Collection[str]) -> tuple[str, ...]:
    """Conditions as they are usual for a kind of creature, and those of its own that can be seen, each once."""
    return tuple(dict.fromkeys([*usual, *[code for code in own if code in seen]]))
