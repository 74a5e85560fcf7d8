"""A dump of PostgreSQL, restored as docs/hosting.md has it, is the same tables."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from scripts.postgresql import found
from sqlalchemy.engine import make_url

from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.store import Store
from tallow.table import open_table
from tallow.table.seats import referee
from tests.cli.run import tallow
from tests.hosting import PAGE
from tests.store.keeping import keep


def options(program: str) -> list[str]:
    """How the page calls a program, without the names of file and database."""
    line = next(line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"{program} "))
    return [word for word in line.split()[1:] if word.startswith("--") and "tallow" not in word]


def run(program: str, database: str, *words: str) -> None:
    url = make_url(database)
    where = ["--host", str(url.query["host"]), "--username", str(url.username)]
    subprocess.run([found(program), *options(program), *where, *words], check=True, capture_output=True)  # noqa: S603


def test_a_dump_is_restored_and_read(tmp_path: Path, postgresql: Callable[[], str]) -> None:
    before, after, dump = postgresql(), postgresql(), tmp_path / "tallow.dump"
    store = Store(before)
    kept = store.create(open_table("cairn", "The Old Mill", {}, bytes(32), example=True))
    kept = keep(store, kept, kept.table.sit(referee("Ann")))
    for _ in range(3):
        kept = keep(store, kept, kept.table.act(REFEREE, Action("fate")))
    run("pg_dump", before, f"--file={dump}", str(make_url(before).database))
    store.close()
    run("pg_restore", after, f"--dbname={make_url(after).database}", str(dump))
    assert f"{kept.id}  cairn    The Old Mill" in tallow("export", "--database", after).out
    again = Store(after)
    read = again.load(kept.id)
    assert (read.table.state, read.records, read.table.dice) == (kept.table.state, kept.records, kept.table.dice)
    again.close()
