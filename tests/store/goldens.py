"""Databases that versions have left, small enough to be kept: every later one must open them.

`<game>-0001.sqlite.xz` are databases of the version before versions were stored. Later ones are rows as JSON, since
compressed states would not be compressed again: `<game>-<format>.<schema>.jsonl.xz`, the first line with the number of
their migration. `scripts/goldens.py` makes them.
"""

import lzma
import zlib
from collections.abc import Collection, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, create_engine, insert, select

from tallow.games import game
from tallow.games.stored import upgrades_from
from tallow.store import Store
from tallow.store.migrate import HEAD
from tallow.store.schema import metadata
from tests.table.explorer import words_of

FOLDER = Path(__file__).with_name("golden")
BODIES = ("snapshot", "body")


def databases() -> list[Path]:
    """Every database that was kept."""
    return sorted([*FOLDER.glob("*.sqlite.xz"), *FOLDER.glob("*.jsonl.xz")])


def with_a_history() -> list[Path]:
    """Those with a table at which people have played for an evening; others were made for what was lacking."""
    return [one for one in databases() if "-0001." in one.name or one.with_name(_archive_of(one)).exists()]


def _archive_of(database: Path) -> str:
    return database.name.replace(".jsonl.", ".tallow.")


def archives() -> list[Path]:
    """Every archive that was kept."""
    return sorted([*FOLDER.glob("*.tallow"), *FOLDER.glob("*.tallow.xz")])


def _rows_of(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of the databases that were kept of a game, each with its schema."""
    for golden in FOLDER.glob(f"{name}-*.jsonl.xz"):
        schema = int(golden.name.removeprefix(f"{name}-").split(".")[1])
        for line in lzma.decompress(golden.read_bytes()).splitlines()[1:]:
            yield schema, msgspec.json.decode(line)


def kinds_in_goldens(name: str) -> set[str]:
    """The kinds of questions that wait, and the effects in force, in the databases that were kept of a game."""
    tables = [row["snapshot"] for _, row in _rows_of(name) if row["table"] == "tables"]
    waiting = {one["question"].get("what", "roll") for snapshot in tables for one in snapshot["pending"]}
    effects = effects_in_goldens(name)
    return waiting.union(*([effect["of"], *words_of(effect)] for effect in effects))


def effects_in_goldens(name: str) -> list[dict[str, Any]]:
    """The effects in force in the databases that were kept of a game, as they are stored today."""
    found = []
    for schema, row in _rows_of(name):
        if row["table"] == "states" and isinstance(row["body"], dict):
            state = row["body"].get("game", row["body"])
            for change in upgrades_from(game(name), "state", schema) if state.get("effects") else ():
                state = change(state)
            found += state.get("effects", ())
    return found


def lacking(name: str, found: Collection[str]) -> set[str]:
    """The kinds of questions of a game that are not among these; in one without adventures nobody explores."""
    played = game(name)
    asked = [what for what in played.words.catalogue()["ask"] if played.exploring or not what.startswith("place.")]
    return {what for what in asked if what not in found}


def restored(golden: Path, folder: Path) -> str:
    """The address of a golden database, as it was left, in a file of its own."""
    path = folder / "golden.sqlite"
    whole = lzma.decompress(golden.read_bytes())
    if golden.name.endswith(".sqlite.xz"):
        path.write_bytes(whole)
    else:
        _rebuilt(path, whole)
    return f"sqlite:///{path}"


def _rebuilt(path: Path, whole: bytes) -> None:
    revision, *rows = [msgspec.json.decode(line) for line in whole.splitlines()]
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(files("tallow.store") / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        tables = MetaData()
        tables.reflect(connection)
        for row in rows:
            kind = row.pop("table")
            connection.execute(insert(tables.tables[kind]), {name: _stored(kind, name, row) for name in row})
    engine.dispose()


def _stored(kind: str, name: str, row: dict[str, Any]) -> Any:
    if name == "seed":
        return bytes.fromhex(row[name])
    if name not in BODIES:
        return row[name]
    body = msgspec.json.encode(row[name])
    return zlib.compress(body) if kind == "states" else body


def dumped(store: Store) -> bytes:
    """A database as a golden, compressed."""
    with store.engine.connect() as connection:
        lines = [msgspec.json.encode(line) for line in (HEAD, *_rows(connection))]
    return lzma.compress(b"\n".join(lines), preset=9 | lzma.PRESET_EXTREME)


def _rows(connection: Connection) -> Iterator[dict[str, Any]]:
    for kind in ("tables", "records", "lines", "states"):
        for row in connection.execute(select(metadata.tables[kind])):
            yield {"table": kind} | {name: _shown(kind, name, value) for name, value in row._asdict().items()}


def _shown(kind: str, name: str, value: Any) -> Any:
    if name == "seed":
        return value.hex()
    return msgspec.Raw(_opened(value) if kind == "states" else value) if name in BODIES else value


def _opened(body: bytes) -> bytes:
    return body if body.startswith((b"[", b"{")) else zlib.decompress(body)
