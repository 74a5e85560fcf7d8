"""Each reader's own language: by the switch, by the browser, two at one table, and no English left on a page."""

import asyncio
import re
from random import Random
from typing import Any

import pytest

from tallow.games import game
from tallow.play import REFEREE
from tallow.web.language import LANGUAGE_COOKIE, accepted_language
from tallow.web.live import events
from tests.reading import Page
from tests.web.people import Person, Server, Tokens, an_answer

JA = {"Accept-Language": "ja"}
EN = {"Accept-Language": "en"}


def ready(server: Server, **more: Any) -> tuple[Person, Tokens]:
    """A table of The Black Hack ready to play."""
    form = {"game": "black_hack", "party": "ready"}
    opened = server.client.post("/tables", data=form, follow_redirects=False, **more)
    referee = Person(server, opened.headers["location"].split("/")[-1])
    invited = next(link["token"] for link in referee.get("links").json() if link["role"] == "player")
    return referee, Tokens(server, referee.token, invited, "")


def language(html: str) -> str:
    return re.search(r'<html lang="(\w+)"', html)[1]  # type: ignore[index]


@pytest.mark.parametrize(
    ("header", "best"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en-GB,en;q=0.9,ja;q=0.8", "en"),
        ("en;q=0.3, ja;q=0.7", "ja"),
        ("de, fr;q=0.9, ja;q=0.1", "ja"),
        ("de", "en"),
        ("*", "en"),
        ("ja;q=0, *;q=0.5", "en"),
        ("en;q=0, *;q=0.5", "ja"),
        ("ja;q=0", "en"),
        ("JA;Q=1", "ja"),
        ("ja;q=much", "en"),
        (";;;,,=q,\x00" * 500, "en"),
    ],
)
def test_of_our_languages_the_one_that_a_browser_likes_best(header, best):
    assert accepted_language(header) == best


def test_the_switch_comes_before_the_browser_and_leads_back(server):
    client = server.client
    assert language(client.get("/verify", headers=JA).text) == "ja"
    back = client.post(
        "/language",
        data={"language": "en"},
        headers={"Referer": str(client.base_url) + "/rules/cairn?q=scar", **JA},
        follow_redirects=False,
    )
    assert back.status_code == 303
    assert back.headers["location"] == "/rules/cairn?q=scar"
    assert client.cookies[LANGUAGE_COOKIE] == "en"
    page = client.get("/verify", headers=JA).text
    assert language(page) == "en"
    assert re.search(r'<button[^>]*\svalue="en"\s+lang="en"\s+aria-current="true">English</button>', page)
    assert re.search(r'<button[^>]*\svalue="ja"\s+lang="ja"\s*>日本語</button>', page)
    client.cookies[LANGUAGE_COOKIE] = "xx"
    assert language(client.get("/verify", headers=JA).text) == "ja", "what nobody speaks is no choice"


@pytest.mark.parametrize(
    "where", ["https://evil.example/x", "//evil.example", "/\\evil.example", "\nSet-Cookie: a=b", ""]
)
def test_the_switch_leads_to_no_other_place(server, where):
    asked = server.client.post("/language", data={"language": "ja", "back": where}, follow_redirects=False)
    assert re.fullmatch(r"/([^/\\].*)?", asked.headers["location"])
    assert "a" not in asked.cookies


def test_a_game_that_lacks_the_language_is_shown_in_english_and_says_so(server, cairn_in_english_alone):
    for path in ("/rules/cairn", "/odds/cairn", "/character/cairn?seed=1", "/rules/cairn/cairn.save.roll"):
        page = server.client.get(path, headers=JA).text
        assert language(page) == "en"
        assert "not in the language that you chose" in page
    assert "not in the language that you chose" not in server.client.get("/rules/cairn", headers=EN).text
    start = Page(server.client.get("/", headers=JA).text).said
    assert {said.language for said in start if said.text == "Cairn"} == {"en"}
    assert any(said.language == "ja" and said.text == game("black_hack", "ja").title for said in start)


def test_programs_are_answered_in_their_language(server):
    client = server.client
    for headers, words in ((JA, "使えません"), (EN, "opens nothing")):
        assert words in client.get("/api/table", headers={"Authorization": "Bearer no", **headers}).json()["message"]
        assert words in client.get("/t/nothing", headers=headers).text
    titles = {one["id"]: one["title"] for one in client.get("/api/games", headers=JA).json()}
    assert titles["black_hack"] == game("black_hack", "ja").title
    assert titles["cairn"] == "ケアン"
    referee, _ = ready(server)
    for headers, name in ((JA, "ja"), (EN, "en")):
        refused = client.post(
            "/api/act", headers={"Authorization": f"Bearer {referee.token}", **headers}, json={"name": "start_combat"}
        )
        assert refused.json()["message"] == _refusal(server, referee, name)


def _refusal(server: Server, referee: Person, name: str) -> str:
    offers = server.room(referee.token).table.offers(REFEREE)
    why = next(one.refusal for one in offers if one.action.name == "start_combat")
    assert why is not None
    return game("black_hack", name).words.say("refusal", why.code, *why.facts)


def test_two_people_at_one_table_read_two_languages(server):
    referee, table = ready(server)
    bo = table.join("Bo", seat="player1")
    words = {name: game("black_hack", name).words for name in ("en", "ja")}
    for _ in range(2):
        for headers, name, other in ((JA, "ja", "en"), (EN, "en", "ja")):
            for page in (referee.page(headers=headers).text, bo.page(headers=headers).text):
                assert language(page) == name
                assert words[name].say("label", "coins") in page
                assert words[other].say("label", "coins") not in page
        assert referee.form("say", text="x").status_code == 200
    told = {name: referee.form("undo", headers=headers).text for headers, name in ((JA, "ja"), (EN, "en"))}
    assert "元に戻せません" in told["ja"]
    assert "cannot be undone" in told["en"]


def test_what_changes_is_sent_to_each_in_their_own_language(server):
    referee, table = ready(server)
    bo = table.join("Bo", seat="player1")

    async def heard(wants: str, listening: asyncio.Event) -> str:
        visitor = await server.services.links.visitor(bo.token, wants)
        got = []
        async for event in events.page_events(visitor):
            got.append(event.decode())
            listening.set()
            if len(got) == 2:
                return got[-1]
        return ""

    async def all_of_it() -> list[str]:
        listening = [asyncio.Event() for _ in range(3)]
        hearing = [
            asyncio.create_task(heard(wants, begun)) for wants, begun in zip(("en", "ja", "en"), listening, strict=True)
        ]
        for begun in listening:
            await begun.wait()
        room = (await server.services.links.visitor(referee.token)).room
        await server.services.rooms.do(room, lambda table: table.take_dice_from(REFEREE, "typed"))
        return list(await asyncio.gather(*hearing))

    with server.client.portal() as portal:
        english, japanese, again = portal.call(all_of_it)
    assert english == again
    assert "real dice from now on" in english
    assert "本物のダイスを振る" in japanese
    assert "real dice" not in japanese


KNOWN = frozenset(
    (
        "Tallow",
        "English",
        "Enter",
        "Warden",
        "RPG",
        "PDF",
        "NPC",
        "STR",
        "DEX",
        "CON",
        "INT",
        "WIS",
        "CHA",
        "WIL",
        "VIG",
    )
) | {"CLA", "SPI"}
"""Names and signs that are the same in Japanese."""


def left(html: str, names: set[str]) -> list[str]:
    """What a page in Japanese still says in English, but for names, and for texts that people wrote."""
    found = []
    for said in Page(html).said:
        words = re.findall(r"[A-Za-z][A-Za-z']{2,}", re.sub(r"http://\S+|score=x", "", said.text))
        if said.language != "en" and "section.text" not in said.within and set(words) - names - KNOWN:
            found.append(f"{said.within.split()[-1]}: {said.text[:100]}")
    return found


def test_no_english_is_left_on_a_page_in_japanese(server):
    client, found = server.client, set[str]()
    client.headers.update(JA)
    referee, table = ready(server)
    bo = table.join("花子", dice="typed", seat="player1")
    names = {"Mossbeard", *(one.name for one in server.room(referee.token).table.state.party)}
    for path in (
        "/",
        "/verify",
        "/t/nothing",
        "/rules/black_hack",
        "/rules/black_hack?q=black_hack.test",
        "/rules/black_hack/black_hack.test.roll_below",
        "/rules/black_hack/black_hack.table.out_of_action",
        "/odds/black_hack",
        "/odds/black_hack/test?score=12",
        "/odds/black_hack/test?score=x",
    ):
        page = client.get(path).text
        assert language(page) == "ja"
        found.update(left(page, names))
    found.update(left(table.invited.page().text, names))
    random = Random(3)
    for _ in range(12):
        person = random.choice((referee, bo))
        offers = [offer["action"] for offer in person.get("offers").json() if not offer.get("refusal")]
        person.act(**random.choice(offers))
        for one in (referee, bo):
            for asked in one.questions()[:1]:
                found.update(left(one.page().text, names))
                dice = asked["question"]["type"] == "roll" and asked["asked"] == REFEREE
                answer = [] if dice else an_answer(asked["question"], random)
                which = {name: asked[name] for name in ("starter", "number", "given")}
                one.post("answer", **which, answer=answer)
    done = server.room(referee.token).table.done
    for person, what in (
        (referee, ""),
        (bo, ""),
        (bo, "/log"),
        (bo, "/replay/1"),
        (referee, "/as/player1"),
        (bo, "/line/2"),
    ):
        page = person.page(what)
        assert page.status_code == 200
        found.update(left(page.text, names))
    assert done > 3
    assert "\n".join(sorted(found)) == ""
