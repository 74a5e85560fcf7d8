"""Connections have limits: how many there are, in all and from one address, and how long a request may take to come.

The headers of a request must be there within seconds, from the moment of the connection or of the first byte of the
next request; its body within a time that grows with its size. What does not come is closed, so that nobody can hold on
to all that a server has to give by sending nothing.
"""

import asyncio
from collections import Counter
from typing import Any

from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

INFINITY = float("inf")
SPARE = 128
"""So many descriptors are left for the store, for files and for other processes."""

FULL = b"Too many connections are open here. Close some, or try again in a moment.\n"
LATE = b"The request did not come within the time that there is for it. Try again.\n"


class ConnectionLimits(Struct, frozen=True):
    """How many connections in all and of one address, the seconds for headers, and for a body: at least, and by size.

    `proxies` are the addresses that stand for others: they may have as many as there are.
    """

    most: int = 896
    of_one: int = 224
    head: float = 10.0
    body: float = 20.0
    bytes_a_second: int = 128 * 1024
    proxies: tuple[str, ...] = ()


def roomy(proxies: tuple[str, ...] = ()) -> ConnectionLimits:
    """The limits for as many descriptors as this process may have; it takes what it can get, within reason."""
    try:
        import resource  # noqa: PLC0415  (not on every system)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        most = max(SPARE, (4096 if soft == resource.RLIM_INFINITY else min(4096, soft)) - SPARE)
    except (ImportError, OSError, ValueError):
        return ConnectionLimits(proxies=proxies)
    return ConnectionLimits(most, max(SPARE // 2, most // 4), proxies=proxies)


class Guard:
    """All connections of a server; looks after them once a second."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: set[GuardedProtocol] = set()
        self._of: Counter[str] = Counter()
        self._looking: asyncio.TimerHandle | None = None

    def protocol(self) -> type["GuardedProtocol"]:
        """The kind of connections that it looks after."""
        return type("Guarded", (GuardedProtocol,), {"guard": self})

    def takes(self, one: "GuardedProtocol", address: str) -> bool:
        """Whether there is room for one more."""
        many = self._of[address] >= self.limits.of_one and address not in self.limits.proxies
        if many or len(self._open) >= self.limits.most:
            return False
        self._open.add(one)
        self._of[address] += 1
        if self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(1, self._look)
        return True

    def gone(self, one: "GuardedProtocol", address: str) -> None:
        """A connection has ended."""
        if one in self._open:
            self._open.discard(one)
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for one in [one for one in self._open if one.due < now]:
            one.give_up()
        self._looking = loop.call_later(1, self._look) if self._open else None


class GuardedProtocol(HttpToolsProtocol):
    """One connection; `due` is when what it waits for must have come."""

    guard: Guard

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.due = INFINITY
        self._address = ""
        self._taken = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, if there is room."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._taken = self.guard.takes(self, self._address)
        if self._taken:
            self.due = self.loop.time() + self.guard.limits.head
        else:
            self._tell(b"503 Service Unavailable", FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self.guard.gone(self, self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something came: the rest is due, or all is there."""
        if not self._taken:
            return
        before: Any = self.cycle
        between = before is None or before.response_complete
        if between and self.due == INFINITY:
            self.due = self.loop.time() + self.guard.limits.head
        super().data_received(data)
        after: Any = self.cycle
        if after is not before:
            self.due = self.loop.time() + self._for_body() if after.more_body else INFINITY
        elif after is not None and not between and not after.more_body:
            self.due = INFINITY

    def _for_body(self) -> float:
        """The seconds in which the body of this request must come."""
        announced = next((value for name, value in self.headers if name == b"content-length"), b"")
        size = int(announced) if announced.isdigit() and len(announced) < 12 else 0
        return self.guard.limits.body + min(size, 64 * 1024 * 1024) / self.guard.limits.bytes_a_second

    def give_up(self) -> None:
        """What was due has not come."""
        self.due = INFINITY
        under_way: Any = self.cycle
        if under_way is None or under_way.response_complete:
            self._tell(b"408 Request Timeout", LATE)
        elif not self.transport.is_closing():
            self.transport.close()

    def _tell(self, status: bytes, why: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(
                b"HTTP/1.1 " + status + b"\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n"
                b"Connection: close\r\nContent-Length: " + str(len(why)).encode() + b"\r\n\r\n" + why
            )
            self.transport.close()
