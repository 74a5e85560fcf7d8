"""Several cores: the game that is given, workers that die, scripts without a guard, and Ctrl+C."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from tallow.games import game
from tallow.games.game import Game
from tallow.games.optional import needed_bots
from tallow.simulate import Interrupted, Plan, Report, WorkerDied, explore, measure, simulate, workers
from tallow.simulate.work import Work

CAIRN = game("cairn")
PARTY = "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4"
OUT = Plan(("Goblin",), turns=1)


def timeless(report: Report) -> Report:
    return structs.replace(report, seconds=1, per_second=1)


def house_rule() -> Game[Any]:
    """Cairn where the first action of a fight loses somebody of the party."""

    def perform(play: Any, state: Any, action: Any) -> Any:
        if len(state.party) > 3:
            state = structs.replace(state, party=state.party[1:])
        return CAIRN.perform(play, state, action)

    return structs.replace(CAIRN, deeds=SimpleNamespace(perform=perform))


def ending(over: Callable[[Any], Any]) -> Game[Any]:
    """Cairn whose fights end otherwise."""
    return structs.replace(CAIRN, bots=structs.replace(needed_bots(CAIRN), over=over))


@pytest.fixture
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process may be started."""

    def start(*_: object, **__: object) -> None:
        raise AssertionError("another process was started")

    monkeypatch.setattr(subprocess, "Popen", start)


@pytest.mark.usefixtures("nobody_else")
def test_a_game_that_others_would_not_find_is_simulated_here() -> None:
    changed = house_rule()
    one, two = (simulate(changed, PARTY, "Goblin x4", n=1_100, seed=3, cores=cores) for cores in (1, 2))
    assert timeless(one) == timeless(two)
    assert one.wins != simulate(CAIRN, PARTY, "Goblin x4", n=1_100, seed=3, cores=1).wins


@pytest.mark.usefixtures("nobody_else")
def test_expeditions_and_comparisons_of_such_a_game_stay_here_too() -> None:
    changed = house_rule()
    assert explore(changed, "Marchguard x2", OUT, n=60, cores=2).n == 60
    assert measure(changed, 3, 1, n=1_100, cores=2).n == 1_100


def test_a_game_in_another_language_is_the_same_game() -> None:
    hack = game("black_hack", "ja")
    one, two = (simulate(hack, "Warrior", "Goblin", n=1_001, seed=3, cores=cores) for cores in (1, 2))
    assert timeless(one) == timeless(two)


def test_a_script_without_a_guard_simulates_on_several_cores(tmp_path: Path) -> None:
    script = tmp_path / "bare.py"
    script.write_text(
        "from tallow.simulate import simulate\n"
        "print('once')\n"
        "print(simulate('cairn', '3 HP, spear (d6)', 'Goblin', n=2_000, cores=2).n)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=False)  # noqa: S603
    assert (done.returncode, done.stdout, done.stderr) == (0, "once\n2000\n", "")


def test_a_worker_that_is_killed_ends_it_with_what_happened() -> None:
    def kill(_done: int, _n: int) -> None:
        for pid in children():
            os.kill(pid, signal.SIGKILL)

    with pytest.raises(WorkerDied, match="was ended by SIGKILL before its work was done"):
        simulate(CAIRN, PARTY, "Goblin x4", n=200_000, cores=2, progress=kill)
    assert children() == []


def test_a_worker_that_cannot_begin_is_said_once(monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    monkeypatch.setattr(workers, "COMMAND", ("-c", "raise SystemExit(3)"))
    with pytest.raises(WorkerDied, match="ended with code 3"):
        simulate(CAIRN, PARTY, "Goblin", n=2_000, cores=2)
    assert capfd.readouterr() == ("", "")


def test_what_goes_wrong_in_a_worker_is_raised_here() -> None:
    broken = structs.replace(
        needed_bots(CAIRN).fight(PARTY, "Goblin", CAIRN.settings()), phase="nowhere", party=("nobody",)
    )
    with pytest.raises(AttributeError) as fault:
        list(workers.elsewhere(Work(CAIRN, broken, 0), [(0, 5)], 1))
    assert "in another process" in "".join(fault.value.__notes__)


@pytest.mark.parametrize("cores", [1, 2])
def test_interrupted_it_carries_what_was_fought(cores: int) -> None:
    def stop(done: int, _n: int) -> None:
        if done >= 2_000:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        simulate(CAIRN, PARTY, "Goblin x4", n=9_000, seed=4, cores=cores, progress=stop)
    report = stopped.value.report
    assert report is not None
    assert (report.n, report.asked, report.partial) == (2_000, 9_000, True)
    assert report.to_json()["partial"] is True
    whole = simulate(CAIRN, PARTY, "Goblin x4", n=2_000, seed=4, cores=1)
    assert timeless(report) == structs.replace(timeless(whole), asked=9_000)
    assert (whole.partial, whole.to_json()["asked"]) == (False, 2_000)
    assert children() == []


def test_interrupted_amid_a_chunk_it_carries_the_fights_done() -> None:
    fought = 0

    def over(state: Any) -> Any:
        nonlocal fought
        ended = needed_bots(CAIRN).over(state)
        fought += ended is not None
        if fought > 40:
            raise KeyboardInterrupt
        return ended

    with pytest.raises(Interrupted) as stopped:
        simulate(ending(over), PARTY, "Goblin x4", n=900, seed=4)
    report = stopped.value.report
    assert report is not None
    assert (report.n, report.asked) == (40, 900)
    assert report.wins == simulate(CAIRN, PARTY, "Goblin x4", n=40, seed=4).wins


def test_interrupted_before_anything_was_fought_there_is_no_report() -> None:
    def over(_: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        simulate(ending(over), PARTY, "Goblin", n=10)
    assert stopped.value.report is None


def children() -> list[int]:
    """The processes that this one has started and that still run."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        found += [int(pid) for pid in (task / "children").read_text().split()]
    return [pid for pid in found if b"tallow.simulate.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]
