"""A throw-away server of PostgreSQL, if there is one to be had."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from time import sleep

import pytest

BINARIES = ("initdb", "postgres", "createdb")
UNTIL = ("/bin/sh", "-c", '"$@" & cat; kill -INT $!; wait', "sh")
"""Runs a server until its input is closed: it ends with the tests, even if they are killed."""


def found(name: str) -> str:
    """The newest program of that name, here or where Debian keeps it."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(kept[-1]) if kept else shutil.which(name) or ""


def fresh_databases() -> Iterator[Callable[[], str]]:
    """Gives the addresses of fresh databases of a throw-away server."""
    pytest.importorskip("psycopg", reason="no psycopg here: it is the extra `postgres`")
    initdb, postgres, createdb = map(found, BINARIES)
    if not (initdb and postgres and createdb):
        pytest.skip("no PostgreSQL here: apt-get install postgresql")
    # It refuses to run as root, and its socket must have a short name.
    user = "postgres" if os.getuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="tallow-"))
    if user:
        shutil.chown(home, user)
    data, log = home / "data", home / "log"
    made = [initdb, "-D", str(data), "-U", "tallow", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    subprocess.run(made, cwd=home, stdout=subprocess.DEVNULL, user=user, check=True)  # noqa: S603
    options = ("listen_addresses=", "fsync=off", "full_page_writes=off", "max_connections=50")
    with log.open("wb") as said:
        running = subprocess.Popen(  # noqa: S603
            [*UNTIL, postgres, "-D", data, "-k", home, *(part for one in options for part in ("-c", one))],
            stdin=subprocess.PIPE,
            stderr=said,
            cwd=home,
            user=user,
        )
    numbers = count(1)

    def fresh() -> str:
        name = f"tables{next(numbers)}"
        new = [createdb, "-h", str(home), "-U", "tallow", "-T", "template0", name]
        while running.poll() is None:
            if subprocess.run(new, capture_output=True, cwd=home, check=False).returncode == 0:  # noqa: S603
                return f"postgresql://tallow@/{name}?host={home}"
            sleep(0.1)
        raise AssertionError(log.read_text("utf-8"))

    try:
        yield fresh
    finally:
        assert running.stdin is not None
        running.stdin.close()
        running.wait()
        shutil.rmtree(home, ignore_errors=True)
