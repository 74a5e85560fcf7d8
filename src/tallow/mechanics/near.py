"""Names that somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names closest to `name`, whatever their case, best first."""
    folded = {k.casefold(): k for k in known}
    close = get_close_matches(name.casefold(), folded, n=most, cutoff=0.6)
    parts = [k for k in folded if name.casefold() in k] if len(name) > 2 else []
    return tuple(folded[k] for k in dict.fromkeys((*close, *parts)))[:most]


class Unknown(LookupError):
    """A name that is not known, and those that were perhaps meant."""

    def __init__(self, what: str, name: str, near: tuple[str, ...] = (), where: str = "") -> None:
        self.what, self.name, self.near, self.where = what, name, near, where
        super().__init__(str(self))

    def __str__(self) -> str:
        told = f'"{self.name}" is not a {self.what}{self.where and " of " + self.where} that Tallow knows.'
        if not self.near:
            return told
        quoted = [f'"{name}"' for name in self.near]
        return f"{told} Did you mean {' or '.join(quoted)}?"


class Malformed(ValueError):
    """Text that cannot be read: where, and what was expected there."""

    def __init__(self, text: str, at: int, expected: str) -> None:
        self.text, self.at, self.expected = text, at, expected
        super().__init__(str(self))

    def __str__(self) -> str:
        return f"{self.text}\n{' ' * self.at}^ expected {self.expected}"
