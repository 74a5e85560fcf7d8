"""`tallow serve --workers`: several processes at one address; one that dies is replaced, and its people go on."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest

from tests.cli.run import tallow
from tests.web.server_process import Process, ask_api, is_gone
from tests.web.streams import Stream


@pytest.fixture
def server(tmp_path: Path, postgresql: Callable[[], str]) -> Iterator[Process]:
    running = Process(tmp_path, database=postgresql(), more=("--workers", "2"))
    yield running
    running.kill()


def test_a_worker_that_dies_is_replaced_and_its_people_go_on(server: Process) -> None:
    made = ask_api(server.address, "tables", given={"game": "cairn", "title": "The Old Mill", "name": "Ann"})[1]
    pages = [Stream(server.address, f"/t/{made['referee']}/events") for _ in range(4)]
    first, second = server.workers()
    for at, worker in enumerate((first, second)):
        assert ask_api(server.address, "say", made["referee"], {"text": f"Before {at}."})[0] == 200
        os.kill(worker, signal.SIGKILL)
        again = Stream(server.address, f"/t/{made['referee']}/events")
        again.until(f"Before {at}.".encode())
        again.close()
        while len(now := server.workers()) < 2 or worker in now:
            sleep(0.01)
    for page in pages:
        with pytest.raises((AssertionError, OSError)):
            page.until(b"never")
        page.close()
    assert not {first, second} & set(server.workers())
    assert server.said.count("another takes its place") == 2
    workers = server.workers()
    assert server.end(signal.SIGINT) == 130
    assert all(map(is_gone, workers))


def test_workers_end_with_the_one_who_started_them(server: Process) -> None:
    workers = server.workers()
    assert len(workers) == 2
    server.kill()
    while not all(map(is_gone, workers)):
        sleep(0.01)


def test_a_database_in_a_file_has_one_server(tmp_path: Path) -> None:
    ran = tallow("serve", "--port", "0", "--workers", "2", "--database", f"sqlite:///{tmp_path}/x.sqlite")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "A database in a file has one server: leave out --workers, or take PostgreSQL with --database.\n"
    )
    assert list(tmp_path.iterdir()) == []
