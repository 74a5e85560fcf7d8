"""Whether an adventure is played on a screen or in lines, and that leaving the screen loses nothing."""

import contextlib
import errno
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
from types import SimpleNamespace

import pytest

from tallow.terminal.alone import able
from tests.cli.run import tallow

PATIENCE = 120
CODES = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]|\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)")


class Terminal:
    """Stands in for the standard streams: a terminal that can do all."""

    encoding = "utf-8"

    @staticmethod
    def isatty() -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch) -> SimpleNamespace:
    streams = SimpleNamespace(stdin=Terminal(), stdout=Terminal())
    monkeypatch.setattr(able, "sys", streams)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda _: os.terminal_size((80, 24)))
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in able.PLAIN:
        monkeypatch.delenv(name, raising=False)
    return streams


def test_a_terminal_has_a_screen(terminal) -> None:
    assert able.screen_can_be_had()


@pytest.mark.parametrize(("name", "value"), [("TERM", "dumb"), *[(name, "1") for name in able.PLAIN]])
def test_who_asks_for_lines_gets_lines(terminal, monkeypatch, name, value) -> None:
    monkeypatch.setenv(name, value)
    assert not able.screen_can_be_had()


@pytest.mark.parametrize("size", [(39, 24), (80, 15)])
def test_a_terminal_that_is_too_small_gets_lines(terminal, monkeypatch, size) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda _: os.terminal_size(size))
    assert not able.screen_can_be_had()


def test_without_textual_it_is_played_in_lines_and_nothing_is_said_of_it(terminal, monkeypatch) -> None:
    monkeypatch.setattr(able, "find_spec", lambda name: None if name == "textual" else name)
    assert not able.screen_can_be_had()


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_pipe_gets_lines(terminal, monkeypatch, stream) -> None:
    monkeypatch.setattr(getattr(terminal, stream), "isatty", lambda: False)
    assert not able.screen_can_be_had()


@pytest.mark.parametrize(("said", "light"), [("0;15", True), ("15;0", False), ("0;default;15", True), ("", False)])
def test_a_light_terminal_says_so(monkeypatch, said, light) -> None:
    monkeypatch.setenv("COLORFGBG", said)
    assert able.light_background() is light


class Screen:
    """`tallow` on a terminal of its own."""

    def __init__(self, *given: str) -> None:
        self.end, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        words = [sys.executable, "-m", "tallow", *given]
        around = {name: value for name, value in os.environ.items() if name not in able.PLAIN}
        around |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(words, stdin=end, stdout=end, stderr=end, env=around, start_new_session=True)  # noqa: S603
        os.close(end)
        self.shown = ""

    def until(self, *wanted: str) -> str:
        """Read until all of this was drawn."""
        while not all(word in self.shown for word in wanted):
            try:
                read = os.read(self.end, 65536)
            except OSError as fault:
                if fault.errno != errno.EIO:
                    raise
                read = b""
            assert read, self.shown
            self.shown += CODES.sub("", read.decode("utf-8", "replace"))
        return self.shown

    def type(self, keys: str) -> None:
        self.shown = ""
        os.write(self.end, keys.encode())


def test_ctrl_c_leaves_the_screen_and_loses_nothing(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    screen = Screen("play", "cairn", "--adventure", "mill", "--seed", "3")
    screen.until("Set out", "What do you do?", "Sparrow")
    screen.type("1")
    screen.until("Yard and step", "Crust of")
    screen.type("2")
    screen.until("Saoirse takes: Crust of bread.")
    screen.type("\x03")
    screen.until("You leave the table.", "tallow play --resume")
    assert screen.process.wait(PATIENCE) == 0
    with contextlib.suppress(OSError):
        os.close(screen.end)
    assert "What happened last\n  Saoirse takes: Crust of bread." in tallow("play", "--resume", typed="q\n").out


def test_lines_on_a_terminal_if_asked_for(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    screen = Screen("play", "cairn", "--adventure", "mill", "--seed", "3", "--plain")
    screen.until("m  22 more; ? help")
    screen.type("q\n")
    assert screen.process.wait(PATIENCE) == 0
    os.close(screen.end)
