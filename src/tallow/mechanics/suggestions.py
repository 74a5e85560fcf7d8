"""Errors for text that cannot be read: similar names, or the position where it goes wrong."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Protocol, TypeVar


class Named(Protocol):
    """Anything with a name, such as an entry of a rulebook."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


CLOSE = 3
"""So many names may have been meant; where there are more, they are all that there are."""


def nearest(name: str, known: Iterable[str], most: int = CLOSE) -> tuple[str, ...]:
    """The known names closest to `name`, ignoring case, best first."""
    folded = {k.casefold(): k for k in known}
    close = get_close_matches(name.casefold(), folded, n=most, cutoff=0.6)
    parts = [k for k in folded if name.casefold() in k] if len(name) > 2 else []
    return tuple(folded[k] for k in dict.fromkeys((*close, *parts)))[:most]


LONGEST = 100
"""The most characters of a text that an error repeats."""


def quoted(text: str, at: int = 0) -> tuple[str, int]:
    """A text cut to one line around a position, and the position in what is left."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    start = max(0, at - LONGEST // 2) if len(plain) > LONGEST else 0
    before, after = "…" if start else "", "…" if len(plain) > start + LONGEST else ""
    return f"{before}{plain[start : start + LONGEST]}{after}", at - start + len(before)


class Unknown(LookupError):
    """An unknown name, and the known names that may have been meant."""

    def __init__(self, what: str, name: str, near: tuple[str, ...] = (), where: str = "") -> None:
        self.what, self.name, self.near, self.where = what, name, near, where
        super().__init__(str(self))

    def __str__(self) -> str:
        article = "an" if self.what[:1] in "aeiou" else "a"
        where = f" of {self.where}" if self.where else ""
        told = f'"{quoted(self.name)[0]}" is not {article} {self.what}{where} that Tallow knows.'
        if not self.near:
            return told
        quoted_ones = [f'"{name}"' for name in self.near]
        if len(self.near) > CLOSE:
            return f"{told} There are {', '.join(quoted_ones[:-1])} and {quoted_ones[-1]}."
        return f"{told} Did you mean {' or '.join(quoted_ones)}?"


def by_name(name: str, known: Iterable[N]) -> N | None:
    """The one of that name, ignoring case."""
    folded = name.strip().casefold()
    return next((one for one in known if one.name.casefold() == folded), None)


def find_by_name(name: str, known: Iterable[N], what: str, where: str, *, also: Iterable[str] = ()) -> N:
    """The one of that name; `Unknown` with the nearest names if there is none. `also` are further names to suggest."""
    listed = tuple(known)
    found = by_name(name, listed)
    if found is None:
        raise Unknown(what, name.strip(), nearest(name.strip(), [*(one.name for one in listed), *also]), where)
    return found


class Malformed(ValueError):
    """A text that cannot be read: the position, and what was expected there."""

    def __init__(self, text: str, at: int, expected: str) -> None:
        self.text, self.at, self.expected = text, at, expected
        super().__init__(str(self))

    def __str__(self) -> str:
        text, at = quoted(self.text, self.at)
        return f"{text}\n{' ' * at}^ expected {self.expected}"
