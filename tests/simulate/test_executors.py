"""Any executor gives the answer that one core gives: threads, processes, and a cluster that loses a worker."""

import json
import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from msgspec import structs

from tallow.games import game
from tallow.games.optional import needed_bots
from tallow.play import Tables
from tallow.simulate import OtherVersion, Plan, Report, Tally, executors, explore, fights, simulate
from tallow.simulate.executors import chunk_done
from tests.cli.run import tallow

PARTY, FOES, N = "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x2", "Goblin x2", 6_300
OUT = Plan(("Goblin",), turns=1)


def timeless(report: Report) -> Report:
    return structs.replace(report, seconds=1, per_second=1)


def here() -> Report:
    return timeless(simulate("cairn", PARTY, FOES, n=N, seed=5, cores=1))


@pytest.mark.parametrize(
    "make",
    [lambda: ThreadPoolExecutor(3), lambda: ProcessPoolExecutor(2, get_context("spawn"))],
    ids=["threads", "processes"],
)
def test_an_executor_gives_the_same_answer(make: Any) -> None:
    with make() as executor:
        assert timeless(simulate("cairn", PARTY, FOES, n=N, seed=5, executor=executor)) == here()
        out = [explore("cairn", "Marchguard x2", OUT, n=110, seed=2, cores=1, executor=one) for one in (None, executor)]
    assert timeless(out[0]) == timeless(out[1])


def test_chunks_are_handed_over_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "AHEAD", 2)
    waiting = []

    class Late(Executor):
        def submit(self, fn: Any, /, *given: Any, **more: Any) -> Future[Any]:
            waiting.append(sum(not one.done() for one in futures))
            futures.append(future := threads.submit(fn, *given, **more))
            return future

    futures: list[Future[Any]] = []
    with ThreadPoolExecutor(1) as threads:
        assert timeless(simulate("cairn", PARTY, FOES, n=N, seed=5, executor=Late())) == here()
    assert len(waiting) == 7
    assert max(waiting) < 2


def test_tallies_add_up() -> None:
    cairn = game("cairn")
    bots = needed_bots(cairn)
    state = bots.fight(PARTY, FOES, cairn.settings())
    parts = [fights(cairn, state, min(1_000, N - 1_000 * at), f"5:{at}", Tables(bots.answer)) for at in range(7)]
    whole = sum(parts, Tally())
    report = here()
    assert (whole.fights, whole.wins / whole.fights) == (N, report.wins.p)
    assert {how: times / N for how, times in whole.ends.items()} == report.ends
    assert sum(reversed(parts), Tally()) == whole


def test_another_version_does_no_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    with ThreadPoolExecutor(1) as executor:
        monkeypatch.setattr(executors, "__version__", "0.0.1")
        sent: list[bytes] = []

        def take(what: bytes, *_: int) -> Tally:
            sent.append(what)
            return Tally(1)

        monkeypatch.setattr(executors, "chunk_done", take)
        simulate("cairn", PARTY, FOES, n=10, executor=executor)
        monkeypatch.undo()
        with pytest.raises(OtherVersion, match=r"Chunks of Tallow 0\.0\.1 were sent"):
            executor.submit(chunk_done, sent[0], 0, 10).result()


@pytest.fixture(scope="module")
def cluster() -> Any:
    """Two workers, each a process."""
    distributed = pytest.importorskip("distributed", reason="no Dask here: it is the extra `dask`")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0, silence_logs=50
    ) as running:
        yield running


def test_a_cluster_that_loses_a_worker_gives_the_same_answer(cluster: Any) -> None:
    killed: list[int] = []

    def kill(done: int, _n: int) -> None:
        if not killed:
            (_, first), *_ = sorted(client.run(os.getpid).items())
            killed.append(first)
            os.kill(first, signal.SIGKILL)

    with cluster.get_client() as client, client.get_executor() as executor:
        report = simulate("cairn", PARTY, FOES, n=40_000, seed=5, executor=executor, progress=kill)
    assert killed
    assert timeless(report) == timeless(simulate("cairn", PARTY, FOES, n=40_000, seed=5, cores=2))


def test_the_command_sends_a_simulation_to_a_cluster(cluster: Any) -> None:
    asked = ("simulate", "cairn", "--party", PARTY, "--foes", FOES, "-n", str(N), "--seed", "5", "--json")
    there, at_home = tallow(*asked, "--dask", cluster.scheduler_address), tallow(*asked, "--cores", "1")
    assert (there.code, there.err) == (0, "")
    told = [json.loads(one.out) | {"seconds": 0, "per_second": 0} for one in (there, at_home)]
    assert told[0] == told[1]


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="no Dask here: it is the extra `dask`")
    monkeypatch.setattr("tallow.cli.cluster.CONNECT_SECONDS", 0.2)
    ran = tallow("simulate", "cairn", "--party", "3 HP, spear (d6)", "--foes", "Goblin", "--dask", "tcp://127.0.0.1:1")
    assert ran.code == 2
    assert ran.err.startswith('No Dask scheduler answers at "tcp://127.0.0.1:1"')
    assert ran.err.endswith("Start one with: dask scheduler\n")
