"""Pools: work that would wait too long is refused, and tables go on."""

import asyncio

import pytest

from tallow.web.background import tasks
from tallow.web.background.work_pool import Admission, Bounds, Busy, TooHard, WorkPool
from tests.web.people import Person, Server

WORK = [
    ("odds", "/odds/cairn/save?score=11"),
    ("characters", "/character/cairn?seed=1"),
    ("characters", "/character/cairn/character.json?seed=1"),
    ("paper", "/character/cairn/sheet.pdf?seed=1"),
    ("paper", "/t/{}/party.pdf"),
    ("files", "/t/{}/archive"),
    ("qr_codes", "/qr/{}.svg"),
]


@pytest.mark.parametrize(("pool", "where"), WORK, ids=[where for _, where in WORK])
def test_work_that_would_wait_too_long_is_refused_and_tables_go_on(
    server: Server, monkeypatch: pytest.MonkeyPatch, pool: str, where: str
) -> None:
    opened = server.client.post("/try", data={"game": "cairn"}, follow_redirects=False)
    referee = Person(server, opened.headers["location"].split("/")[-1])
    monkeypatch.setattr(server.services.pools, pool, WorkPool(Bounds(at_once=0, waiting=0)))
    answer = server.client.get(where.format(referee.token))
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert "So much is asked at once" in answer.text
    assert referee.act("fate").status_code == 200


@pytest.mark.parametrize("where", ["/verify", "/import"])
def test_uploads_have_bounds_of_their_own(server: Server, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    async def never(*_: object) -> None:
        pytest.fail("it was read")

    files = {"archive": ("a", b"tallow archive 1\n")}
    monkeypatch.setattr(server.services.pools, "uploads", Admission(0, 0))
    monkeypatch.setattr(WorkPool, "run", never)
    assert server.client.post(where, files=files).status_code == 503
    assert server.client.post(where, data={"archive": "x" * 1000}).status_code == 409

    async def hard(*_: object) -> None:
        raise TooHard

    monkeypatch.setattr(server.services.pools, "uploads", Admission(1, 1))
    monkeypatch.setattr(WorkPool, "run", hard)
    answer = server.client.post(where, files=files)
    assert (answer.status_code, "too large" in answer.text) == (413, True)


def test_a_full_pool_says_so_before_it_works() -> None:
    async def what() -> None:
        pool = WorkPool(Bounds(at_once=0, waiting=0))
        with pytest.raises(Busy):
            await pool.run("a", tasks.qr_code, "x")

    asyncio.run(what())
