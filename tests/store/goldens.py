"""Databases that versions have left, small enough to be kept: every later one must open them.

`<game>-0001.sqlite.xz` are databases of the version before versions were stored. Later ones are rows as JSON, since
compressed states would not be compressed again: `<game>-<format>.<schema>.jsonl.xz`, the first line with the number of
their migration. `scripts/goldens.py` makes them.
"""

import lzma
import zlib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, create_engine, insert, select

from tallow.store import Store
from tallow.store.migrate import HEAD
from tallow.store.schema import metadata

FOLDER = Path(__file__).with_name("golden")
BODIES = ("snapshot", "body")


def databases() -> list[Path]:
    """Every database that was kept."""
    return sorted([*FOLDER.glob("*.sqlite.xz"), *FOLDER.glob("*.jsonl.xz")])


def archives() -> list[Path]:
    """Every archive that was kept."""
    return sorted([*FOLDER.glob("*.tallow"), *FOLDER.glob("*.tallow.xz")])


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
