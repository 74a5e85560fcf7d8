"""The server: coming in by each role, doing things, being refused, links, limits, and what goes with every page."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tallow.table import TableRefusal
from tallow.web.app import POLICY
from tallow.web.drawing.elements import Element, Growth, patches
from tallow.web.live import events
from tallow.web.live.typed_text import clean_text
from tallow.web.process.limits import Limits, Rate, RateLimiter, TooMany
from tests.web.people import FAST, Person, Server, Tokens, ready_table, serving

EVIL = "<script>alert(1)</script>\"'&"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Tokens:
    return server.table()


def stands(referee: Person) -> tuple[Any, ...]:
    """How a table stands, to the last bit."""
    kept = referee.server.room(referee.token).kept
    return kept.records, kept.table.state, kept.table.pending, kept.table.seats, kept.table.dice


# ---------------------------------------------------------------- pages


def test_the_referee_of_a_ready_table_is_shown_to_the_notes_until_play_begins(server: Server, table: Tokens):
    referee, (player, _) = ready_table(server)
    shown = ['data-jump="#f-notes"' in one.page().text for one in (referee, player, table.referee)]
    assert shown == [True, False, False]
    referee.act("fate")
    assert "data-jump" not in referee.page().text


def test_who_sits_alone_sees_the_invitation_first_and_no_heading_without_notes(server: Server) -> None:
    table = server.table(game="dead_weight")
    page = table.referee.page().text
    assert page.index('id="f-links"') < page.index('id="f-scene"')
    assert page.count('id="f-links"') == 1
    assert "For the GM" not in page
    table.join("Bo")
    page = table.referee.page().text
    assert page.index('id="f-links"') > page.index('id="f-actions"')
    assert page.count('id="f-links"') == 1


def test_odds_are_asked_in_words(server: Server) -> None:
    for played in ("cairn", "modified_cairn"):
        page = server.client.get(f"/odds/{played}").text
        assert "A player&#39;s character</option>" in page
        assert ">Pc<" not in page
        assert ">Npc<" not in page
    assert ">d20</option>" in server.client.get("/odds/dead_weight").text


def test_odds_say_who_decides(server: Server) -> None:
    asked = "/odds/dead_weight/test?dice=2&proficiency=1"
    bots, best = (server.client.get(f"{asked}{goal}").text for goal in ("", "&goal=success"))
    assert "As the bots of Dead Weight decide for all." in bots
    assert "With the best play for success" in best
    assert "Played best for success" in best
    assert "Played best" not in bots


def test_a_link_that_opens_nothing_leads_to_the_start(server: Server) -> None:
    page = server.client.get("/t/nothing").text
    assert 'data-fault="no_entry"' in page
    assert "To the start page" in page


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


def test_a_table_is_opened_with_its_settings_and_joined_by_every_role(server: Server) -> None:
    form = {"game": "cairn", "title": "The Old Mill", "name": "Ann", "setting.coin_slots": "one_bag"}
    opened = server.client.post("/tables", data=form, follow_redirects=False)
    assert opened.status_code == 303
    assert "tallow_name=Ann" in opened.headers["set-cookie"]
    referee = Person(server, opened.headers["location"].removeprefix("/t/"))
    assert "The Old Mill" in referee.page().text
    assert server.room(referee.token).table.state.settings.coin_slots == "one_bag"
    roles = {link["role"]: Person(server, link["token"]) for link in referee.get("links").json()}
    assert "The Old Mill" in roles["onlooker"].page().text
    invited = roles["player"]
    asked = invited.page()
    assert 'name="name"' in asked.text
    assert 'value="Ann"' in asked.text, "the name is remembered"
    sat = invited.form("join", script=False, name="Bo", dice="typed")
    own = sat.headers["location"]
    assert sat.status_code == 303
    assert own.removeprefix("/t/") != invited.token
    assert "HttpOnly" in sat.headers["set-cookie"]
    assert invited.page().headers["location"] == own, "the phone finds its seat again"
    assert invited.form("join", script=False, name="Bo").headers["location"] == own, "nobody sits down twice"
    assert len(server.room(referee.token).table.seats) == 2
    bo = Person(server, own.removeprefix("/t/"))
    assert bo.get("table").json()["seat"] == "player1"
    assert server.room(referee.token).table.dice_of("player1") == "typed"
    assert bo.form("join", name="Bob").headers["hx-redirect"] == own
    assert server.room(referee.token).table.name_of("player1") == "Bob"


@pytest.mark.parametrize("settings", [{"setting.coin_slots": "purse"}, {"setting.nothing": "x"}, {"game": "chess"}])
def test_settings_that_the_game_has_not_open_no_table(server: Server, settings: dict[str, str]) -> None:
    answer = server.client.post("/tables", data={"game": "cairn", "title": "A", **settings}, follow_redirects=False)
    assert answer.status_code == 400
    assert not server.store.tables()


def test_a_player_makes_a_character_and_plays_without_script(table: Tokens) -> None:
    bo = table.join("Bo")
    assert bo.form("act", script=False, name="make_character", who="player1").status_code == 303
    bo.answer_all()
    sheets = [one["seat"] for one in bo.get("view").json()["panels"] if one["kind"] == "sheet"]
    assert set(sheets) == {"player1"}
    assert bo.form("say", script=False, text="Here I am.").status_code == 303
    assert "Here I am." in table.onlooker.page().text


def test_a_form_is_answered_with_what_changed_on_the_page(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    who = server.room(referee.token).table.state.party[0].id
    answer = bo.form("act", name="dare", who=who)
    assert answer.status_code == 200
    assert 'id="f-question" hx-swap-oob="morph"' in answer.text
    assert 'id="f-sheet"' not in answer.text, "what did not change is not sent"
    assert cy.form("answer", starter="player1", answer='"STR"').status_code == 409
    assert referee.form("answer", starter="player1", given="0", answer='"STR"').status_code == 200
    assert referee.form("answer", starter="player1", given="1", text="The ledge breaks.").status_code == 200
    assert bo.form("answer", starter="player1", given="2", answer='"yield"').status_code == 200
    assert server.room(referee.token).table.done == 1
    assert "The ledge breaks." in cy.page().text


def test_typed_dice_come_by_faces(server: Server) -> None:
    referee, (_, cy) = ready_table(server)
    who = server.room(referee.token).table.state.party[1].id
    referee.act("call_save", "", "one", "STR", "Cold water.", who)
    assert cy.form("answer", starter="referee", answer='"save"').status_code == 200
    assert cy.form("answer", starter="referee", face=["1x"]).status_code == 409
    assert cy.form("answer", starter="referee", face=["7"]).status_code == 200
    line = cy.get("log?limit=1").json()[-1]
    assert [one["typed"] for one in line["shown"] if one["event"]["type"] == "rolled"] == [True]


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("who", "body", "code"),
    [
        ("cy", {"starter": "referee", "answer": "save"}, "not_asked"),
        ("bo", {"starter": "referee", "answer": "fly"}, "bad_answer"),
        ("bo", {"starter": "referee", "answer": ["save"]}, "bad_answer"),
        ("bo", {"starter": "referee", "answer": None}, "bad_answer"),
        ("bo", {"starter": "referee", "answer": {"a": [1]}}, "bad_answer"),
        ("bo", {"starter": "referee", "answer": "save", "given": 9}, "stale"),
        ("bo", {"starter": "referee", "answer": "save", "number": 99}, "nothing_waits"),
        ("bo", {"starter": "player1", "answer": "save"}, "nothing_waits"),
        ("onlooker", {"starter": "referee", "answer": "save"}, "onlookers_watch"),
    ],
)
def test_forged_and_stale_answers_are_refused_and_change_nothing(
    server: Server, who: str, body: dict[str, Any], code: str
) -> None:
    referee, (bo, cy) = ready_table(server)
    onlooker = Person(server, referee.post("links", role="onlooker").json()["token"])
    hero = server.room(referee.token).table.state.party[0].id
    assert referee.act("call_save", "", "one", "STR", "Cold water.", hero).status_code == 200
    before = stands(referee)
    answer = {"bo": bo, "cy": cy, "onlooker": onlooker}[who].post("answer", **body)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert len(answer.json()["message"]) > 10
    assert stands(referee) == before


def test_a_doubled_answer_counts_once(server: Server) -> None:
    """As from two tabs, or a button pressed twice."""
    referee, (bo, _) = ready_table(server)
    hero = server.room(referee.token).table.state.party[0].id
    referee.act("call_save", "", "each", "STR", "Cold water.")
    (asked,) = bo.questions()
    body = {name: asked[name] for name in ("starter", "number", "given")}
    assert bo.post("answer", answer="hold_back", **body).status_code == 200
    before = stands(referee)
    assert bo.post("answer", answer="hold_back", **body).json()["code"] in {"stale", "not_asked"}
    assert stands(referee) == before
    assert hero


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("act", {"name": "start_fight"}, 409),
        ("act", {"name": "nothing"}, 409),
        ("act", {"name": "fate", "seat": "referee"}, 403),
        ("act", {"name": "drop", "who": "somebody-else"}, 409),
        ("act", {"name": "dare", "who": "pc1", "answers": ["STR"], "seat": "player2"}, 403),
        ("undo", {"actions": 1}, 409),
        ("reveal", {}, 409),
        ("links", {"role": "referee"}, 403),
        ("join", {"name": "Twice"}, 409),
        ("dice", {"dice": "loaded"}, 400),
        ("say", {"text": "  "}, 409),
        ("say", {"text": "x" * 501}, 400),
        ("take-back", {"starter": "referee"}, 409),
    ],
)
def test_what_a_player_may_not_do_is_refused_and_changes_nothing(
    server: Server, what: str, body: dict[str, Any], status: int
) -> None:
    referee, (bo, _) = ready_table(server)
    before = stands(referee)
    answer = bo.post(what, **body)
    assert answer.status_code == status, answer.text
    assert answer.json()["message"]
    assert stands(referee) == before


def test_a_refusal_of_the_rules_says_why_in_their_words(server: Server) -> None:
    referee, _ = ready_table(server)
    answer = referee.form("act", name="start_fight")
    assert answer.status_code == 409
    assert 'id="f-notice"' in answer.text
    assert referee.form("act", script=False, name="start_fight").text.count("<!DOCTYPE html>") == 1


def test_answers_given_with_an_action_are_all_taken_or_none(server: Server) -> None:
    referee, _ = ready_table(server)
    before = stands(referee)
    assert referee.act("secret_roll", "", 3, 7).json()["code"] == "bad_answer"
    assert stands(referee) == before
    assert referee.act("secret_roll", "", 3, 6).status_code == 200
    assert server.room(referee.token).table.done == 1


def test_the_referee_answers_and_acts_for_the_absent(server: Server) -> None:
    referee, _ = ready_table(server)
    hero = server.room(referee.token).table.state.party[1].id
    assert referee.act("dare", hero, seat="player2").status_code == 200
    assert [one["starter"] for one in referee.questions()] == ["player2"]
    referee.answer_all()
    assert not server.room(referee.token).table.pending


def test_a_question_for_one_does_not_freeze_the_others(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    party = server.room(referee.token).table.state.party
    referee.act("call_save", "", "one", "STR", "Cold water.", party[0].id)
    assert referee.act("fate").status_code == 200
    assert cy.act("own_note", party[1].id, "I saw it.").status_code == 200
    assert len(bo.questions()) == 1
    waits = cy.get("table").json()["waits_for"]
    assert waits == ["player1"]
    assert cy.questions() == []


def test_undo_of_any_number_and_the_replay(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    for _ in range(30):
        assert referee.act("fate").status_code == 200
    start = server.store.state_at(server.store.tables()[0][0], 0)
    assert "30" in bo.page("/replay/30").text
    assert bo.page("/replay/31").status_code == 404
    assert referee.post("undo", actions=31).json()["code"] == "nothing_to_undo"
    room = server.room(referee.token)
    room.kept = server.store.load(room.kept.id)
    assert referee.post("undo", actions=29).status_code == 200
    assert room.table.done == 1
    assert [line["undone"] for line in bo.get("log?limit=31").json() if line["action"]] == [False] + [True] * 29
    assert referee.post("undo", actions=1).status_code == 200
    assert room.table.state == start


def test_a_thing_is_rearranged_through_the_games_own_action(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    hero = server.room(referee.token).table.state.party[0]
    held = next(item for item in hero.items if item.place == "hands")
    assert cy.form("arrange", who=hero.id, thing=held.id, to="pack").status_code == 409
    assert bo.form("arrange", who=hero.id, thing=held.id, to="pack").status_code == 200
    after = server.room(referee.token).table.state.party[0]
    assert next(item.place for item in after.items if item.id == held.id) == "pack"
    assert bo.form("set", who=hero.id, label="hp", value="1").status_code == 403
    assert referee.form("set", who=hero.id, label="hp", value="1").status_code == 200
    assert server.room(referee.token).table.state.party[0].hp == 1


# ---------------------------------------------------------------- links


def test_tokens_are_kept_as_hashes(server: Server, table: Tokens, tmp_path: Path) -> None:
    bo = table.join("Bo")
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for person in (table.referee, table.invited, table.onlooker, bo):
        assert person.token.encode() not in stored
    shown = {link["role"]: link["token"] for link in table.referee.get("links").json() if not link["seat"]}
    assert shown["player"] == table.invited.token, "the referee's page can show it again"


async def _stream(server: Server, person: Person, *then: Any) -> list[bytes]:
    """All that comes by a stream of events, with something done after each of the first."""
    visitor = await server.services.links.visitor(person.token)
    got = []
    left = list(then)
    async for event in events.page_events(visitor):
        got.append(event)
        if left:
            await left.pop(0)()
    return got


def test_a_revoked_link_is_closed_at_once_and_its_stream_ends(server: Server, table: Tokens) -> None:
    bo, cy = table.join("Bo"), table.join("Cy")
    links = {link["seat"]: link["hash"] for link in table.referee.get("links").json()}

    async def revoke() -> None:
        room = (await server.services.links.visitor(table.referee.token)).room
        await server.services.rooms.revoke(room, links["player1"])
        server.services.links.forget(links["player1"])

    with server.client.portal() as portal:
        got = portal.call(lambda: _stream(server, bo, revoke))
    assert got[-1].startswith(b"event: closed")
    assert bo.get("table").status_code == bo.page().status_code == bo.page("/events").status_code == 404
    assert cy.get("table").status_code == 200
    assert table.referee.delete(f"links/{links['referee']}").json()["code"] == "own_link"
    assert table.referee.delete(f"links/{'0' * 64}").json()["code"] == "no_such_link"
    back = table.referee.form("links", make="player", seat="player1")
    assert back.status_code == 200
    fresh = next(link for link in table.referee.get("links").json() if link["seat"] == "player1" and link["token"])
    assert Person(server, fresh["token"]).get("table").json()["seat"] == "player1"
    assert table.referee.form("links", revoke=fresh["hash"]).status_code == 200
    assert Person(server, fresh["token"]).get("table").status_code == 404


def test_a_link_of_one_table_opens_no_other(server: Server, table: Tokens) -> None:
    other = server.table(title="Another")
    mine = next(link["hash"] for link in table.referee.get("links").json() if link["role"] == "player")
    assert other.referee.delete(f"links/{mine}").status_code == 409
    assert table.invited.get("table").json()["title"] == "The Old Mill"


def test_pages_are_drawn_once_for_each_view_and_only_changes_are_sent(server: Server) -> None:
    referee, (bo, _) = ready_table(server)

    async def act() -> None:
        room = (await server.services.links.visitor(referee.token)).room
        await server.services.rooms.do(room, lambda table: table.say("player1", "Well."))

    async def close() -> None:
        (await server.services.links.visitor(referee.token)).room.close()

    with server.client.portal() as portal:
        got = portal.call(lambda: _stream(server, bo, act, close))
    assert b'id="f-sheet"' in got[0]
    changed = b"".join(got[1:])
    assert b"beforeend:#f-log" in changed
    assert b'id="f-sheet"' not in changed


def _list(*items: tuple[str, str], grows: Growth = "") -> dict[str, Element]:
    within = [Element(f"p-{name}", f'<li id="p-{name}">{text}</li>') for name, text in items]
    return {"sheet": Element("f-sheet", '<ol id="f-sheet">', *within, "</ol>", grows=grows)}


def test_of_an_element_only_the_elements_in_it_that_changed_are_sent() -> None:
    before = _list(("a", "one"), ("b", "two"))
    assert patches(before, before) == patches(before, _list(("a", "one"), ("b", "two"))) == ""
    assert patches(before, _list(("a", "one"), ("b", "3"))) == '<li id="p-b" hx-swap-oob="morph">3</li>'
    for other in (_list(("a", "one")), _list(("a", "one"), ("c", "two"))):
        assert patches(before, other).startswith('<ol id="f-sheet" hx-swap-oob="morph">')


def test_of_a_list_that_grows_only_what_is_new_is_sent() -> None:
    log = _list(("a", "one"), ("b", "two"), grows="beforeend")
    more = _list(("b", "2"), ("c", "three"), grows="beforeend")
    changed, fresh = '<li id="p-b" hx-swap-oob="morph">2</li>', '<li id="p-c">three</li>'
    assert patches(log, more) == f'{changed}<ol data-more hx-swap-oob="beforeend:#f-sheet">{fresh}</ol>'
    one, undone = _list(("a", "one"), grows="beforeend"), _list(("a", "1"), grows="beforeend")
    assert patches(one, undone) == '<li id="p-a" hx-swap-oob="morph">1</li>'
    assert patches(one, log) == '<ol data-more hx-swap-oob="beforeend:#f-sheet"><li id="p-b">two</li></ol>'
    assert patches(log, more, whole=True).startswith('<ol id="f-sheet" hx-swap-oob="morph">')
    rolls = _list(("a", "one"), ("b", "two"), grows="afterbegin")
    more = _list(("c", "three"), ("a", "one"), grows="afterbegin")
    gone = '<li id="p-b" hx-swap-oob="delete"></li>'
    assert patches(rolls, more) == f'{gone}<ol data-more hx-swap-oob="afterbegin:#f-sheet">{fresh}</ol>'
    for other in ((("x", "1"), ("y", "2")), (("b", "two"), ("a", "one")), (("a", "one"), ("c", "three"), ("b", "two"))):
        for grows in ("beforeend", "afterbegin"):
            then = _list(*other, grows=grows)
            assert patches(log | {}, then).startswith('<ol id="f-sheet" hx-swap-oob="morph">')


def test_a_page_that_listens_hears_of_what_it_did_as_all_others_do(server: Server) -> None:
    _, (bo, _) = ready_table(server)
    assert bo.form("say", text="One.", headers={"X-Live": "1"}).status_code == 200, "nobody listens"

    async def act() -> None:
        answer = await asyncio.to_thread(lambda: bo.form("say", text="Two.", headers={"X-Live": "1"}))
        assert (answer.status_code, answer.text) == (204, "")
        room = (await server.services.links.visitor(bo.token)).room
        assert answer.headers["x-version"] == str(room.version)

    async def close() -> None:
        (await server.services.links.visitor(bo.token)).room.close()

    with server.client.portal() as portal:
        got = portal.call(lambda: _stream(server, bo, act, close))
    assert b"Two." in b"".join(got[1:])


# ---------------------------------------------------------------- text is text


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


def test_what_is_not_to_be_seen_is_taken_out_of_a_name() -> None:
    assert clean_text(" A\u202ennn\x00\n ", 40) == "Annn"
    with pytest.raises(TableRefusal, match="empty"):
        clean_text("\u202e\n", 40)
    with pytest.raises(TableRefusal, match="too_long"):
        clean_text("x" * 41, 40)


# ---------------------------------------------------------------- other sites, limits


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


def test_a_rate_fills_up_again() -> None:
    now = [0.0]
    limiter = RateLimiter(Limits(write=Rate(2, 1)), lambda: now[0])
    limiter.count("write", "a")
    limiter.count("write", "a")
    limiter.count("write", "b")
    with pytest.raises(TooMany):
        limiter.count("write", "a")
    now[0] = 1.0
    limiter.count("write", "a")
    assert FAST.write.burst > 1


# ---------------------------------------------------------------- whole tables


def test_the_party_on_paper(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    whole, own = referee.page("/party.pdf"), bo.page("/party.pdf")
    assert whole.content.startswith(b"%PDF")
    assert own.content.startswith(b"%PDF")
    assert len(whole.content) > len(own.content)
    assert whole.headers["content-type"] == "application/pdf"


def test_a_table_goes_out_as_a_file_and_in_again(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    referee.act("fate")
    assert referee.post("reveal").status_code == 200
    whole = referee.page("/archive")
    assert whole.status_code == 200
    assert bo.page("/archive").status_code == 403
    brought = server.client.post("/import", files={"archive": ("a", whole.content)}, follow_redirects=False)
    assert brought.status_code == 303
    there = Person(server, brought.headers["location"].removeprefix("/t/"))
    assert there.get("view").json() == referee.get("view").json()
    assert server.client.post("/verify", files={"archive": ("a", whole.content)}).status_code == 200
    tables = len(server.store.tables())
    for damaged in (whole.content[:-40], b"", EVIL.encode()):
        answer = server.client.post("/import", files={"archive": ("a", damaged)}, follow_redirects=False)
        assert answer.status_code == 400
        assert "<script>alert" not in answer.text
    assert server.client.post("/import", data={"archive": "text"}).status_code == 409
    assert len(server.store.tables()) == tables


def test_a_line_opens_to_its_rules_and_the_referee_sees_as_others(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    referee.act("fate")
    number = bo.get("log?limit=1").json()[-1]["number"]
    assert "cairn.fate.die" in bo.page(f"/line/{number}").text
    assert bo.page("/line/999").status_code == 404
    assert referee.page("/as/player1").status_code == 200
    assert referee.page("/as/nobody").status_code == 409
    assert bo.page("/as/referee").status_code == 403
    assert server.client.get(f"/qr/{bo.token}.svg").text.startswith("<svg")


def test_the_room_is_found_again_after_the_server_was_gone(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        referee, (bo, _) = ready_table(server)
        hero = server.room(referee.token).table.state.party[0].id
        referee.act("call_save", "", "one", "STR", "Cold water.", hero)
        before = bo.questions()
    with serving(tmp_path) as server:
        again = Person(server, bo.token)
        assert again.questions() == before
        again.answer_all()
        assert server.room(bo.token).table.done == 1
