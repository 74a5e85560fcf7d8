"""A new place on the web: made in the background, played, and after its end the next one with the same party."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tallow.adventures import read
from tallow.adventures.documents.writing import written
from tallow.games import game
from tallow.simulate.places import generate
from tallow.store import Store, export_table, import_table
from tallow.table import TableRefusal
from tallow.web import actions
from tallow.web.background import tasks
from tests.adventures.one_page_file import dungeon
from tests.web.adventurers import begin, over
from tests.web.people import Person, Server

ASKED = "/play/new?game=cairn&rooms=6&seed=4"
HERE = 'hx-get="/play/new?'
"""The page asks again."""


def test_a_place_is_made_in_the_background_and_played(server: Server) -> None:
    page = server.client.get("/play").text
    assert '<option value="cairn">' in page
    waiting = server.client.get(ASKED).text
    assert "is being drawn" in waiting
    assert HERE in waiting
    server.wait_for_background()
    made = server.client.get(ASKED).text
    place = generate(game("cairn"), 6, 4)
    assert place.adventure.title in made
    assert "6 rooms, seed 4" in made
    assert HERE not in made
    file = server.client.get(ASKED.replace("/new", "/place.toml"))
    assert read(file.text) == place
    opened = server.client.post("/play", data={"game": "cairn", "rooms": "6", "seed": "4"}, follow_redirects=False)
    ann = Person(server, opened.headers["location"].removeprefix("/t/"))
    assert server.room(ann.token).table.adventure == place


def test_without_a_seed_one_is_drawn_and_shown_in_the_address(server: Server) -> None:
    drawn = server.client.get("/play/new?game=cairn&rooms=99", follow_redirects=False)
    assert drawn.status_code == 303
    assert re.fullmatch(r"/play/new\?game=cairn&rooms=20&seed=\d+", drawn.headers["location"])


def test_where_none_is_fit_that_is_said_and_no_table_opened(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_: str, work: Any, *given: Any) -> None:
        assert work is tasks.place
        assert given == ("cairn", 6, 4)

    monkeypatch.setattr(server.services.pools.places, "run", nothing)
    server.client.get(ASKED)
    server.wait_for_background()
    assert "No place with that seed was fit" in server.client.get(ASKED).text
    refused = server.client.post("/play", data={"game": "cairn", "rooms": "6", "seed": "4"}, follow_redirects=False)
    assert refused.status_code == 409
    assert not server.store.tables()


@pytest.mark.parametrize("wrong", ["game=chess", "game=cairn&rooms=6&seed=x"])
def test_what_cannot_be_made_is_refused_or_drawn_anew(server: Server, wrong: str) -> None:
    assert server.client.get(f"/play/new?{wrong}", follow_redirects=False).status_code in {303, 400, 409}


def test_the_same_party_goes_on_to_the_next_place_by_the_same_links(server: Server) -> None:
    ann, bo = over(server)
    assert 'href="next"' in ann.page().text
    assert 'href="next"' not in bo.page().text
    assert bo.page("/next").status_code == 403
    before = server.room(ann.token)
    offered = ann.page("/next").text
    assert "The mill at Sallow Weir" not in offered
    assert ann.page("/next?rooms=6&seed=4").status_code == 200
    server.wait_for_background()
    went = ann.form("next", script=False, rooms="6", seed="4", game="cairn")
    assert went.headers["location"] == f"/t/{ann.token}"
    after = server.room(ann.token)
    assert after.kept.id != before.kept.id
    assert server.room(bo.token) is after
    assert after.table.state.game == before.table.state.game
    assert after.table.seats == before.table.seats
    assert after.table.adventure == generate(game("cairn"), 6, 4)
    assert not after.table.state.place.ended
    assert "with all that you have brought from The mill at Sallow Weir" in ann.page().text
    assert before.closed


def test_at_the_table_that_was_left_nothing_is_done_and_the_new_one_is_kept(server: Server, tmp_path: Path) -> None:
    ann, _ = over(server)
    before = server.room(ann.token)
    place = generate(game("cairn"), 6, 4)

    async def late() -> None:
        visitor = await server.services.links.visitor(ann.token)
        await actions.go_on(server.services, visitor, place)
        with pytest.raises(TableRefusal, match="gone_on"):
            await server.services.rooms.do(before, lambda table: table.say("player1", "Wait for me."))

    with server.client.portal() as portal:
        portal.call(late)
    again = Store(server.services.rooms.store_url)
    try:
        entry = again.entry(ann.token)
        assert entry is not None
        link = entry.link
        kept = again.load(link.table)
        assert kept.table.adventure == place
        assert kept.table.state == server.room(ann.token).table.state
        export_table(again, link.table, tmp_path / "next.tallow")
        moved = import_table(again, tmp_path / "next.tallow")
        assert moved.table.state == kept.table.state
        assert again.state_at(moved.id, 0) == kept.table.state
    finally:
        again.close()


def test_before_an_end_there_is_no_next_place(server: Server) -> None:
    ann = begin(server)
    assert 'href="next"' not in ann.page().text
    assert ann.page("/next").status_code == 409
    assert ann.form("next", script=False, adventure="mill").status_code == 409


def sent(server: Server, text: str, game: str = "cairn") -> Any:
    return server.client.post("/play/file", data={"game": game}, files={"file": ("place", text.encode())})


def hidden_document(page: str) -> str:
    found = re.search(r'<textarea name="document" hidden>(.*?)</textarea>', page, re.DOTALL)
    assert found
    return unescape(found[1])


def test_a_one_page_dungeon_is_read_shown_and_played(server: Server) -> None:
    page = sent(server, json.dumps(dungeon())).text
    assert "Crypt of the Pale Clerk" in page
    assert "columns: 2 of them" in page
    assert "goblin" not in re.sub("<textarea.*?</textarea>", "", page, flags=re.DOTALL)
    given = {"game": "cairn", "document": hidden_document(page)}
    opened = server.client.post("/play", data=given, follow_redirects=False)
    ann = Person(server, opened.headers["location"].removeprefix("/t/"))
    assert server.room(ann.token).table.title == "Crypt of the Pale Clerk"
    assert "goblin" not in ann.page().text


def test_a_document_of_ones_own_is_read_and_opened_with_a_referee(server: Server) -> None:
    place = generate(game("cairn"), 6, 4)
    page = sent(server, written(place)).text
    given = {"game": "cairn", "document": hidden_document(page), "party": "ready"}
    opened = server.client.post("/tables", data=given, follow_redirects=False)
    referee = Person(server, opened.headers["location"].removeprefix("/t/"))
    table = server.room(referee.token).table
    assert table.referee
    assert table.adventure == place
    assert table.title == place.adventure.title


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (json.dumps(dungeon(doors=[])), "none of them leads out"),
        ("title = 1", "That adventure cannot be read:"),
        ("", "file"),
        ("{" + " " * 500_000, "more than 400,000 bytes"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_and_nothing_is_opened(server: Server, text: str, said: str) -> None:
    answer = sent(server, text)
    assert answer.status_code in {400, 409}
    assert said in unescape(answer.text)
    assert re.search(r'type="file"\s+name="file"', answer.text), "another can be sent at once"
    assert not server.store.tables()
