"""Limits on what clients send: the size of a request, and rates for each link and each address."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Literal

from msgspec import Struct

BODY = 64 * 1024
ARCHIVE = 32 * 1024 * 1024
DOCUMENT = 1024 * 1024 + BODY
"""The most bytes of a request's body: of any, with an archive, with a character."""

MOST_KEYS = 20_000
"""How many clients a limiter remembers at most; the longest unseen is forgotten."""

Kind = Literal["write", "read", "open_table", "guess", "compute", "join"]
"""What a request is counted as. "guess" is a token that opens nothing, "compute" what takes a process its time."""

TOGETHER: frozenset[Kind] = frozenset(("open_table", "guess", "compute", "join"))
"""What processes that serve a database together count together. Reading and writing each counts for itself: that limit
is for its own time, and a question to the database for each request would take longer than most requests."""


class TooMany(Exception):
    """A client asks too often; it may ask again in `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"again in {seconds:.0f} s")
        self.seconds = seconds


class Rate(Struct, frozen=True):
    """A token bucket: `burst` requests at once, and `a_second` more each second."""

    burst: float
    a_second: float


class Limits(Struct, frozen=True):
    """The rates that a server allows, by `Kind`."""

    write: Rate = Rate(80, 20)
    read: Rate = Rate(120, 20)
    open_table: Rate = Rate(20, 0.2)
    guess: Rate = Rate(30, 0.5)
    compute: Rate = Rate(20, 1)
    join: Rate = Rate(12, 1 / 30)


class RateLimiter:
    """Counts requests by kind and client."""

    def __init__(self, limits: Limits, now: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self._now = now
        self._left: OrderedDict[tuple[Kind, str], tuple[float, float]] = OrderedDict()

    def rate(self, kind: Kind) -> Rate:
        """The rate of a kind."""
        found: Rate = getattr(self.limits, kind)
        return found

    def count(self, kind: Kind, client: str) -> None:
        """Count one request; `TooMany` when the client has used up its rate."""
        rate = self.rate(kind)
        now = self._now()
        left, at = self._left.get((kind, client), (rate.burst, now))
        left = min(rate.burst, left + (now - at) * rate.a_second)
        if left < 1:
            raise TooMany((1 - left) / rate.a_second)
        self._left[(kind, client)] = (left - 1, now)
        self._left.move_to_end((kind, client))
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
