"""The server is stopped while pages are open: it ends by itself, without a word, and all is put away.

That it ends soon is seen by how the streams end: a server that waited for its pages would cut them off in the middle.
"""

import json
from http.client import HTTPConnection
from pathlib import Path
from signal import SIGINT, SIGTERM
from urllib.request import Request, urlopen

import pytest

from tests.web.server_process import PATIENCE, Process
from tests.web.streams import Stream


def opened(server: Process) -> str:
    """A new table: the referee's token."""
    body = json.dumps({"game": "cairn", "title": "The Old Mill", "name": "Ann"}).encode()
    asked = Request(f"{server.address}/api/tables", body, {"Content-Type": "application/json"})  # noqa: S310
    with urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
        token: str = json.load(answer)["referee"]
    return token


@pytest.mark.parametrize(("signal", "code"), [(SIGINT, 130), (SIGTERM, 0)])
def test_it_ends_quietly_with_pages_open(tmp_path: Path, signal: int, code: int) -> None:
    server = Process(tmp_path)
    token = opened(server)
    streams = [Stream(server.address, f"/t/{token}/events") for _ in range(4)]
    streams.append(Stream(server.address, "/api/events", token))
    assert server.end(signal) == code
    assert server.said.splitlines() == [f"Tallow is at {server.address}", "Ctrl+C closes it."]
    for stream in streams:
        assert b"event: closed" not in stream.rest(), "a link is closed when it is revoked, not when the server ends"
    assert [path.name for path in tmp_path.glob("tables*")] == ["tables.sqlite"], "the store was closed"


def test_it_ends_while_games_are_read_and_odds_are_reckoned(tmp_path: Path) -> None:
    server = Process(tmp_path)
    assert server.end(SIGINT) == 130
    server = Process(tmp_path)
    server.warm()
    asking = HTTPConnection(server.address.removeprefix("http://"), timeout=PATIENCE)
    asking.request("GET", "/odds/dead_weight/attack?weapon=Falchion&dice=8&proficiency=4&advantage=4&disadvantage=4")
    comparing = HTTPConnection(server.address.removeprefix("http://"), timeout=PATIENCE)
    comparing.request("GET", "/compare")
    assert comparing.getresponse().status == 200
    assert server.end(SIGTERM) == 0
    assert server.said.count("\n") == 2, server.said
    asking.close()
    comparing.close()
