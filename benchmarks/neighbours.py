"""Whether one visitor holds up the others: how long an answer at one table takes while strangers ask for much else.

One server process with its usual limits of work, SQLite. A referee acts at one table, again and again; each row is the
99th percentile of that, alone and while twenty requests of one kind are always under way. Everything stays on this
machine. `python benchmarks/neighbours.py --help` says what can be changed.
"""

import argparse
import asyncio
import json
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from msgspec import Struct

from table import percentile
from tallow.exchange import write
from tallow.games import game
from tallow.games.deeds import Action
from tallow.games.optional import needed_characters
from tallow.play import REFEREE, Choice, Roll
from tallow.simulate.random_answers import RandomAnswers
from tallow.store import NewLink, Store, export_table
from tallow.store.store import new_seed
from tallow.table import Step, open_table, then
from tallow.table.seats import referee
from tallow.web.app import make_app
from tallow.web.live.links import first_links
from tallow.web.process.limits import Limits, Rate
from tallow.web.process.server import Server

AT_ONCE = 20
FAST = Limits(*[Rate(1e9, 1e9)] * 6)
"""No rates: what is measured is what is left when they do not help."""

REFUSED, AGAIN = {429, 503}, 0.5
"""Whoever is told to come again later does, after so many seconds; sooner than they are told to."""


class Asked(Struct, frozen=True):
    """A request: its method, its path, and what goes with it."""

    path: str
    body: bytes = b""
    kind: str = ""
    token: str = ""


Kind = Callable[[int], Asked]
"""The request of that number."""


async def ask(port: int, asked: Asked) -> int:
    """Ask once, read all of the answer: its status."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = b""
    try:
        writer.write(sent(asked, close=True))
        await writer.drain()
        head = await reader.readline()
        while await reader.read(2**16):
            pass
        return int(head.split()[1])
    except ConnectionError:
        return int(head.split()[1]) if head else 0
    finally:
        writer.close()


def sent(asked: Asked, *, close: bool = False) -> bytes:
    """A request as bytes."""
    method = "POST" if asked.kind else "GET"
    lines = [f"{method} {asked.path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"Authorization: Bearer {asked.token}"] if asked.token else []
    lines += [f"Content-Type: {asked.kind}", f"Content-Length: {len(asked.body)}"] if asked.kind else []
    lines += ["Connection: close"] if close else []
    return "\r\n".join([*lines, "", ""]).encode() + asked.body


class Neighbour:
    """A referee who acts by one connection and waits for each answer."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._body = sent(Asked("/api/act", json.dumps({"name": "fate"}).encode(), "application/json", token))

    async def times(self, seconds: float) -> list[float]:
        """How long each answer took, in milliseconds."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        took, until = [], perf_counter() + seconds
        try:
            while perf_counter() < until:
                start = perf_counter()
                writer.write(self._body)
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.lower().split(b"\r\n")
                length = next(int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length"))
                await reader.readexactly(length)
                if not head.startswith(b"HTTP/1.1 200"):
                    raise RuntimeError(head.decode())
                took.append((perf_counter() - start) * 1000)
                await asyncio.sleep(0.01)
        finally:
            writer.close()
        return took


async def row(port: int, token: str, kind: Kind | None, seconds: float) -> tuple[list[float], Counter[int]]:
    """The times of a neighbour while twenty of these are under way, and how those were answered."""
    answered: Counter[int] = Counter()
    numbers, over = count(), False

    async def stranger() -> None:
        while not over and kind is not None:
            status = await ask(port, kind(next(numbers)))
            answered[status] += 1
            if status in REFUSED:
                await asyncio.sleep(AGAIN)

    strangers = [asyncio.create_task(stranger()) for _ in range(AT_ONCE)] if kind else []
    await asyncio.sleep(min(1.0, seconds / 2) if kind else 0)
    took = await Neighbour(port, token).times(seconds)
    over = True
    _, late = await asyncio.wait(strangers, timeout=min(30, 5 * seconds)) if strangers else ((), ())
    for one in late:
        one.cancel()
    return took, answered


def opened(store: Store, step: Step) -> tuple[str, tuple[NewLink, NewLink, NewLink]]:
    """A table is kept: its id and its links."""
    links = first_links()
    return store.create(step, links).id, links


def at_play() -> Step:
    """A table ready to play."""
    step = open_table("cairn", "The Old Mill", {}, new_seed(), example=True)
    return then(step, step.table.sit(referee("Ann")))


def long_lines(store: Store, times: int) -> tuple[NewLink, NewLink, NewLink]:
    """A table whose log has many long lines: treasure is shared out again and again."""
    id_, links = opened(store, at_play())
    kept = store.load(id_)
    for _ in range(times):
        step = kept.table.act(REFEREE, Action("divide_treasure"))
        while step.table.pending:
            question = step.table.pending[0].question
            answer: Any = () if isinstance(question, Roll) else "9999"
            if isinstance(question, Choice):
                answer = question.options[-1]
            step = then(step, step.table.answer(REFEREE, step.table.pending[0].starter, answer))
        kept, durable = store.keep(kept, step)
        durable.result()
    return links


def upload(path: str, archive: bytes) -> Asked:
    """A file in a form."""
    head = b'--x\r\nContent-Disposition: form-data; name="archive"; filename="a"\r\n\r\n'
    return Asked(path, head + archive + b"\r\n--x--\r\n", "multipart/form-data; boundary=x")


def kinds(store: Store, folder: Path, lines: int) -> dict[str, Kind]:
    """What is asked, by what it is called."""
    id_, (own, player, _) = opened(store, at_play())
    kept = store.load(id_)
    for _ in range(lines):
        kept, durable = store.keep(kept, kept.table.act(REFEREE, Action("fate")))
        durable.result()
    export_table(store, id_, folder / "a.tallow")
    archive = (folder / "a.tallow").read_bytes()
    loud = long_lines(store, lines)[0]
    played = game("vanilla")
    document = write(
        played.id, "tallow", needed_characters(played).create(RandomAnswers(Random(1)), played.settings())
    )[0]
    bringing = json.dumps({"document": document + " " * 900_000, "seat": "player1"}).encode()
    weapon = "weapon=Falchion&dice=8&proficiency=4"
    rooms = "rooms=Goblin+x2&party=Marchguard&pack=&rest=yes"
    return {
        "odds": lambda n: Asked(f"/odds/dead_weight/attack?{weapon}&advantage={n % 4}&disadvantage={n // 4 % 4}"),
        "QR codes": lambda n: Asked(f"/qr/{(own, player)[n % 2].token}.svg"),
        "a sheet on paper": lambda n: Asked(f"/character/cairn/sheet.pdf?seed={n}"),
        "the party on paper": lambda _: Asked(f"/t/{own.token}/party.pdf"),
        "characters": lambda n: Asked(f"/character/cairn?seed={n}"),
        "an archive out": lambda _: Asked(f"/t/{own.token}/archive"),
        "an archive in": lambda _: upload("/import", archive),
        "a check of dice": lambda _: upload("/verify", archive),
        "rehearsals": lambda n: Asked(f"/rehearse/cairn?{rooms}&turns={n % 50}"),
        "comparisons": lambda n: Asked(f"/compare?foes={n % 12 + 1}&level={n // 12 % 10 + 1}"),
        "a character brought": lambda _: Asked("/api/bring", bringing, "application/json", own.token),
        "the log, to a program": lambda _: Asked("/api/log?limit=200", token=loud.token),
        "the log, as a page": lambda _: Asked(f"/t/{loud.token}/log"),
        "links": lambda _: Asked("/api/links", token=own.token),
        "a whole page": lambda _: Asked(f"/t/{own.token}"),
        "the rulebook": lambda _: Asked("/rules/cairn"),
        "a search in it": lambda n: Asked(f"/rules/cairn?q={'abcdefghij'[n % 10]}"),
        "guesses": lambda n: Asked(f"/t/guess{n}"),
    }


def serve(database: str, fd: int) -> None:
    """The server process."""
    store = Store(database)
    app = make_app(store, limits=FAST)
    server = Server(app, app.state.services.rooms)
    server.handle_signals()
    server.run(sockets=[socket.socket(fileno=fd)])


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="for each row (10)")
    parser.add_argument("--lines", type=int, default=200, help="of the logs that are handed out (200)")
    parser.add_argument("--only", default="", help="the rows whose names have this in them (all)")
    parser.add_argument("--smallest", action="store_true", help="everything once, in a few seconds")
    parser.add_argument("--serve", default="", help=argparse.SUPPRESS)
    parser.add_argument("--fd", type=int, default=0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve, given.fd)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if given.smallest:
        given.seconds, given.lines = 0.15, 3
    with TemporaryDirectory() as name:
        folder = Path(name)
        database = f"sqlite:///{folder / 'tables.sqlite'}"
        store = Store(database)
        _, (own, *_) = opened(store, at_play())
        asked = {what: kind for what, kind in kinds(store, folder, given.lines).items() if given.only in what}
        store.close()
        listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
        port = listening.getsockname()[1]
        command = [sys.executable, __file__, "--serve", database, "--fd", str(listening.fileno())]
        server = subprocess.Popen(command, pass_fds=[listening.fileno()])  # noqa: S603  (our own)
        listening.close()
        try:
            asyncio.run(report(port, own.token, asked, given.seconds))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


async def report(port: int, token: str, asked: dict[str, Kind], seconds: float) -> None:
    """Print a row for each kind as it is measured; between two, what is still under way comes to its end."""
    for what in ("/", "/rules/cairn", "/odds/dead_weight", "/rehearse/cairn", "/compare"):
        await ask(port, Asked(what))
    await Neighbour(port, token).times(min(1.0, seconds))
    quiet, _ = await row(port, token, None, seconds)
    idle = percentile(quiet)
    print(f"{f'an answer, while {AT_ONCE} ask for':32}{'median':>10}{'99th':>10}{'x idle':>8}   answered")
    print(f"{'nothing':32}{median(quiet):7.1f} ms{idle:7.1f} ms{1:8.1f}")
    for what, kind in asked.items():
        took, answered = await row(port, token, kind, seconds)
        late, said = percentile(took), ", ".join(f"{n} x {status}" for status, n in sorted(answered.items()))
        print(f"{what:32}{median(took):7.1f} ms{late:7.1f} ms{late / idle:8.1f}   {said}", flush=True)


if __name__ == "__main__":
    main()
