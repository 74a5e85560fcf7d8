"""`tallow serve` over PostgreSQL: what was done is there again after the server was killed."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.cli.run import tallow
from tests.web.server_process import PATIENCE


@contextmanager
def serving(database: str) -> Iterator[str]:
    command = [sys.executable, "-m", "tallow", "serve", "--host", "127.0.0.1", "--port", "0", "--no-qr"]
    running = subprocess.Popen(  # noqa: S603
        [*command, "--database", database], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert running.stdout is not None
    try:
        said = running.stdout.readline()
        assert "http://" in said, said + running.stdout.read()
        yield said[said.index("http://") :].strip()
    finally:
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        running.stdout.close()


def ask(where: str, token: str = "", **body: Any) -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    asked = Request(where, json.dumps(body).encode() if body else None, headers)  # noqa: S310
    with urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
        return json.load(answer)


def test_a_table_in_postgresql_outlives_its_server(postgresql):
    database = postgresql()
    with serving(database) as address:
        tokens = ask(f"{address}/api/tables", game="cairn", title="The Old Mill", name="Ann")
        own = ask(f"{address}/api/join", tokens["player"], name="Bo")
        ask(f"{address}/api/act", tokens["referee"], name="fate")
    with serving(database) as address:
        table = ask(f"{address}/api/table", own["token"])
        assert (table["title"], table["actions"], table["seat"]) == ("The Old Mill", 1, "player1")
    assert "The Old Mill" in tallow("export", "--database", database).out


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://tallow:hushhush@127.0.0.1:1/none", "cannot be opened"),
        ("nosuch://tallow:hushhush@x/y", "is of a kind that is not known here"),
    ],
)
def test_a_database_that_is_not_there_is_named_without_its_password(url, said):
    pytest.importorskip("psycopg")
    ran = tallow("serve", "--port", "0", "--database", url)
    assert ran.code == 2
    assert said in ran.err
    assert "hushhush" not in ran.err
