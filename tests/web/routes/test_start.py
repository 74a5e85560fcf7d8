"""The start page: tables are opened with their settings, and joined by every role."""

import re

import pytest

from tallow.games import game, names
from tests.web.people import Person, Server


def test_newcomers_are_led_in_four_ways_and_see_a_picture_of_each_game(server: Server) -> None:
    page = server.client.get("/").text
    ways = page[page.index('class="ways-in"') : page.index("</ul>")]
    leads = re.findall(r'href="([^"]+)"', ways)
    assert leads == ["/play", "#games", f"/character/{names()[0]}", f"/odds/{names()[0]}"]
    for lead in leads:
        assert f'id="{lead[1:]}"' in page if lead.startswith("#") else server.client.get(lead).status_code == 200
    for name in names():
        assert game(name).theme.picture in page


@pytest.mark.parametrize("section", ["rules", "odds", "character", "rehearse"])
def test_from_one_game_to_the_same_page_of_another(server: Server, section: str) -> None:
    page = server.client.get(f"/{section}/cairn").text
    switch = page[page.index('class="switch"') :]
    switch = switch[: switch.index("</nav>")]
    assert re.findall(r'href="([^"]+)"', switch) == [f"/{section}/{name}" for name in names()]
    assert switch.count("aria-current") == 1


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
