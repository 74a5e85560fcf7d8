"""One visitor cannot hold up the others: what each link may take, who may write, whose a name is, what is too much."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from tallow.store import Store
from tallow.table import TableRefusal
from tallow.table.seats import same_name
from tallow.web.api.events import program_events
from tallow.web.app import make_app
from tallow.web.background import comparisons, tasks
from tallow.web.background.work_pool import Admission, Bounds, Busy, TooHard, WorkPool
from tallow.web.live import events, room, rooms
from tallow.web.process.limits import Rate
from tests.web.people import FAST, Person, Server, Tokens, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tables")) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Tokens:
    return server.table()


# ---------------------------------------------------------------- who writes


def routes(app: Litestar) -> Iterator[tuple[str, str]]:
    for route in app.routes:
        for method in getattr(route, "methods", ()):
            yield method, route.path


def test_onlookers_write_nothing_whatever_they_ask_for(server: Server, table: Tokens) -> None:
    table.join("Bo")
    room = server.room(table.referee.token)
    kept, links = room.kept, server.store.links(room.kept.id)
    asked = 0
    for method, path in routes(server.client.app):
        if method in {"GET", "HEAD", "OPTIONS"} or not path.startswith(("/t/", "/api/")) or path == "/api/tables":
            continue
        where = path.replace("{token:str}", table.onlooker.token).replace("{hash_:str}", links[0].hash)
        for body in ({"json": BODY}, {"data": {name: str(value) for name, value in BODY.items()}}):
            headers = {"Authorization": f"Bearer {table.onlooker.token}"}
            answer = server.client.request(method, where, headers=headers, follow_redirects=False, **body)
            assert answer.status_code in {400, 403, 409}, (method, path, answer.text)
            asked += 1
    assert asked > 40
    assert room.kept is kept
    assert server.store.links(room.kept.id) == links


BODY: dict[str, Any] = {
    "name": "Eve", "dice": "typed", "text": "Hello.", "starter": "player1", "answer": "1", "actions": 1, "seat": "",
    "allow": "player1", "document": "{}", "role": "player", "who": "player1", "thing": "x", "to": "pack", "label": "hp",
    "value": 1, "make": "player",
}  # fmt: skip


# ---------------------------------------------------------------- places


async def _listening(server: Server, person: Person, times: int) -> list[Any]:
    visitor = await server.services.links.visitor(person.token)
    streams = []
    for _ in range(times):
        visitor.room.must_have_room(visitor.link)
        stream = events.page_events(visitor)
        await anext(stream)
        streams.append(stream)
    return streams


def test_no_link_takes_all_places_of_a_table(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_LOOKING_ON", 4)
    monkeypatch.setattr(room, "MOST_PAGES", 2)
    bo = table.join("Bo")

    async def crowd() -> None:
        open_ = await _listening(server, table.onlooker, 4)
        for person, most, code in ((table.onlooker, 0, "too_many_pages"), (bo, 2, "too_many_of_link")):
            open_ += await _listening(server, person, most)
            with pytest.raises(TableRefusal, match=code):
                await _listening(server, person, 1)
            visitor = await server.services.links.visitor(person.token)
            assert [one async for one in visitor.room.versions(visitor.seat, visitor.link)] == [], "nor in a race"
        open_ += await _listening(server, table.referee, 2)
        for stream in open_:
            await stream.aclose()
        await asyncio.sleep(0.1)
        for stream in await _listening(server, table.onlooker, 4):
            await stream.aclose()

    with server.client.portal() as portal:
        portal.call(lambda: asyncio.wait_for(crowd(), 60))


def test_one_link_does_not_fill_a_table(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_BY_LINK", 3)
    for number in range(3):
        table.join(f"Guest {number}")
    refused = table.invited.post("join", name="One more")
    assert (refused.status_code, refused.json()["code"]) == (409, "link_used_up")
    assert "Warden" in refused.json()["message"]
    another = Person(server, table.referee.post("links", role="player").json()["token"])
    assert another.post("join", name="One more").status_code == 201


def test_nobody_sits_down_again_and_again(tmp_path: Path) -> None:
    with serving(tmp_path, replace(FAST, join=Rate(2, 0.01))) as server:
        table = server.table()
        said = [table.invited.post("join", name=f"Guest {number}") for number in range(4)]
        assert [one.status_code for one in said] == [201, 201, 429, 429]
        assert int(said[-1].headers["retry-after"]) > 1


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ann", "ann", True),
        ("Ann", "Ann", True),
        ("Ann", "\u200bA\ufe0fnn\u3164", True),
        ("Jo Ann", "Jo\u00a0\u2009Ann", True),
        ("Straße", "STRASSE", True),
        ("Jo Ann", "Joann", False),
        ("Ann", "Anna", False),
        ("ハナ", "ﾊﾅ", True),
    ],
)
def test_names_that_read_alike(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same


def test_nobody_takes_the_name_of_another(server: Server, table: Tokens) -> None:
    bo = table.join("Bo")
    for name in ("Bo", "ＢＯ", "ann", "A\u200dnn", "warden"):
        refused = table.invited.post("join", name=name)
        assert (refused.status_code, refused.json()["code"]) == (409, "name_taken"), name
    assert "goes by Ann already" in table.invited.form("join", name="ANN").text
    cy = table.join("Cy")
    assert cy.form("join", name="bo").status_code == 409
    assert table.referee.form("join", name="Cy").status_code == 409
    assert bo.form("join", name="BO").status_code == 200, "one's own is one's own"
    assert table.referee.form("join", name="Warden").status_code == 200
    assert [one.name for one in server.room(bo.token).table.seats if one.seat != "referee"] == ["Cy", "BO"]


# ---------------------------------------------------------------- numbers, texts, a database that is away


@pytest.mark.parametrize("number", [10**9 + 1, 10**18, 10**19, 10**40, int("9" * 4000), -1, -(10**30)])
@pytest.mark.parametrize("where", ["log?before={}", "line/{}", "replay/{}"])
def test_numbers_out_of_range_are_not_found(table: Tokens, where: str, number: int) -> None:
    page = table.referee.page(f"/{where.format(number)}")
    assert page.status_code in {400, 404}
    assert "data-fault" in page.text
    if where.startswith("log"):
        answer = table.referee.get(where.format(number))
        assert answer.status_code in {400, 404}
        assert answer.json()["message"]


def test_a_database_that_is_away_is_said_in_words(
    server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("connection refused"))

    for name in ("link", "links", "lines"):
        monkeypatch.setattr(server.store, name, away)
    for answer in (server.client.get("/t/somebody"), table.referee.page("/links"), table.referee.get("log")):
        assert answer.status_code == 503
        assert "cannot be reached just now" in answer.text
        assert int(answer.headers["retry-after"]) > 0
        assert "refused" not in answer.text


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"])
def test_texts_arrive_whole(mark: str) -> None:
    sent = events.message("changes", 3, json.dumps({"text": f"one{mark}two"}, ensure_ascii=False)).decode()
    data = [line.removeprefix("data: ") for line in re.split("\r\n|\r|\n", sent) if line.startswith("data: ")]
    assert json.loads("\n".join(data))["text"] == f"one{mark}two"
    assert events.message("changes", 3, "a\nb\r\nc\rd").count(b"data: ") == 4


def test_said_to_the_table_they_arrive_whole(server: Server, table: Tokens) -> None:
    assert table.referee.post("say", text="one\u2028two").status_code == 200

    async def heard() -> bytes:
        visitor = await server.services.links.visitor(table.referee.token)
        return await anext(program_events(visitor))

    with server.client.portal() as portal:
        got = portal.call(lambda: asyncio.wait_for(heard(), 20)).decode()
    data = [line.removeprefix("data: ") for line in got.split("\n") if line.startswith("data: ")]
    assert "one\u2028two" in json.dumps(json.loads("\n".join(data)), ensure_ascii=False)


# ---------------------------------------------------------------- what is read, and what is worked out


def test_the_loop_never_reads_the_store(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    table.referee.act("fate")
    here: list[str] = []
    for name in ("lines", "links", "link", "load", "state_at", "lines_until"):

        def seen(*given: Any, name: str = name, **more: Any) -> Any:
            here.append(current_thread().name)
            return getattr(Store, name)(server.store, *given, **more)

        monkeypatch.setattr(server.store, name, seen)
    for what in ("", "/log", "/links", "/line/1", "/replay/0"):
        assert table.referee.page(what).status_code == 200, what
    assert table.referee.get("log").status_code == table.referee.get("links").status_code == 200
    assert len(here) > 6
    assert all(name.startswith("tallow-reading") for name in here)
    assert current_thread() is main_thread()


def test_a_log_is_handed_out_in_parts_that_fit_an_answer(
    server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        table.referee.post("say", text=f"{number}" * 400)
    monkeypatch.setattr(rooms, "ANSWER_BYTES", 1500)
    got: list[int] = []
    before = 0
    for _ in range(20):
        lines = table.referee.get(f"log?limit=200&before={before}").json()
        if not lines:
            break
        assert len(lines) < 6
        got[:0] = [line["number"] for line in lines]
        before = lines[0]["number"]
    assert got == list(range(1, got[-1] + 1))
    assert len(got) > 6


def test_too_much_to_read_is_refused(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_READING", 0)
    answer = table.referee.get("log")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy_here")


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


def test_a_qr_code_is_drawn_once(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    async def run(_: WorkPool, __: str, ___: Any, link: str) -> bytes:
        drawn.append(link)
        return tasks.qr_code(link)

    monkeypatch.setattr(WorkPool, "run", run)
    for _ in range(3):
        assert server.client.get(f"/qr/{table.invited.token}.svg").text.startswith("<svg")
    assert len(drawn) == 1


# ---------------------------------------------------------------- invitations


@pytest.mark.parametrize(
    ("host", "network", "address", "leads", "warned"),
    [
        ("127.0.0.1:8000", "http://192.168.1.5:8000", "", "http://192.168.1.5:8000", False),
        ("tallow.localhost:8000", "http://192.168.1.5:8000", "", "http://192.168.1.5:8000", False),
        ("192.168.1.7:8000", "http://192.168.1.5:8000", "", "http://192.168.1.7:8000", False),
        ("127.0.0.1:8000", "", "", "http://127.0.0.1:8000", True),
        ("127.0.0.1:8000", "", "https://tallow.example", "https://tallow.example", False),
        ("127.0.0.1:8000", None, "", "http://127.0.0.1:8000", False),
    ],
)
def test_invitations_lead_where_phones_can_follow(
    tmp_path: Path, host: str, network: str | None, address: str, leads: str, warned: bool
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    known = None if network is None else lambda: network
    coded: list[str] = []

    async def qr_code(_: str, link: str) -> bytes:
        coded.append(link)
        return b"<svg"

    app = make_app(store, limits=FAST, address=address, network=known)
    app.state.services.pools.qr_code = qr_code
    with TestClient(app, base_url=f"http://{host}") as client:
        tokens = client.post("/api/tables", json={"game": "cairn", "title": "The Old Mill"}).json()
        for page in (client.get(f"/t/{tokens['referee']}").text, client.get(f"/t/{tokens['referee']}/links").text):
            assert f'href="{leads}/t/{tokens["player"]}"' in page
            assert ("can be reached from this machine alone" in page) is warned
        client.get(f"/qr/{tokens['player']}.svg")
        assert coded == [f"{leads}/t/{tokens['player']}"]
    store.close()


def test_a_full_pool_says_so_before_it_works() -> None:
    async def what() -> None:
        pool = WorkPool(Bounds(at_once=0, waiting=0))
        with pytest.raises(Busy):
            await pool.run("a", tasks.qr_code, "x")

    asyncio.run(what())
