"""A server over a database, people at its tables, and one fault after another."""

import os
import random
import signal
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, sleep

from scripts.faults.clock import Clock, DatabaseClock
from scripts.faults.disk import Disk, small_disk
from scripts.faults.network import Network
from scripts.faults.people import People
from scripts.postgresql import QUICK, Fresh, throwaway
from sqlalchemy import text
from sqlalchemy.engine import make_url
from tests.web.server_process import PATIENCE, Process

from tallow.store import Store

TABLES = 6
MOST = 40
"""After so many things were acknowledged, or fewer, something happens; others are under way then."""

MEGABYTES = 96
"""The size of a disk that shall become full."""

YEAR = 365 * 86400
JUMPS = (-10 * YEAR, -3600, 0, 3600, 10 * YEAR)
"""How far clocks are from the true time, in seconds."""

FULL = {"no_space", "database_away"}
"""What people are told while nothing can be kept; the latter where only files are limited."""

OF_FILES = ("server", "disk", "server", "clock")
OF_POSTGRESQL = (
    *("server", "worker", "backend", "cut", "lost replies", "clock", "disk"),
    *("worker", "backend", "stall", "worker", "database clock", "backend"),
)
"""What can happen, by the kind of database, in that order again and again."""


class Endurance:
    """A run of faults of some kinds. `faults` are those that have happened, `refusals` what people were told by 503."""

    def __init__(
        self,
        folder: Path,
        disk: Disk,
        seed: int,
        kinds: Collection[str] = (*OF_FILES, *OF_POSTGRESQL),
        fresh: Fresh | None = None,
        clock: DatabaseClock | None = None,
    ) -> None:
        self._folder = folder
        self._disk = disk
        self._database_clock = clock
        self._chance = random.Random(seed)
        self._clock = Clock(folder)
        self._network: Network | None = None
        self._direct = f"sqlite:///{disk.folder / 'tables.sqlite'}"
        self._database = self._direct
        possible: tuple[str, ...] = OF_FILES
        if fresh:
            self._direct = fresh(disk.folder if disk.mounted else None)
            url = make_url(self._direct)
            self._network = Network(Path(str(url.query["host"])))
            self._database = url.set(host="127.0.0.1", port=self._network.port, query={}).render_as_string()
            able = {"disk": disk.mounted, "database clock": bool(clock)}
            possible = tuple(kind for kind in OF_POSTGRESQL if able.get(kind, True))
        self.kinds = tuple(kind for kind in possible if kind in kinds) or ("server",)
        self.faults: list[str] = []
        self._server = self._started()
        self._people = {f"Table {number}": People(number, self._server) for number in range(TABLES)}
        self._acting: list[Future[None]] = []

    def _started(self) -> Process:
        more = ("--workers", "2") if self._network else ()
        server = Process(self._folder, database=self._database, more=more, environment=self._clock.environment())
        server.warm()
        return server

    @property
    def refusals(self) -> set[str]:
        """The codes of all answers of 503."""
        return {code for one in self._people.values() for code in one.refusals}

    def endure(self, faults: int) -> int:
        """Have so many faults happen, and see after each end of a server that all is well; the records kept."""
        total = 0
        while len(self.faults) < faults:
            stop = Event()
            with ThreadPoolExecutor(2 * TABLES) as pool:
                self._acting = [
                    pool.submit(does, stop)
                    for one in self._people.values()
                    for does in (one.act_until, one.watch_until)
                ]
                try:
                    self._faults_until_the_end(faults)
                finally:
                    stop.set()
                    self._server.kill_all()
                for future in self._acting:
                    future.result()
            total = self._check()
            self._server = self._started()
            for one in self._people.values():
                one.server = self._server
        self._server.kill_all()
        return total

    def _faults_until_the_end(self, most: int) -> None:
        """Faults under load, the last of which ends the server; after each of the others all tables go on."""
        while True:
            self._until_done(self._chance.randint(MOST // 4, MOST))
            kind = self.kinds[len(self.faults) % len(self.kinds)] if len(self.faults) + 1 < most else "server"
            self.faults.append(kind)
            if kind == "server":
                return  # who called kills it
            self._happens()[kind]()
            self._until_done(0)

    def _until_done(self, things: int) -> None:
        """Wait until something was acknowledged at every table, and so many things at all of them together."""
        people = list(self._people.values())
        before = [one.done for one in people]
        self._until(
            lambda: (
                all(one.done > was for one, was in zip(people, before, strict=True))
                and sum(one.done for one in people) >= sum(before) + things
            )
        )

    def _until(self, is_so: Callable[[], bool]) -> None:
        until = monotonic() + PATIENCE
        while not is_so():
            assert monotonic() < until, (self.faults[-1:], [one.done for one in self._people.values()])
            for future in self._acting:
                if future.done():
                    future.result()
            sleep(0.01)

    def _happens(self) -> dict[str, Callable[[], None]]:
        return {
            "worker": lambda: _kill(self._server.workers()[:1]),
            "backend": lambda: _kill(self._backends()),
            "cut": self._cut,
            "stall": self._stall,
            "lost replies": self._lose_replies,
            "clock": lambda: self._clock.set(self._chance.choice(JUMPS)),
            "database clock": self._jump_of_database,
            "disk": self._fill_disk,
        }

    def _cut(self) -> None:
        assert self._network
        self._network.cut()
        sleep(self._chance.uniform(0, 1.5))
        self._network.mend()

    def _stall(self) -> None:
        assert self._network
        self._network.hold()
        sleep(self._chance.uniform(0, 2))
        self._network.mend()

    def _lose_replies(self) -> None:
        """What is asked of the database is done, and nobody hears of it."""
        assert self._network
        self._network.hold(replies_only=True)
        sleep(self._chance.uniform(0.02, 0.3))
        self._network.cut()
        self._network.mend()

    def _jump_of_database(self) -> None:
        assert self._database_clock
        self._database_clock.set(self._chance.choice(JUMPS))

    def _fill_disk(self) -> None:
        """Until somebody was told so."""
        before = self._told_full()
        self._disk.fill(self._server.pid)
        try:
            self._until(lambda: self._told_full() > before)
        finally:
            self._disk.make_room(self._server.pid)

    def _told_full(self) -> int:
        wanted = {"no_space"} if self._disk.mounted else FULL
        return sum(one.refusals[code] for one in self._people.values() for code in wanted)

    def _backends(self) -> Sequence[int]:
        """One process of PostgreSQL that works for the server."""
        store = Store(self._direct)
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
        store = Store(self._direct)
        try:
            return sum(self._people[title].check(store, id_) for id_, _, title in store.tables())
        finally:
            store.close()


def _kill(pids: Sequence[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@contextmanager
def endurance(kind: str, seed: int = 4, kinds: Collection[str] = (*OF_FILES, *OF_POSTGRESQL)) -> Iterator[Endurance]:
    """A context manager for a run of faults of some kinds on a kind of database, "sqlite" or "postgresql"."""
    with TemporaryDirectory(prefix="tallow-") as name, small_disk(Path(name) / "disk", MEGABYTES) as disk:
        folder = Path(name)
        if kind == "sqlite":
            yield Endurance(folder, disk, seed, kinds)
            return
        folder.chmod(0o755)  # PostgreSQL, which is another user, has its clock and its disk there
        clock = DatabaseClock(folder)
        with throwaway(QUICK, clock.environment()) as fresh:
            yield Endurance(folder, disk, seed, kinds, fresh, clock)
