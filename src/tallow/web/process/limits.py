"""How much of everything: sizes of what is sent, and how often, for each link and each address."""

import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from msgspec import Struct

from tallow.table import TableRefusal

NAME = 40
TITLE = 100
SAID = 500
BODY = 64 * 1024
ARCHIVE = 32 * 1024 * 1024
DOCUMENT = 1024 * 1024 + BODY
MOST_KEYS = 20_000
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


class TooMany(Exception):
    """Somebody asks too often; they may ask again in so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"again in {seconds:.0f} s")
        self.seconds = seconds


class Rate(Struct, frozen=True):
    """So many at once, and so many a second after that."""

    burst: float
    a_second: float


class Limits(Struct, frozen=True):
    """The rates that a server allows."""

    doing: Rate = Rate(80, 20)
    looking: Rate = Rate(120, 20)
    opening: Rate = Rate(20, 0.2)
    guessing: Rate = Rate(30, 0.5)
    reckoning: Rate = Rate(20, 1)
    joining: Rate = Rate(12, 1 / 30)


class Gate:
    """Lets through as many as the rates allow, counted for each key."""

    def __init__(self, limits: Limits, now: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self._now = now
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def count(self, what: str, key: str) -> None:
        """One more of this kind; `TooMany` when that is too much."""
        rate: Rate = getattr(self.limits, what)
        now = self._now()
        left, at = self._left.get((what, key), (rate.burst, now))
        left = min(rate.burst, left + (now - at) * rate.a_second)
        if left < 1:
            raise TooMany((1 - left) / rate.a_second)
        self._left[(what, key)] = (left - 1, now)
        self._left.move_to_end((what, key))
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)


def text(given: str, most: int, *, lines: bool = False) -> str:
    """Text that somebody typed, without what is not to be seen; refused when it is empty or too long."""
    kept = "".join(
        letter
        for letter in unicodedata.normalize("NFC", given)
        if (letter == "\n" and lines) or (unicodedata.category(letter) not in {"Cc", "Cs"} and letter not in _BIDI)
    ).strip()
    if not kept:
        raise TableRefusal("empty")
    if len(kept) > most:
        raise TableRefusal("too_long", len(kept), most)
    return kept
