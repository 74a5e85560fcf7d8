"""A throw-away server of PostgreSQL, for tests, benchmarks and fault runs. It ends with whoever has started it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import sleep
from typing import Protocol

UNTIL = ("/bin/sh", "-c", '"$@" & cat; kill -INT $!; wait', "sh")
"""Runs a server until its input is closed: it ends with this process, even if that is killed."""

QUICK = ("fsync=off", "full_page_writes=off")
"""For what need not outlive the machine."""

NOT_THERE = 2
"""How `psql` ends where it could not connect."""


class NoPostgresql(Exception):
    """There is none on this machine."""


def found(name: str) -> str:
    """The newest program of that name, here or where Debian keeps it."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(kept[-1]) if kept else shutil.which(name) or ""


class Fresh(Protocol):
    """Gives the address of a fresh database, which is in a folder of its own if one is given."""

    def __call__(self, folder: Path | None = None) -> str: ...


@contextmanager
def throwaway(options: tuple[str, ...] = (), environment: Mapping[str, str] | None = None) -> Iterator[Fresh]:
    """A context manager for a server; call what it gives for the address of a fresh database."""
    initdb, postgres, createdb, psql = map(found, ("initdb", "postgres", "createdb", "psql"))
    if not (initdb and postgres and createdb and psql):
        raise NoPostgresql
    # It refuses to run as root, and its socket must have a short name.
    user = "postgres" if os.getuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="tallow-"))
    if user:
        shutil.chown(home, user)
    data, log = home / "data", home / "log"
    made = [initdb, "-D", str(data), "-U", "tallow", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    subprocess.run(made, cwd=home, stdout=subprocess.DEVNULL, user=user, check=True)  # noqa: S603
    with log.open("wb") as said:
        running = subprocess.Popen(  # noqa: S603
            [
                *(*UNTIL, postgres, "-D", data, "-k", home),
                *(part for one in ("listen_addresses=", "max_connections=90", *options) for part in ("-c", one)),
            ],
            stdin=subprocess.PIPE,
            stderr=said,
            cwd=home,
            user=user,
            env=environment,
        )
    numbers = count(1)

    def sql(statement: str) -> None:
        asked = [psql, "-h", str(home), "-U", "tallow", "-d", "postgres", "-c", statement]
        while running.poll() is None:
            done = subprocess.run(asked, capture_output=True, cwd=home, check=False, text=True)  # noqa: S603
            if done.returncode == 0:
                return
            if done.returncode != NOT_THERE:
                raise RuntimeError(done.stderr)
            sleep(0.1)
        raise RuntimeError(log.read_text("utf-8"))

    def fresh(folder: Path | None = None) -> str:
        name = f"tables{next(numbers)}"
        new = [createdb, "-h", str(home), "-U", "tallow", "-T", "template0", name]
        if folder:
            if user:
                shutil.chown(folder, user)
            sql(f"CREATE TABLESPACE place_of_{name} LOCATION '{folder}'")
            new += ["-D", f"place_of_{name}"]
        while running.poll() is None:
            if subprocess.run(new, capture_output=True, cwd=home, check=False).returncode == 0:  # noqa: S603
                return f"postgresql://tallow@/{name}?host={home}"
            sleep(0.1)
        raise RuntimeError(log.read_text("utf-8"))

    try:
        yield fresh
    finally:
        assert running.stdin is not None  # noqa: S101  (for the type checker)
        running.stdin.close()
        running.wait()
        shutil.rmtree(home, ignore_errors=True)
