"""The command as a process: speed, signals, pipes, a real terminal."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

TALLOW = [sys.executable, "-m", "tallow"]
PATIENCE = 600
"""Seconds after which nothing comes any more, however busy the machine is."""


def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        [*TALLOW, *words], capture_output=True, text=True, timeout=PATIENCE, check=False, env={**os.environ, **env}
    )


LOADED = """
import sys
before = set(sys.modules)
from tallow.cli.main import main
main(["--help"])
print(*sorted(set(sys.modules) - before), file=sys.stderr)
"""


def test_help_is_quick_for_it_loads_next_to_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = done.stderr.split()
    assert [name for name in loaded if name.split(".")[0] == "tallow"] == ["tallow", "tallow.cli", "tallow.cli.main"]
    assert {name.split(".")[0] for name in loaded} <= {"tallow", *sys.stdlib_module_names}
    assert len(loaded) < 80


def test_importing_pulls_in_nothing_but_msgspec() -> None:
    script = "import sys; before = set(sys.modules); import tallow; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    others = {name.split(".")[0] for name in done.stdout.split()} - set(sys.stdlib_module_names)
    assert others <= {"tallow", "msgspec"}


def test_exit_codes() -> None:
    assert run("roll", "2d6").returncode == 0
    wrong = run("roll", "2d")
    assert wrong.returncode == 2
    assert wrong.stderr.endswith("^ expected the sides of the dice, from 1 to 1,000\n")
    assert not wrong.stdout


def test_output_that_is_no_terminal_has_no_colour() -> None:
    assert "\x1b" not in run("odds", "roll", "2d6").stdout


def test_an_encoding_without_shapes_gets_plain_letters() -> None:
    text = run("odds", "roll", "2d6", PYTHONIOENCODING="ascii").stdout
    assert text.isascii()
    assert "#####" in text


def test_json_is_json_as_a_process() -> None:
    assert json.loads(run("odds", "cairn", "save", "score=11", "--json").stdout)["outcomes"]["success"]["p"] == 0.55


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen(  # noqa: S603
        [*TALLOW, "rules", "cairn"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE) == 0


def test_a_closed_output_is_nothing_to_complain_about() -> None:
    for closed in (">&-", ">&- 2>&-"):
        shell = f'"$0" -m tallow odds cairn save score=11 {closed}'
        done = subprocess.run(["/bin/sh", "-c", shell, sys.executable], capture_output=True, text=True, check=False)  # noqa: S603
        assert (done.returncode, done.stderr) == (0, "")


LONG: dict[str, list[str]] = {
    "simulate": ["simulate", "cairn", "--party", "9 HP, 3 Armor, club (d4)", "--foes", "Goblin", "-n", "50000000"],
    "expedition": ["expedition", "cairn", "--party", "Marchguard x2", "--room", "Goblin", "-n", "1000000"],
    "compare": ["compare", "--game", "cairn", "--game", "vanilla", "-n", "1000000"],
}
DONE = {"simulate": "fights", "expedition": "expeditions", "compare": "fights"}


def interrupted(*words: str, until: float = 4) -> tuple[int, str, str]:
    """The exit code and what was printed, when Ctrl+C is pressed after so many seconds."""
    with subprocess.Popen(  # noqa: S603
        [*TALLOW, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heeds,  # noqa: PLW1509
    ) as process:
        time.sleep(until)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def heeds() -> None:
    """Whoever is started in the background may have been told not to hear Ctrl+C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("cores", ["1", "2"])
@pytest.mark.parametrize("command", LONG)
def test_an_interrupt_shows_what_there_is(command: str, cores: str) -> None:
    code, out, err = retried(*LONG[command], "--cores", cores)
    assert (code, err) == (130, "")
    assert re.search(rf"Stopped: .*\d of [\d,]+000 {DONE[command]}\.", out), out


@pytest.mark.parametrize("command", LONG)
def test_an_interrupt_shows_what_there_is_as_json(command: str) -> None:
    code, out, err = retried(*LONG[command], "--cores", "1", "--json")
    assert (code, err) == (130, "")
    found = json.loads(out)
    for one in found if command == "compare" else [found]:
        assert one["partial"] is True
        assert one["n"] < one["asked"] == int(LONG[command][-1])
    assert (found[0] if command == "compare" else found)["n"] > 0


def retried(*words: str) -> tuple[int, str, str]:
    """Interrupted ever later, until there was time for anything at all on a busy machine."""
    for until in (3, 8):
        found = interrupted(*words, until=until)
        if found[1]:
            return found
    return interrupted(*words, until=20)


def test_an_interrupt_before_anything_was_fought_says_so() -> None:
    script = (
        "import sys, tallow.cli.commands.simulate as command\n"
        "from tallow.simulate import Interrupted\n"
        "from tallow.cli.main import main\n"
        "def stop(*a, **k): raise Interrupted(None)\n"
        "command.simulate = stop\n"
        "sys.exit(main(['simulate', 'cairn', '--party', '3 HP, club (d4)', '--foes', 'Goblin']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "Stopped before there was anything to report.\n"


class Screen:
    """A pseudo-terminal with the command in it."""

    def __init__(self, *words: str, **env: str) -> None:
        pid, self._file = pty.fork()
        if pid == 0:
            os.environ.update({"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40", **env})
            os.execv(sys.executable, [*TALLOW, *words])  # noqa: S606
        self._pid = pid
        self.text = ""

    def read_until(self, wanted: str, seconds: float = PATIENCE) -> str:
        """All that has been shown, once this is among what came last."""
        end = time.monotonic() + seconds
        start = len(self.text)
        while wanted not in self.text[start:] and time.monotonic() < end:
            if select.select([self._file], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self._file, 65536).decode()
                except OSError:
                    break
        assert wanted in self.text[start:], self.text[-2000:]
        return self.text

    def type(self, line: str) -> None:
        os.write(self._file, line.encode())

    def close(self, *keys: str, seconds: float = PATIENCE) -> int:
        """How it ended by itself after these keys; after so many seconds it is ended.

        The last key is pressed again and again: `input` does not hear an interrupt that comes while it begins to listen
        until something else is typed, and a second interrupt could come when nobody heeds interrupts any more.
        """
        end = time.monotonic() + seconds
        left = list(keys)
        while (status := os.waitpid(self._pid, os.WNOHANG)) == (0, 0) and time.monotonic() < end:
            if left:
                with suppress(OSError):
                    self.type(left.pop(0) if len(left) > 1 else left[0])
            time.sleep(0.2)
        if status == (0, 0):
            os.kill(self._pid, signal.SIGKILL)
            status = os.waitpid(self._pid, 0)
        os.close(self._file)
        return os.waitstatus_to_exitcode(status[1])


def test_play_in_a_terminal() -> None:
    screen = Screen("play", "cairn", "--quick", "--seed", "7", "--foes", "Goblin")
    screen.read_until("What do you do?")
    assert "\x1b[" in screen.text
    screen.type("?\n")
    screen.read_until("What you can type")
    screen.type("1\n")
    screen.read_until("›")
    screen.type("u\n")
    screen.read_until("Taken back.")
    screen.type("q\n")
    screen.read_until("You leave the table.")
    assert screen.close() == 0


@pytest.mark.parametrize(("keys", "code"), [(["\x04"], 0), (["\x03", "\n"], 130)])
def test_leaving_a_terminal_by_key(keys: list[str], code: int) -> None:
    screen = Screen("play", "cairn", "--quick", "--seed", "7", NO_COLOR="1")
    screen.read_until("›")
    assert not re.search(r"\x1b\[[0-9;]*m", screen.text)
    assert screen.close(*keys) == code
    assert "Traceback" not in screen.text


def test_progress_has_a_rate_and_the_time_left() -> None:
    screen = Screen(*LONG["simulate"], "--cores", "1", NO_COLOR="1")
    screen.read_until(" left")
    assert re.search(r"[\d,]+ of 50,000,000 fights, [\d,]+ a second, (\d+ h )?\d+ (min|s) left", screen.text)
    screen.type("\x03")
    assert screen.close() == 130


def test_long_odds_say_how_far_they_are() -> None:
    given = ("weapon=Falchion", "dice=8", "proficiency=4", "advantage=4", "shields=5", "dodges=5", "goal=hit")
    screen = Screen("odds", "dead_weight", "attack", *given, NO_COLOR="1")
    screen.read_until("at most 2,000,000")
    assert re.search(r"[\d,]+ cases, [\d,]+ a second; at most 2,000,000", screen.text)
    screen.type("\x03")
    assert screen.close() == 130
