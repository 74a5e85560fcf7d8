"""How fast a table is: one server process, SQLite, a hundred tables of a referee and four players, all acting.

Beside it, on the same disk in the same run, the rate at which bare SQLite commits one row at a time. Everything stays
on this machine. `python benchmarks/table.py --help` says what can be changed.
"""

import argparse
import asyncio
import json
import re
import resource
import socket
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import uvloop
from forms import parser
from msgspec import Struct

from tallow.games.deeds import Action
from tallow.play import REFEREE, Answer, Choice, Roll
from tallow.store import NewLink, Store
from tallow.store.store import new_seed, new_token
from tallow.table import Step, Table, open_table, then
from tallow.table.seats import referee
from tallow.web.app import make_app
from tallow.web.drawing.log import LOG
from tallow.web.live.room import Room
from tallow.web.live.rooms import Rooms
from tallow.web.process.limits import Limits, Rate

PLAYERS = 4
ROUND = 6
"""So many moves are made until they come again."""

EVENT = re.compile(rb"\nid: (\d+)\n\n")
FAST = Limits(*[Rate(1e9, 1e9)] * 6)


@cache
def numbered(number: int) -> Step:
    """A prepared table by its number: the same for every database that is measured in one run."""
    return prepared(Random(number))


def prepared(random: Random) -> Step:
    """A table at which four players have made their characters and the game has begun."""
    step = open_table("cairn", "The Old Mill", {}, new_seed())
    step = then(step, step.table.sit(referee("Ann")))
    for number in range(1, PLAYERS + 1):
        step = then(step, step.table.join(f"Player {number}"))
        seat = f"player{number}"
        step = _answered(then(step, step.table.act(seat, Action("make_character", seat))), random)
    step = _answered(then(step, step.table.act(REFEREE, Action("party_complete"))), random)
    return Step(step.table, step.records)


def _answered(step: Step, random: Random) -> Step:
    while step.table.pending:
        waits = step.table.pending[0]
        question = waits.question
        answer: Answer = () if isinstance(question, Roll) else "Mossbeard"
        if isinstance(question, Choice):
            answer = random.choice(question.options)
        step = then(step, step.table.answer(question.by, waits.starter, answer))
    return step


class Move(Struct, frozen=True):
    """One thing that somebody does: `act` with the answers that they know, or `answer` what waits."""

    seat: str
    name: str
    who: str = ""
    answers: tuple[Any, ...] = ()

    def do(self) -> Callable[[Table], Step]:
        """At the table itself."""
        if self.name == "answer":
            return lambda table: table.answer(self.seat, table.pending[0].starter, self.answers[0])
        return lambda table: table.act(self.seat, Action(self.name, self.who), answers=self.answers)


def moves(heroes: list[str]) -> Iterator[Move]:
    """What goes on at a table: saves, risks and questions, dice, gifts and notes; a third of it changes a sheet."""
    for turn in count():
        number = turn % PLAYERS
        seat, hero = f"player{number + 1}", heroes[number]
        yield Move(REFEREE, "call_save", "", ("one", "STR", "Cold water.", hero))
        yield Move(seat, "answer", "", ("save",))
        yield Move(seat, "own_note", hero, ("It was cold.",))
        yield Move(seat, "dare", hero)
        yield Move(REFEREE, "answer", "", ("no_risk",))
        yield Move(REFEREE, "set_value", "", (hero, "hp", turn // PLAYERS % 2))


def heroes(table: Table) -> list[str]:
    return [next(one.id for one in table.state.party if one.seat == f"player{n + 1}") for n in range(PLAYERS)]


def bare(folder: Path, seconds: float) -> float:
    """Rows a second, one commit for each."""
    connection = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, body BLOB)")
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        connection.execute("INSERT INTO rows (body) VALUES (?)", (b"x" * 200,))
        done += 1
    took = perf_counter() - start
    connection.close()
    return done / took


def log_alone(folder: Path, tables: int, seconds: float) -> tuple[float, float]:
    """Answers a second that are made durable, and that are worked out by the rules and made durable; no pages."""

    async def measured() -> tuple[float, float]:
        store = Store(f"sqlite:///{folder / 'log.sqlite'}")
        rooms = Rooms(store)
        opened = [await rooms.open(prepared(Random(n))) for n in range(tables)]
        kept = await _together(opened, seconds, lambda room: _keep_only(rooms, room))
        played = await _together(opened, seconds, lambda room: _play(rooms, room))
        store.close()
        return kept, played

    return asyncio.run(measured())


async def _together(rooms: list[Room], seconds: float, at: Callable[[Room], AsyncIterator[None]]) -> float:
    until, done = perf_counter() + seconds, 0

    async def one(room: Room) -> None:
        nonlocal done
        async for _ in at(room):
            done += 1
            if perf_counter() > until:
                return

    await asyncio.gather(*(one(room) for room in rooms))
    return done / seconds


async def _keep_only(rooms: Rooms, room: Room) -> AsyncIterator[None]:
    """The same answer, kept again and again."""
    step = room.table.act(REFEREE, Action("fate"))
    while True:
        room.kept, durable = rooms.store.keep(room.kept, step)
        await rooms.durable.wait(durable)
        yield


async def _play(rooms: Rooms, room: Room) -> AsyncIterator[None]:
    for move in moves(heroes(room.table)):
        await rooms.do(room, move.do())
        yield


def serve(database: str, fd: int) -> None:
    """The server process, with the connections that `tallow serve` has, but no limits on how many."""
    import uvicorn  # noqa: PLC0415  (only there)

    from tallow.web.process.collector import freeze_loaded  # noqa: PLC0415
    from tallow.web.process.connection_limits import ConnectionLimiter, ConnectionLimits  # noqa: PLC0415

    store = Store(database)
    freeze_loaded()
    app = make_app(store, limits=FAST)
    config = uvicorn.Config(
        app,
        http=ConnectionLimiter(ConnectionLimits(most=20_000, of_one=20_000)).protocol(),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=600,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=fd)])


class Page(asyncio.Protocol):
    """An open page: the newest version that has come to it whole, and when. It reads nothing else of what it gets."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._end = b""
        self.version = -1
        self.at = 0.0
        self.bytes = 0
        self.bell = asyncio.Event()

    def connection_made(self, transport: Any) -> None:
        """Ask for what changes."""
        transport.write(f"GET /t/{self._token}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """An event ends with its number."""
        self.bytes += len(data)
        found = EVENT.findall(self._end + data)
        self._end = data[-40:]
        if found:
            self.version, self.at = int(found[-1]), perf_counter()
            self.bell.set()

    async def until(self, version: int) -> float:
        """The moment at which this version was there."""
        while self.version < version:
            self.bell.clear()
            await self.bell.wait()
        return self.at


DONE, BUSY = 200, 503


class Group:
    """A referee and four players, each with a page open, and one connection to act by."""

    def __init__(self, port: int, tokens: dict[str, str], heroes_: list[str]) -> None:
        self._port = port
        self._tokens = tokens
        self._next = moves(heroes_)
        self.pages = [Page(token) for token in tokens.values()]
        self.took: list[float] = []
        self._starter = ""

    async def open(self) -> None:
        """Open every page, and wait until each is there."""
        loop = asyncio.get_running_loop()
        for page in self.pages:
            await loop.create_connection(lambda page=page: page, "127.0.0.1", self._port)  # type: ignore[misc]
        for page in self.pages:
            await page.until(0)

    async def connect(self) -> None:
        """Open the connection to act by; the server closes one on which nothing is asked for a while."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)

    async def _post(self, what: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask, and ask again as often as the server says that it is busy: what that takes is part of the answer."""
        while True:
            status, said = await self._ask(what, token, body)
            if status == BUSY:
                await asyncio.sleep(json.loads(said)["facts"][0])
                continue
            if status != DONE:
                raise RuntimeError(f"{body}: {status}: {said.decode()}")
            answer: dict[str, Any] = json.loads(said)
            return answer

    async def _ask(self, what: str, token: str, body: dict[str, Any]) -> tuple[int, bytes]:
        sent = json.dumps(body)
        self._writer.write(
            f"POST /api/{what} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n{sent}".encode()
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-l"))
        return int(head.split(maxsplit=2)[1]), await self._reader.readexactly(length)

    async def one(self) -> None:
        """Do the next thing, and wait until every page shows it."""
        move = next(self._next)
        start = perf_counter()
        if move.name == "answer":
            body: dict[str, Any] = {"starter": self._starter, "answer": move.answers[0]}
            answer = await self._post("answer", self._tokens[move.seat], body)
        else:
            body = {"name": move.name, "who": move.who, "answers": move.answers}
            answer = await self._post("act", self._tokens[move.seat], body)
        if answer["going"]:
            self._starter = answer["going"][0]["starter"]
        seen = [await page.until(answer["version"]) for page in self.pages]
        self.took.append(max(seen) - start)

    async def moves(self, many: int) -> None:
        """Do so many things."""
        for _ in range(many):
            await self.one()

    async def act(self, until: float, pause: float) -> None:
        """Act until a moment: at once again, or every `pause` seconds."""
        at = perf_counter() + Random(id(self)).uniform(0, pause)
        while perf_counter() < until:
            if pause:
                await asyncio.sleep(max(0.0, at - perf_counter()))
                at += pause
            await self.one()


class EndToEnd(Struct, frozen=True):
    """Answers a second, and the times from sent to seen on every page, in milliseconds."""

    rate: float
    median: float
    p99: float
    kb_an_answer: float


def opened(database: str, tables: int) -> list[tuple[dict[str, str], list[str]]]:
    """Open tables: for each the tokens by seat, and the ids of the characters."""
    store = Store(database)
    made = []
    for number in range(tables):
        step = numbered(number)
        seats = [REFEREE, *(f"player{n + 1}" for n in range(PLAYERS))]
        tokens = {seat: new_token() for seat in seats}
        links = [NewLink(token, "referee" if seat == REFEREE else "player", seat) for seat, token in tokens.items()]
        store.create(step, links)
        made.append((tokens, heroes(step.table)))
    store.close()
    return made


def end_to_end(folder: Path, tables: int, seconds: float, target: float) -> tuple[EndToEnd, EndToEnd]:
    """First each table acts at the pace that makes `target` answers a second in all, then as fast as it can."""
    database = f"sqlite:///{folder / 'tables.sqlite'}"
    made = opened(database, tables)
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    port = listening.getsockname()[1]
    command = [sys.executable, __file__, "--serve", database, "--fd", str(listening.fileno())]
    server = subprocess.Popen(command, pass_fds=[listening.fileno()])  # noqa: S603  (our own)
    listening.close()

    async def measured() -> tuple[EndToEnd, EndToEnd]:
        groups = [Group(port, tokens, who) for tokens, who in made]
        await warm(groups)
        return await measure(groups, seconds, tables / target), await measure(groups, seconds, 0)

    try:
        return uvloop.run(measured())
    finally:
        server.terminate()
        server.wait()


async def warm(groups: list[Group]) -> None:
    """Everybody opens a page; each table makes some moves unmeasured, not equally many, so that none keep step."""
    for group in groups:
        await group.open()
    for group in groups:
        await group.connect()
    await asyncio.gather(*(group.moves(ROUND + number % ROUND) for number, group in enumerate(groups)))


async def measure(groups: list[Group], seconds: float, pause: float) -> EndToEnd:
    """Each table acts at that pace, or as fast as it can where it is 0."""
    for group in groups:
        group.took = []
    before = sum(page.bytes for group in groups for page in group.pages)
    start = perf_counter()
    await asyncio.gather(*(group.act(start + seconds, pause) for group in groups))
    took = perf_counter() - start
    times = [time * 1000 for group in groups for time in group.took]
    sent = sum(page.bytes for group in groups for page in group.pages) - before
    return EndToEnd(len(times) / took, median(times), percentile(times), sent / len(times) / 1000)


def percentile(times: list[float]) -> float:
    """The 99th of them."""
    return quantiles(times, n=100)[98] if len(times) > 1 else times[0]


def opening(folder: Path, actions: int, times: int) -> float:
    """Milliseconds to open a table with so many logged actions: as it stands and its last lines."""
    where = f"sqlite:///{folder / f'long{actions}.sqlite'}"
    store = Store(where)
    kept = store.create(prepared(Random(1)))
    waiting = []
    for _ in range(actions):
        kept, durable = store.keep(kept, kept.table.act(REFEREE, Action("fate")))
        waiting.append(durable)
    for durable in waiting:
        durable.result()
    store.close()
    took = []
    for _ in range(times):
        store = Store(where)
        start = perf_counter()
        store.load(kept.id)
        store.lines(kept.id, limit=LOG)
        took.append(perf_counter() - start)
        store.close()
    return median(took) * 1000


def main() -> None:
    """Measure and report."""
    takes = parser(__doc__)
    takes.add_argument("--tables", type=int, default=100, help="how many (100)")
    takes.add_argument("--seconds", type=float, default=60, help="for each of the two runs with pages (60)")
    takes.add_argument("--pace", type=float, default=50, help="answers a second of all tables together (50)")
    takes.add_argument("--actions", type=int, default=10_000, help="of the longest table that is opened (10000)")
    takes.add_argument("--opened", type=int, default=20, help="how often it is (20)")
    takes.add_argument("--serve", default="", help=argparse.SUPPRESS)
    takes.add_argument("--fd", type=int, default=0, help=argparse.SUPPRESS)
    given = takes.parse_args()
    if given.smallest:
        given.tables, given.seconds, given.actions, given.opened = 1, 0.2, 100, 1
    if given.serve:
        serve(given.serve, given.fd)
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    short, short_log = min(given.seconds, 5), given.actions // 100
    with TemporaryDirectory() as name:
        folder = Path(name)
        first = bare(folder, short)
        kept, played = log_alone(folder, given.tables, short)
        paced, full = end_to_end(folder, given.tables, given.seconds, given.pace)
        rate = (first + bare(folder, short)) / 2
        few, many = opening(folder, short_log, given.opened), opening(folder, given.actions, given.opened)
    print(f"bare SQLite, one row a commit   {rate:8.0f} a second")
    print(f"the log alone                   {kept:8.0f} a second, {kept / rate:.2f} x bare")
    print(f"rules and log, no pages         {played:8.0f} a second, {played / rate:.2f} x bare")
    print(f"{given.tables} tables, {PLAYERS + 1} pages each, {given.seconds:.0f} s: sent to seen on every page")
    for label, found in ((f"  at a pace of {given.pace:.0f}", paced), ("  as fast as it goes", full)):
        print(
            f"{label:32}{found.rate:8.0f} a second, {found.rate / rate:.2f} x bare; "
            f"median {found.median:.0f} ms, 99th {found.p99:.0f} ms; {found.kb_an_answer:.0f} kB an answer"
        )
    logs = f"{few:.1f} ms with {short_log:,} actions, {many:.1f} ms with {given.actions:,}"
    print(f"opening a table                 {logs}")


if __name__ == "__main__":
    main()
