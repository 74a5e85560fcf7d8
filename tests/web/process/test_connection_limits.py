"""Nobody holds on to all that a server has by sending nothing; and whom a proxy speaks for is its word alone."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn

from tallow.web.process.connection_limits import ConnectionLimiter, ConnectionLimits, OneWrite, limits_of_process
from tallow.web.process.server import Server

SHORT = ConnectionLimits(most=6, of_one=4, head=0.5, body=0.5, bytes_a_second=10**9)


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Says who asks and how much came."""
    if scope["type"] != "http":
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    body = json.dumps({"client": scope["client"][0], "scheme": scope["scheme"], "size": size}).encode()
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(len(body)).encode())]}
    )
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def running(config: uvicorn.Config) -> AsyncIterator[int]:
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  (it tells nobody)
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await asyncio.wait_for(serving, 20)


def guarded(limits: ConnectionLimits) -> uvicorn.Config:
    return uvicorn.Config(echo, http=ConnectionLimiter(limits).protocol(), port=0, lifespan="off", log_level="critical")


def tried(config: uvicorn.Config, what: Callable[[int], Any]) -> Any:
    async def all_of_it() -> Any:
        async with running(config) as port:
            return await asyncio.wait_for(what(port), 30)

    return asyncio.run(all_of_it())


async def said(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """All that comes back until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        with suppress(ConnectionError):
            writer.write(part)
            await writer.drain()
        await asyncio.sleep(pause)
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    "parts",
    [(), (b"GET / HTTP/1.1\r\n",), (b"GET / HTTP/1.1\r\nHost: x\r\n", b"A: b\r\n", b"C: d\r\n")],
    ids=["nothing at all", "half a request", "drop by drop"],
)
def test_headers_must_come_in_time(parts: tuple[bytes, ...]) -> None:
    answer = tried(guarded(SHORT), lambda port: said(port, *parts, pause=0.2))
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"did not come within the time" in answer


def test_a_body_must_come_in_time_and_a_good_request_may_take_its_own() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\n"
    assert tried(guarded(SHORT), lambda port: said(port, head, b"abc")) == b""
    answer = tried(guarded(SHORT), lambda port: said(port, head, b"abc", b"def", pause=0.1))
    assert json.loads(answer.split(b"\r\n\r\n")[1])["size"] == 6


def test_one_address_has_so_many_connections_and_all_have_so_many() -> None:
    async def many(port: int) -> tuple[list[bytes], bytes]:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(4)]
        await asyncio.sleep(0.1)
        refused = [await said(port) for _ in range(3)]
        for _, writer in held:
            writer.close()
        await asyncio.sleep(0.1)
        return refused, await said(port, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")

    for limits in (
        SHORT,
        ConnectionLimits(most=4, of_one=9),
        ConnectionLimits(most=4, of_one=1, proxies=("127.0.0.1",)),
    ):
        refused, after = tried(guarded(limits), many)
        assert all(answer.startswith(b"HTTP/1.1 503") and b"Retry-After" in answer for answer in refused), limits
        assert after.startswith(b"HTTP/1.1 200")


def test_the_limits_leave_descriptors_for_the_rest() -> None:
    resource = pytest.importorskip("resource")
    limits = limits_of_process()
    assert limits.most + 100 <= resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert limits.of_one * 2 <= limits.most


@pytest.mark.parametrize(("proxies", "believed"), [((), False), (("127.0.0.1",), True), (("10.0.0.0/8",), False)])
def test_whom_a_proxy_speaks_for_is_believed_of_it_alone(proxies: tuple[str, ...], believed: bool) -> None:
    config = Server(echo, None, proxies).config  # type: ignore[arg-type]
    config.port, config.lifespan = 0, "off"
    forwarded = b"X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n"
    asked = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + forwarded + b"\r\n"
    found = json.loads(tried(config, lambda port: said(port, asked)).split(b"\r\n\r\n")[1])
    assert (found["client"], found["scheme"]) == (("203.0.113.9", "https") if believed else ("127.0.0.1", "http"))


class Sent:
    """Stands for a transport: what was sent by each call."""

    def __init__(self) -> None:
        self.calls: list[bytes] = []
        self.ended = False

    def write(self, data: bytes) -> None:
        self.calls += [data] if data else []

    def close(self) -> None:
        self.ended = True

    def __getattr__(self, name: str) -> Any:
        return None


def test_a_head_is_sent_with_what_follows_it() -> None:
    head = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"
    sent = Sent()
    one = OneWrite(sent)  # type: ignore[arg-type]
    one.write(head)
    assert sent.calls == []
    one.write(b"whole")
    one.write(b"more")
    one.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    assert sent.calls == [head + b"whole", b"more", b"HTTP/1.1 100 Continue\r\n\r\n"]
    one.write(head)
    one.close()
    assert (sent.calls[3:], sent.ended) == ([head], True)


@pytest.mark.parametrize("method", [b"HEAD", b"GET"])
def test_answers_come_whole_while_the_connection_stays(method: bytes) -> None:
    async def asked(port: int) -> list[bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        heads = []
        for _ in range(2):
            writer.write(method + b" / HTTP/1.1\r\nHost: here\r\n\r\n")
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            size = int(heads[-1].lower().partition(b"content-length: ")[2].split()[0])
            assert method == b"HEAD" or json.loads(await reader.readexactly(size))["size"] == 0
        writer.close()
        return heads

    assert [head.split(b"\r\n")[0] for head in tried(guarded(SHORT), asked)] == [b"HTTP/1.1 200 OK"] * 2
