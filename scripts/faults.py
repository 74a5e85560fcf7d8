"""Kills servers and databases under load, and sees that nothing was lost or doubled: `python -m scripts.faults --help`.

Each table's people act one after another over HTTP and remember what was acknowledged, and what may or may not have
been done because the answer never came. Faults come at random moments: SIGKILL to the server; with PostgreSQL also to
one of its workers, and to one of the database's own processes, after which the database recovers from its log. Then the
records that are kept must be those that were acknowledged, in their order, with none besides but those in doubt;
replayed from the first, they must give the very table that was kept. Everything stays on this machine.
"""

import argparse
import os
import random
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Semaphore
from typing import Any, TypeAlias

from msgspec.structs import replace
from scripts.postgresql import QUICK, throwaway
from sqlalchemy import text
from tests.table.replaying import replayed
from tests.web.people import an_answer
from tests.web.server_process import PATIENCE, Process, ask_api

from tallow.play import REFEREE
from tallow.store import Store
from tallow.table import Record, Table, open_table
from tallow.table.records import Answered, Opened, Said, Sat, Started, TakenBack, Undone

TABLES = 6
MOST = 60
"""After so many things were acknowledged, or fewer, something is killed; others are under way then."""

PAUSE_SECONDS = 0.05
"""How long people wait before they try again after an answer that did not come."""

Brief: TypeAlias = tuple[Any, ...]


class People:
    """A referee and two players at one table. `expected` is what they did, each with whether it is certain."""

    def __init__(self, number: int, server: Process, counted: Semaphore) -> None:
        self.server = server
        self._counted = counted
        self._random = random.Random(number)
        self.expected: list[tuple[Brief, bool]] = []
        made = self._post("tables", "", game="cairn", title=f"Table {number}", name="Ann")
        self._tokens = {REFEREE: made["referee"]}
        self.expected += [(("opened",), True), (("sat", REFEREE), True)]
        for name in ("player1", "player2"):
            self._tokens[name] = self._post("join", made["player"], name=name)["token"]
            self.expected.append((("sat", name), True))

    def act_until(self, stop: Event) -> None:
        """Act all the time; where an answer does not come, go on."""
        while not stop.is_set():
            try:
                self._one_thing()
            except (OSError, HTTPException):
                stop.wait(PAUSE_SECONDS)

    def _ask(self, what: str, token: str) -> Any:
        status, body = ask_api(self.server.address, what, token)
        assert status in {200, 429, 503}, body
        return body if status == 200 else []

    def _post(self, what: str, token: str, **given: Any) -> Any:
        status, body = ask_api(self.server.address, what, token, given)
        if status == 503:
            raise ConnectionError(body["message"])
        assert status < 500, body
        return body if status < 300 else None

    def _do(self, what: str, seat: str, record: Brief, **body: Any) -> None:
        try:
            done = self._post(what, self._tokens[seat], **body)
        except (OSError, HTTPException):
            self.expected.append((record, False))
            raise
        if done is not None:
            self.expected.append((record, True))
            self._counted.release()

    def _one_thing(self) -> None:
        random, seat = self._random, self._random.choice(list(self._tokens))
        open_ = self._ask("questions", self._tokens[seat])
        roll = random.random()
        if roll < 0.05:
            self._do("say", seat, ("said", seat, "Well, well."), text="Well, well.")
        elif roll < 0.1:
            self._do("undo", REFEREE, ("undone", 1), actions=1)
        elif roll < 0.13 and open_:
            starter, number = open_[0]["starter"], open_[0]["number"]
            self._do("take-back", REFEREE, ("taken_back", number), starter=starter, number=number)
        elif open_:
            one = random.choice(open_)
            answer = an_answer(one["question"], random) if one["question"]["type"] != "roll" else []
            given = {name: one[name] for name in ("starter", "number", "given")}
            self._do("answer", seat, ("answered", one["asked"], one["number"], answer), answer=answer, **given)
        else:
            offers = [one["action"] for one in self._ask("offers", self._tokens[seat]) if not one["refusal"]]
            if offers:
                action = random.choice(offers)
                self._do("act", seat, ("started", seat, action["name"], action["who"]), **action)

    def check(self, store: Store, id_: str) -> int:
        """Compare what is kept with what was acknowledged; how many records there are."""
        kept, records = store.load(id_), list(store.records(id_))
        brief = [_brief(record) for record in records]
        assert len(brief) == kept.records
        assert _explained(brief, self.expected), f"kept {brief}, expected {self.expected}"
        self.expected = [(record, True) for record in brief]
        table = _replayed(records, kept.table)
        assert replace(table, past=(), dice=kept.table.dice) == kept.table
        assert table.dice.thrown == kept.table.dice.thrown
        lines = store.lines(id_, limit=10**6)
        assert [number for number, _, _ in lines] == list(range(1, kept.lines + 1))
        standing = [line.number for _, undone, line in lines if line.number and not undone]
        assert standing == list(range(1, kept.table.done + 1))
        assert store.state_at(id_, kept.table.done) == kept.table.state
        return len(records)


def _explained(kept: Sequence[Brief], expected: Sequence[tuple[Brief, bool]]) -> bool:
    """Whether what is kept is all that is certain, in order, and of what is in doubt some."""
    reached = {0}
    for record, certain in expected:
        on = {at + 1 for at in reached if at < len(kept) and kept[at] == record}
        reached = on if certain else on | reached
    return len(kept) in reached


def _replayed(records: Sequence[Record], kept: Table) -> Table:
    first = records[0]
    assert isinstance(first, Opened)
    return replayed(open_table(first.game, first.title, first.settings, kept.dice.seed).table, records[1:])


def _brief(record: Record) -> Brief:
    match record:
        case Opened():
            return ("opened",)
        case Sat(who):
            return ("sat", who.seat)
        case Started(seat, action):
            return ("started", seat, action.name, action.who)
        case Answered(_, seat, answer, _, _, number):
            return ("answered", seat, number, _plain(answer))
        case Said(seat, text_):
            return ("said", seat, text_)
        case Undone(_, actions):
            return ("undone", actions)
        case TakenBack(_, _, number):
            return ("taken_back", number)
        case _:
            raise AssertionError(record)


def _plain(answer: Any) -> Any:
    return [_plain(part) for part in answer] if isinstance(answer, tuple | list) else answer


class Endurance:
    """A server over a database, people at its tables, and faults."""

    def __init__(self, folder: Path, database: str = "", seed: int = 4) -> None:
        self._folder = folder
        self._database = database
        self._more = ("--workers", "2") if database else ()
        self._chance = random.Random(seed)
        self._done = Semaphore(0)
        self.faults: list[str] = []
        self._server = self._started()
        self._people = {f"Table {number}": People(number, self._server, self._done) for number in range(TABLES)}

    def _started(self) -> Process:
        server = Process(self._folder, database=self._database, more=self._more)
        server.warm()
        return server

    def endure(self, faults: int) -> int:
        """Have so many faults happen, and see after each end of a server that all is well; the records kept."""
        kinds = ["server", "worker", "backend"] if self._database else ["server"]
        total = 0
        while len(self.faults) < faults:
            stop = Event()
            with ThreadPoolExecutor(TABLES) as pool:
                acting = [pool.submit(one.act_until, stop) for one in self._people.values()]
                try:
                    self._faults_until_the_end(kinds, faults)
                finally:
                    stop.set()
                    self._server.kill_all()
                for future in acting:
                    future.result()
            total = self._check()
            self._server = self._started()
            for one in self._people.values():
                one.server = self._server
        self._server.kill_all()
        return total

    def _faults_until_the_end(self, kinds: list[str], most: int) -> None:
        """Faults under load, the last of which ends the server."""
        while True:
            for _ in range(self._chance.randint(MOST // 4, MOST)):
                assert self._done.acquire(timeout=PATIENCE), self._server.said
            kind = kinds[len(self.faults) % len(kinds)] if len(self.faults) + 1 < most else "server"
            self.faults.append(kind)
            if kind == "server":
                return  # who called kills it
            for pid in self._backends() if kind == "backend" else self._server.workers()[:1]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def _backends(self) -> list[int]:
        """One process of PostgreSQL that works for the server."""
        store = Store(self._database)
        try:
            with store.engine.connect() as connection:
                asked = (
                    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
                pids = connection.execute(text(asked)).scalars().all()
        finally:
            store.close()
        return [self._chance.choice(pids)] if pids else []

    def _check(self) -> int:
        assert self._database or self._server.said.count("\n") == 2, self._server.said
        store = Store(self._server.database)
        try:
            return sum(self._people[title].check(store, id_) for id_, _, title in store.tables())
        finally:
            store.close()


def main() -> int:
    """Run, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=100, help="how many (100)")
    parser.add_argument("--seed", type=int, default=4, help="another seed, other moments (4)")
    parser.add_argument("--sqlite", action="store_true", help="SQLite alone")
    parser.add_argument("--postgresql", action="store_true", help="PostgreSQL alone")
    given = parser.parse_args()
    for kind in ("sqlite", "postgresql"):
        if (given.sqlite or given.postgresql) and not getattr(given, kind):
            continue
        server: Any = throwaway(QUICK) if kind == "postgresql" else nullcontext(lambda: "")
        with server as fresh, TemporaryDirectory() as folder:
            said = _run(fresh, Path(folder), given)
        print(f"{kind}: {said}", flush=True)  # noqa: T201
    return 0


def _run(fresh: Callable[[], str], folder: Path, given: argparse.Namespace) -> str:
    run = Endurance(folder, fresh(), given.seed)
    total = run.endure(given.faults)
    kinds = ", ".join(f"{run.faults.count(kind)} of a {kind}" for kind in sorted(set(run.faults)))
    return f"{len(run.faults)} kills ({kinds}); {total} records, none lost or doubled"


if __name__ == "__main__":
    sys.exit(main())
