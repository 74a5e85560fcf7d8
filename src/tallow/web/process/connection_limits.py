"""Limits on connections: how many there are, in all and from one address, and how long a request may take to arrive.

The headers of a request must arrive within seconds, from the start of the connection or from the first byte of the next
request; its body within a time that grows with its size. A connection that is late is closed, so that nobody can use up
the server by sending nothing.
"""

import asyncio
from collections import Counter
from typing import Any, cast

from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

INFINITY = float("inf")
SPARE = 128
"""File descriptors that are left for the store, for files and for other processes."""

CONTINUE = b"HTTP/1.1 100 "
FULL = b"Too many connections are open here. Close some, or try again in a moment.\n"
LATE = b"The request did not come within the time that there is for it. Try again.\n"


class ConnectionLimits(Struct, frozen=True):
    """The most connections, in all and of one address, and the seconds for headers and for a body.

    A body has `body` seconds, and one more for each `bytes_a_second` of its size. `proxies` are addresses that ask for
    others: they may use all connections.
    """

    most: int = 896
    of_one: int = 224
    head: float = 10.0
    body: float = 20.0
    bytes_a_second: int = 128 * 1024
    proxies: tuple[str, ...] = ()


def limits_of_process(proxies: tuple[str, ...] = ()) -> ConnectionLimits:
    """Limits for as many file descriptors as this process may have. Raises its own soft limit, to at most 4096."""
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


class ConnectionLimiter:
    """All connections of a server. Closes those that are late, once a second."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: set[LimitedProtocol] = set()
        self._by_address: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def protocol(self) -> type["LimitedProtocol"]:
        """The protocol class for uvicorn, bound to this limiter."""
        return type("BoundProtocol", (LimitedProtocol,), {"limiter": self})

    def admit(self, one: "LimitedProtocol", address: str) -> bool:
        """Count one more connection, if there is room for it."""
        many = self._by_address[address] >= self.limits.of_one and address not in self.limits.proxies
        if many or len(self._open) >= self.limits.most:
            return False
        self._open.add(one)
        self._by_address[address] += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(1, self._close_late)
        return True

    def release(self, one: "LimitedProtocol", address: str) -> None:
        """A connection has ended."""
        if one in self._open:
            self._open.discard(one)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def _close_late(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for one in [one for one in self._open if one.deadline < now]:
            one.time_out()
        self._timer = loop.call_later(1, self._close_late) if self._open else None


class OneWrite:
    """A transport that sends the head of an answer together with what follows: one call of the system, not two."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = b""
        self.get_extra_info = transport.get_extra_info
        self.is_closing = transport.is_closing
        self.pause_reading = transport.pause_reading
        self.resume_reading = transport.resume_reading

    def write(self, data: bytes) -> None:
        """Send, but keep a head that has nothing behind it yet."""
        if self._head:
            self._transport.write(self._head + data)
            self._head = b""
        elif data.startswith(b"HTTP/1.1 ") and data.endswith(b"\r\n\r\n") and not data.startswith(CONTINUE):
            self._head = data
        else:
            self._transport.write(data)

    def flush(self) -> None:
        """Send a head that nothing follows."""
        if self._head:
            self.write(b"")

    def close(self) -> None:
        """Send what is left, and close."""
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        """Whatever else a transport does."""
        return getattr(self._transport, name)


class LimitedProtocol(HttpToolsProtocol):
    """One connection. `deadline` is when the headers or the body that it waits for must have arrived."""

    limiter: ConnectionLimiter

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.deadline = INFINITY
        self._address = ""
        self._admitted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or answer 503."""
        self._one_write = OneWrite(transport)
        super().connection_made(cast("asyncio.Transport", self._one_write))
        self._address = self.client[0] if self.client else ""
        self._admitted = self.limiter.admit(self, self._address)
        if self._admitted:
            self.deadline = self.loop.time() + self.limiter.limits.head
        else:
            self._refuse(b"503 Service Unavailable", FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release its place."""
        self.limiter.release(self, self._address)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """An answer is whole, perhaps without a body."""
        self._one_write.flush()
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        """Set the deadline for what is still missing of the request."""
        if not self._admitted:
            return
        before: Any = self.cycle
        between = before is None or before.response_complete
        if between and self.deadline == INFINITY:
            self.deadline = self.loop.time() + self.limiter.limits.head
        super().data_received(data)
        after: Any = self.cycle
        if after is not before:
            self.deadline = self.loop.time() + self._body_seconds() if after.more_body else INFINITY
        elif after is not None and not between and not after.more_body:
            self.deadline = INFINITY

    def _body_seconds(self) -> float:
        """The seconds in which the body of this request must arrive."""
        announced = next((value for name, value in self.headers if name == b"content-length"), b"")
        size = int(announced) if announced.isdigit() and len(announced) < 12 else 0
        return self.limiter.limits.body + min(size, 64 * 1024 * 1024) / self.limiter.limits.bytes_a_second

    def time_out(self) -> None:
        """Close the connection: the deadline has passed."""
        self.deadline = INFINITY
        under_way: Any = self.cycle
        if under_way is None or under_way.response_complete:
            self._refuse(b"408 Request Timeout", LATE)
        elif not self.transport.is_closing():
            self.transport.close()

    def _refuse(self, status: bytes, why: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(
                b"HTTP/1.1 " + status + b"\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n"
                b"Connection: close\r\nContent-Length: " + str(len(why)).encode() + b"\r\n\r\n" + why
            )
            self.transport.close()
