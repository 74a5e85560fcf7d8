"""What keeps the web table from opening is said, with what would be right; and its QR code in a terminal."""

import socket
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from tallow.cli.commands import serve
from tallow.store import Store
from tests.cli.run import tallow


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
