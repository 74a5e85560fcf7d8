"""Play now: an adventure without a referee, from the start page to an end."""

import re
from html import unescape
from random import Random
from typing import Any

import pytest

from tests.web.adventurers import begin, friend
from tests.web.people import Person, Server, live_answer

FIELDS = (
    r'<input type="hidden" name="name" value="([^"]+)"><input type="hidden" name="who" value="([^"]*)">'
    r'(?:<input type="hidden" name="answers" value="([^"]*)">)?'
)
BUTTON = re.compile(FIELDS + r'<button class="primary"[^>]*>')
"""The first of the large buttons."""

LARGE = re.compile(FIELDS + r'<button(?: class="primary")?[^>]*><span class="said">([^<]*)</span>')
"""Any of the large buttons."""


def tap_first(person: Person) -> None:
    """Tap the largest button of the page."""
    found = BUTTON.search(person.page().text)
    assert found, "there is always something to tap"
    name, who, answers = map(unescape, (found[1], found[2], found[3] or "[]"))
    assert person.form("act", name=name, who=who, answers=answers).status_code == 200


def test_three_taps_lead_from_the_start_page_into_the_first_room(server: Server) -> None:
    assert 'href="/play"' in server.client.get("/").text
    assert 'value="mill"' in server.client.get("/play").text
    ann = begin(server)
    page = ann.page().text
    assert "The mill at Sallow Weir" in page
    tap_first(ann)
    page = ann.page().text
    assert "Yard and step" in page
    assert "Ruts, nettles" in page
    assert "Wheelhouse" not in page, "what nobody has seen is not on the page"


def test_whoever_plays_without_a_referee_invites_others_and_takes_back(server: Server) -> None:
    ann = begin(server)
    tap_first(ann)
    bo = friend(server, ann)
    assert "Yard and step" in bo.page().text
    assert bo.get("links").status_code == 403
    assert ann.form("undo").status_code == 200
    assert not server.room(ann.token).table.state.place.room, "they are in town again"


@pytest.mark.parametrize("seed", [1, 2])
def test_the_first_button_and_any_answers_lead_on(server: Server, seed: int) -> None:
    """Whoever taps what stands out, and answers as they like, is never left without something to do."""
    ann, random = begin(server), Random(seed)
    taps = 0
    while taps < 60:
        room = server.room(ann.token)
        if room.table.state.place.ended:
            break
        pending = room.table.questions(ann.get("table").json()["seat"])
        if pending:
            one = pending[0]
            answer: Any = live_answer(one.question, random)
            said = ann.post("answer", starter=one.starter, number=one.number, given=len(one.answers), answer=answer)
            assert said.status_code in {200, 201}
        else:
            tap_first(ann)
        taps += 1


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"adventure": "nowhere"}])
def test_what_is_not_there_opens_no_table(server: Server, wrong: dict[str, str]) -> None:
    answer = server.client.post("/play", data={"game": "cairn", "adventure": "mill", **wrong}, follow_redirects=False)
    assert answer.status_code == 400
    assert not server.store.tables()


def test_characters_of_ones_own_make_up_the_party_and_set_out(server: Server) -> None:
    opened = server.client.post(
        "/play", data={"game": "cairn", "adventure": "mill", "party": "own"}, follow_redirects=False
    )
    ann, random = Person(server, opened.headers["location"].removeprefix("/t/")), Random(1)
    seat = ann.get("table").json()["seat"]
    for _ in range(2):
        tap(ann, "Make a character" if not people(server, ann) else "Make one more of you")
        while pending := server.room(ann.token).table.questions(seat):
            one = pending[0]
            answer: Any = live_answer(one.question, random)
            ann.post("answer", starter=one.starter, number=one.number, given=len(one.answers), answer=answer)
    assert [one.seat for one in people(server, ann)] == [seat, seat]
    tap(ann, "Set out")
    assert "Yard and step" in ann.page().text


def people(server: Server, person: Person) -> list[Any]:
    """The characters at a table."""
    return [one for one in server.room(person.token).table.state.game.party if one.kind == "pc"]


def tap(person: Person, said: str) -> None:
    """Tap the large button that says this."""
    found = next(one for one in LARGE.finditer(person.page().text) if unescape(one[4]) == said)
    name, who, answers = map(unescape, (found[1], found[2], found[3] or "[]"))
    assert person.form("act", name=name, who=who, answers=answers).status_code == 200
