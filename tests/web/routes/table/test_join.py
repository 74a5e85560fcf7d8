"""Joining a table: names, and how many may."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tallow.games import BUILT_IN
from tallow.table.seats import same_name
from tallow.web.live import room
from tallow.web.process.limits import Rate
from tests.web.people import FAST, Person, Server, Tokens, serving


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


def test_it_is_said_who_lets_somebody_back_in(server: Server, table: Tokens) -> None:
    table.join("Bo")
    assert "The referee, or your old device, lets you in" in table.invited.page().text
    opened = server.client.post("/play", data={"game": "cairn", "adventure": "mill"}, follow_redirects=False)
    owner = Person(server, opened.headers["location"].rpartition("/t/")[2])
    alone = Person(server, owner.post("links", role="player").json()["token"])
    server.client.cookies.clear()
    assert "Whoever opened the table, or your old device, lets you in" in alone.page().text


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


def invited(server: Server, name: str) -> Person:
    """The link for players of a table with the ready party and its adventure."""
    opened = server.client.post("/try", data={"game": name}, follow_redirects=False)
    ann = Person(server, opened.headers["location"].removeprefix("/t/"))
    token = ann.post("links", role="player").json()["token"]
    server.client.cookies.clear()
    return Person(server, token)


@pytest.mark.parametrize("name", BUILT_IN)
def test_whoever_plays_somebody_new_is_asked_at_once_who_that_is(server: Server, name: str) -> None:
    sat = invited(server, name).form("join", name="Bo", seat="new", script=False)
    bo = Person(server, sat.headers["location"].removeprefix("/t/"))
    assert [one["starter"] for one in bo.questions()] == [bo.get("table").json()["seat"]]
    assert 'id="by-chance"' in bo.page().text


def test_those_who_can_be_played_are_said_with_what_they_are(server: Server) -> None:
    page = " ".join(invited(server, "vanilla").page().text.split())
    assert "<span>Nessa</span> <small>Magic-User</small>" in page
