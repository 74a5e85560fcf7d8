"""What keeps the web table from opening is said, with what would be right; and its QR code in a terminal."""

import socket
import sqlite3
import stat
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from tallow.cli.commands import serve
from tallow.store import Store
from tests.cli.run import tallow
from tests.web.server_process import Process, ask_api


def refused(database: Path | str) -> str:
    """What is said when this database cannot be opened."""
    url = f"sqlite:///{database}" if isinstance(database, Path) else database
    ran = tallow("serve", "--host", "127.0.0.1", "--port", "0", "--database", url)
    assert ran.code == 2
    assert not ran.out
    return ran.err


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        ran = tallow("serve", "--host", "127.0.0.1", "--port", port, "--database", f"sqlite:///{tmp_path}/x.sqlite")
    assert ran.code == 2
    assert f"port {port}" in ran.err
    assert ran.err.endswith("or take any free port: tallow serve --port 0\n")
    assert list(tmp_path.iterdir()) == []


def test_an_address_of_another_machine() -> None:
    assert "Name an address of this machine" in tallow("serve", "--host", "192.0.2.7", "--port", "0").err


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    Store(f"sqlite:///{file}").close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0999'")
    said = refused(file)
    assert "it was written by a newer Tallow (schema 0999; this one reads up to" in said
    assert "Update Tallow, or name another with --database." in said


def test_a_database_that_another_program_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr("sqlite3.dbapi2.connect", lambda *words, **more: connect(*words, **{**more, "timeout": 0.1}))
    file = tmp_path / "x.sqlite"
    with closing(connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "Another program is writing to it: close that" in refused(file)


def test_a_database_that_another_server_has(tmp_path: Path) -> None:
    first = Process(tmp_path)
    said = refused(first.database)
    assert f'tables.sqlite" is served already, by process {first.pid} at {first.address}. Close that' in said
    first.kill()
    again = Process(tmp_path)
    assert f"by process {again.pid} at" in refused(again.database), "a lock goes with its process"
    assert again.end() == 0
    assert not list(tmp_path.glob("*-server"))


def test_a_backup_while_the_server_runs(tmp_path: Path) -> None:
    server, copy = Process(tmp_path), tmp_path / "copy.sqlite"
    for title in ("The Old Mill", "The New Mill"):
        ask_api(server.address, "tables", given={"game": "cairn", "title": title, "name": "Ann"})
    ran = tallow("backup", str(copy), "--database", server.database)
    assert (ran.code, ran.out) == (0, f"{copy}: 2 tables.\n")
    assert "There is a file" in tallow("backup", str(copy), "--database", server.database).err
    server.kill()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert "The New Mill" in tallow("export", "--database", f"sqlite:///{copy}").out
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("UPDATE tables SET format = 99 WHERE title = 'The Old Mill'")
    assert "The New Mill" in tallow("export", "--database", str(copy)).out  # a file goes without a URL round it
    ran = tallow("backup", str(tmp_path / "third.sqlite"), "--database", f"sqlite:///{copy}")
    assert ran.code == 1
    assert ran.out.count("\n") == 2
    assert "cannot read it: the table: written by a newer Tallow (format 99" in ran.out
    assert sorted(one.name for one in tmp_path.glob("*.part*")) == []


def test_a_backup_of_a_damaged_database_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    Store(f"sqlite:///{file}").close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA writable_schema=ON")
        database.execute("UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'links'")
    ran = tallow("backup", str(tmp_path / "y.sqlite"), "--database", f"sqlite:///{file}")
    assert ran.code == 2
    assert not (tmp_path / "y.sqlite").exists()


def test_databases_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text").write_text("This is not a database, whatever it is called.")
    assert "Something else is in that file" in refused(tmp_path / "text")
    assert "it is a folder. Take a file in it" in refused(tmp_path)
    assert f'there is no folder "{tmp_path / "none"}". Make it' in refused(tmp_path / "none" / "x.sqlite")
    assert "Tables are kept in SQLite (sqlite:///tallow.sqlite) or PostgreSQL" in refused("frogs://pond")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert f'"{tmp_path}" cannot be written. Let yourself write to it, or' in refused(tmp_path / "x.sqlite")


class Terminal(StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_the_qr_code_is_light_upon_dark_and_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = Terminal()
    monkeypatch.setattr("sys.stdout", shown)
    serve._tell("http://127.0.0.1:8000", "http://192.168.178.123:8000", qr=True)
    first, second, *code, last = shown.getvalue().splitlines()
    assert (first, last) == ("Tallow is at http://127.0.0.1:8000", "Ctrl+C closes it.")
    assert second == "For phones round the table: http://192.168.178.123:8000"
    assert len(code) <= 20
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") and len(line) < 60 for line in code)


def test_a_terminal_without_shapes_gets_no_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Terminal()
    shown.encoding = "ascii"
    monkeypatch.setattr("sys.stdout", shown)
    serve._tell("http://127.0.0.1:8000", "http://192.168.178.123:8000", qr=True)
    assert shown.getvalue().count("\n") == 3
