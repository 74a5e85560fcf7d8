"""`tallow serve` as a process."""

import atexit
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
TALLOW = (sys.executable, "-m", "tallow")
SEEDED = (sys.executable, "-m", "tests.web.seeded")
SERVE = ["serve", "--host", "127.0.0.1", "--no-qr"]
PATIENCE = 600
"""Seconds after which nothing comes any more, however busy the machine is."""


class Process:
    """A server of its own over a database in a folder; what it says goes to a file, so nobody need listen.

    With `seeded` dice every table has the same ones: see `tests.web.seeded`. `database` is another one than that in the
    folder, `more` what is said to the command besides, `environment` what is added to that of this process.
    """

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        *,
        seeded: bool = False,
        program: Sequence[str] = TALLOW,
        database: str = "",
        more: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._says = folder / "said.txt"
        self.database = database or f"sqlite:///{folder / 'tables.sqlite'}"
        command = [*(SEEDED if seeded else program), *SERVE, *more]
        with self._says.open("wb") as says:
            self._running = subprocess.Popen(  # noqa: S603  (our own)
                [*command, "--port", str(port), "--database", self.database],
                stdout=says,
                stderr=subprocess.STDOUT,
                cwd=ROOT,
                env=os.environ | (environment or {}),
            )
        atexit.register(self.kill)
        until = monotonic() + PATIENCE
        while not self.said.endswith("Ctrl+C closes it.\n"):
            if self._running.poll() is not None or monotonic() > until:
                self.kill()
                raise RuntimeError(f"The server did not start: {self.said}")
            sleep(0.01)
        self.address = self.said.splitlines()[0].removeprefix("Tallow is at ")

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self._running.pid

    def workers(self) -> list[int]:
        """The ids of the processes that it has started."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        if not children.exists():
            pytest.skip("no /proc here, by which workers are found")
        return [int(child) for child in children.read_text().split()]

    @property
    def said(self) -> str:
        """All that it has said."""
        return self._says.read_text()

    def warm(self) -> None:
        """Wait until it has read all games."""
        with urlopen(self.address, timeout=PATIENCE) as page:  # noqa: S310
            page.read()

    def end(self, number: int = 15) -> int:
        """Tell it to end, and wait until it has: its exit code."""
        self._running.send_signal(number)
        try:
            return self._running.wait(PATIENCE)
        finally:
            self.kill()

    def kill(self) -> None:
        """End it where it stands."""
        self._running.kill()
        self._running.wait()

    def kill_all(self) -> None:
        """End it where it stands, and all that it has started with it."""
        workers = self.workers()
        self.kill()
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        while not all(map(is_gone, workers)):
            sleep(0.01)


def is_gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def ask_api(
    address: str, what: str, token: str = "", given: dict[str, Any] | None = None, *, method: str = ""
) -> tuple[int, Any]:
    """Ask the API: the status and the answer."""
    connection = HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    try:
        body = None if given is None else json.dumps(given)
        connection.request(method or ("GET" if given is None else "POST"), f"/api/{what}", body, headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or "null")
    finally:
        connection.close()


def get(address: str, path: str) -> tuple[int, str]:
    """Ask for a page as it is: the status and the text."""
    connection = HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()
