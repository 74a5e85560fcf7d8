"""What goes with every request: headers, errors, requests of other sites, limits."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from sqlalchemy.exc import OperationalError

from tallow.web.app import POLICY
from tallow.web.process.limits import Limits, Rate
from tests.web.people import Person, Server, Tokens, serving

PAGES = [
    ("/", 200),
    ("/rules/cairn", 200),
    ("/rules/cairn?q=scar", 200),
    ("/rules/cairn/cairn.save.roll", 200),
    ("/rules/cairn/cairn.save.rol", 400),
    ("/rules/nothing", 400),
    ("/odds/cairn", 200),
    ("/odds/cairn/save", 200),
    ("/odds/cairn/save?score=11", 200),
    ("/odds/cairn/save?score=x", 400),
    ("/odds/cairn/nothing", 400),
    ("/character/cairn?seed=5", 200),
    ("/compare", 200),
    ("/compare?foes=99&level=0", 200),
    ("/compare?foes=x", 400),
    ("/rehearse/cairn", 200),
    ("/rehearse/nothing", 400),
    ("/verify", 200),
    ("/nowhere", 404),
    ("/t/no-such-token", 404),
    ("/t/no-such-token/log", 404),
    ("/qr/no-such-token.svg", 404),
    ("/theme/cairn.css", 200),
]


EVIL = "<script>alert(1)</script>\"'&"


def stands(referee: Person) -> tuple[Any, ...]:
    """How a table stands, to the last bit."""
    kept = referee.server.room(referee.token).kept
    return kept.records, kept.table.state, kept.table.pending, kept.table.seats, kept.table.dice


def routes(app: Litestar) -> Iterator[tuple[str, str]]:
    for route in app.routes:
        for method in getattr(route, "methods", ()):
            yield method, route.path


BODY: dict[str, Any] = {
    "name": "Eve", "dice": "typed", "text": "Hello.", "starter": "player1", "answer": "1", "actions": 1, "seat": "",
    "allow": "player1", "document": "{}", "role": "player", "who": "player1", "thing": "x", "to": "pack", "label": "hp",
    "value": 1, "make": "player",
}  # fmt: skip


def test_a_link_that_opens_nothing_leads_to_the_start(server: Server) -> None:
    page = server.client.get("/t/nothing").text
    assert 'data-fault="no_entry"' in page
    assert "To the start page" in page


@pytest.mark.parametrize(("path", "status"), PAGES)
def test_every_page_comes_with_the_headers_of_safety(server: Server, path: str, status: int) -> None:
    answer = server.client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    if answer.headers["content-type"].startswith("text/html"):
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", answer.text)


def test_names_notes_and_titles_are_text_never_markup(server: Server) -> None:
    table = server.table(title=EVIL, name=EVIL)
    bo = table.join(f"{EVIL} too")
    bo.act("make_character", "player1")
    while asked := bo.questions():
        one = asked[0]
        answer = EVIL if one["question"]["type"] == "writing" else one["question"]["options"][0]
        assert bo.post("answer", starter=one["starter"], answer=answer).status_code == 200
    who = server.room(bo.token).table.state.party[0].id
    bo.post("say", text=EVIL)
    bo.act("own_note", who, EVIL)
    table.referee.act("note", "", EVIL)
    for page in (bo.page(), table.referee.page(), table.onlooker.page(), table.invited.page(), bo.page("/log")):
        assert page.status_code in {200, 303}
        assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert(1)" in bo.page().text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://testserver.local"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({}, 200),
    ],
)
def test_nothing_is_done_that_another_site_asks_for(table: Tokens, headers: dict[str, str], status: int) -> None:
    before = stands(table.referee)
    answer = table.referee.form("say", text="Hello.", headers=headers)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == POLICY
    assert (stands(table.referee) == before) is (status == 403)


def test_too_large_too_often_and_guessing(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(Rate(5, 0.01), Rate(50, 1), Rate(3, 0.01), Rate(3, 0.01))) as server:
        table = server.table()
        assert table.referee.form("say", text="x" * 70_000).status_code == 413
        codes = [table.referee.post("say", text="Hello.").status_code for _ in range(8)]
        assert codes[0] == 200
        assert codes[-1] == 429
        again = table.referee.post("say", text="Hello.")
        assert int(again.headers["retry-after"]) > 0
        guesses = [server.client.get(f"/t/guess{n}").status_code for n in range(6)]
        assert guesses == [404, 404, 404, 429, 429, 429]
        opened = [server.client.post("/api/tables", json={"game": "cairn", "title": "A"}).status_code for _ in range(4)]
        assert opened[-1] == 429


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

    for name in ("entry", "links", "lines"):
        monkeypatch.setattr(server.store, name, away)
    for answer in (server.client.get("/t/somebody"), table.referee.page("/links"), table.referee.get("log")):
        assert answer.status_code == 503
        assert "cannot be reached just now" in answer.text
        assert int(answer.headers["retry-after"]) > 0
        assert "refused" not in answer.text
