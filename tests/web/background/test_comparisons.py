"""Comparisons do not queue without bound."""

import asyncio

import pytest

from tallow.web.background import comparisons
from tallow.web.background.work_pool import WorkPool
from tests.web.people import Server


def test_comparisons_do_not_queue_without_bound(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.sleep(1000)

    monkeypatch.setattr(WorkPool, "run", never)
    monkeypatch.setattr(comparisons, "MOST_WAITING", 5)
    first = server.client.get("/compare?foes=1")
    assert first.status_code == 200
    said = [server.client.get(f"/compare?foes={foes}") for foes in (2, 3, 4)]
    assert said[-1].status_code == 503
    assert int(said[-1].headers["retry-after"]) > 0
    assert server.client.get("/compare?foes=1").status_code == 200, "what is under way can be asked for"
