"""The page on which a referee rehearses an expedition: it fills up by itself, and says what is wrong."""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tallow.adventures import ready
from tallow.games import game, names
from tallow.games.optional import expedition_of
from tallow.simulate import Plan
from tallow.web.background import rehearsals
from tallow.web.background.work_pool import TooHard, WorkPool
from tallow.web.routes.rehearse import MOST_ROOMS, MOST_TURNS
from tests.web.people import Person, serving

FOES = {
    "cairn": ("Goblin", "Wood Troll"),
    "dead_weight": ("Freshly Risen Corpse", "Goblin Scrapper"),
    "modified_cairn": ("Goblin", "Skeleton"),
    "black_hack": ("Goblin", "Skeleton"),
    "vanilla": ("Goblin", "Skeleton"),
}
"""Some whom the page offers for rooms."""

PARTY = "4 HP, 1 Armor, 11 STR, sword (d8) x4"


def address(name: str = "cairn", **given: str) -> str:
    asked = {"party": PARTY, "rooms": "Goblin x2\n-\nGoblin x3", "turns": "2", "pack": "Torch x4", "rest": "yes"}
    return f"/rehearse/{name}?{urlencode(asked | given)}"


def test_it_fills_up_by_itself_and_is_then_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "EXPEDITIONS", 20)
    with serving(tmp_path) as server:
        first = server.client.get("/rehearse/cairn").text
        assert "They are on their way" in first
        assert "Marchguard; Cutpurse" in first
        server.wait_for_background()
        asked_again = re.search(r'hx-get="(/rehearse/cairn\?at=)"', first)
        assert asked_again is not None
        assert "20 expeditions." in server.client.get(asked_again[1]).text
        under_way = server.client.get(address()).text
        assert "They are on their way" in under_way
        assert 'hx-get="/rehearse/cairn?party=4+HP' in under_way
        server.wait_for_background()
        page = server.client.get(address()).text
        assert 'hx-trigger="load' not in page
        for part in ("The party sees every room", "1. Goblin x2", "2. nobody", "3. Goblin x3", "Lightings left"):
            assert part in page
        assert page.index("Rooms won") < page.index("Rounds")
        assert "20 expeditions." in server.client.get(address()).text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"party": "Marchgard"}, "Did you mean Marchguard?"),
        ({"rooms": "Goblin\nGoblim"}, "Did you mean Goblin"),
        ({"wandering": "Goblim"}, "Did you mean Goblin"),
        ({"pack": "Torch x99"}, "nobody has room for it"),
        ({"party": ""}, "expected somebody"),
    ],
)
def test_what_is_wrong_is_said_and_nobody_sets_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, str], said: str
) -> None:
    async def run(*given: object) -> None:
        pytest.fail(f"somebody set out: {given}")

    monkeypatch.setattr(WorkPool, "run", run)
    with serving(tmp_path) as server:
        answer = server.client.get(address(**given))
        assert answer.status_code == 400
        assert said in answer.text
        assert 'id="rehearsed"' not in answer.text


def test_what_takes_too_long_is_said_and_too_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise TooHard

    monkeypatch.setattr(WorkPool, "run", broken)
    with serving(tmp_path) as server:
        server.client.get(address())
        server.wait_for_background()
        assert "That took too long" in server.client.get(address()).text
        monkeypatch.setattr(rehearsals, "MOST_WAITING", 0)
        busy = server.client.get(address(turns="3"))
        assert busy.status_code == 503
        assert "Others are rehearsing" in busy.text


def test_numbers_and_words_beyond_all_bounds_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Plan] = []

    async def run(_: WorkPool, client: str, work: object, game_id: str, party: str, plan: Plan, *more: object) -> None:
        seen.append(plan)
        raise ValueError

    monkeypatch.setattr(WorkPool, "run", run)
    with serving(tmp_path) as server:
        server.client.get(address(rooms="-\n" * 50, turns="9" * 4, pack=""))
        server.client.get(address(rooms="--party=evil", turns="x"))
        server.wait_for_background()
    (plan,) = seen
    assert plan.rooms == ("",) * MOST_ROOMS
    assert plan.turns == MOST_TURNS


def test_games_that_have_expeditions_offer_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "EXPEDITIONS", 1)
    with serving(tmp_path) as server:
        start = server.client.get("/").text
        for name in names():
            there = expedition_of(game(name)) is not None
            assert (f'href="/rehearse/{name}"' in start) == there
            page = server.client.get(f"/rehearse/{name}")
            assert page.status_code == (200 if there else 400)
            assert all(f'<option value="{foe}">' in page.text for foe in FOES[name])
            server.wait_for_background()
        japanese = server.client.get("/rehearse/black_hack", headers={"Accept-Language": "ja"}).text
        if expedition_of(game("black_hack")) is not None:
            assert "探索のリハーサル" in japanese


def test_the_party_of_a_table_sets_out_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "EXPEDITIONS", 20)
    with serving(tmp_path) as server:
        opened = server.client.post("/try", data={"game": "cairn"}, follow_redirects=True)
        referee = str(opened.url)
        assert 'href="rehearse"' in opened.text
        before = server.client.get(f"{referee}/log").text
        form = server.client.get(f"{referee}/rehearse").text
        assert "as it stands now" in form
        assert 'name="party"' not in form
        asked = f"{referee}/rehearse?rooms=Goblin%0AGoblin&turns=1&pack=Torch"
        assert "They are on their way" in server.client.get(asked, headers={"HX-Request": "true"}).text
        server.wait_for_background()
        page = server.client.get(asked, headers={"HX-Request": "true"}).text
        assert "20 expeditions." in page
        assert server.client.get(f"{referee}/log").text == before


def test_only_the_referee_rehearses_with_a_table(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.client.post("/try", data={"game": "cairn"}, follow_redirects=True)
        player = re.search(r'href="(http[^"]*/t/[^"]+)"', opened.text)
        assert player is not None
        assert server.client.get(f"{player[1]}/rehearse").status_code == 403
        empty = server.client.post("/tables", data={"game": "cairn", "title": "Empty"}, follow_redirects=True)
        answer = server.client.get(f"{empty.url}/rehearse?rooms=Goblin&turns=1")
        assert answer.status_code == 400
        assert "Nobody here is able to set out" in answer.text


def test_through_an_adventure_it_is_drawn_upon_the_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "JOURNEYS", 20)
    with serving(tmp_path) as server:
        assert '<option value="mill"' in server.client.get("/rehearse/cairn").text
        asked = address(party="Marchguard; Cutpurse", adventure="mill", pack="")
        assert "They are on their way" in server.client.get(asked).text
        server.wait_for_background()
        page = server.client.get(asked).text
        assert "The party comes to a good end" in page
        assert "20 expeditions." in page
        drawn = page[page.index('<figure class="map"') : page.index("</figure>")]
        for room in ready("cairn", "mill").room:
            assert f"{room.number} {room.name}" in re.sub("</text><text[^>]*>", " ", drawn)
        assert drawn.count('class="share"') == 6
        assert re.search(r">100(\.0)?\xa0%( †|<)", drawn)
        for top, high, texts in re.findall(
            r'<g class="rated"><rect [^>]*y="(\d+)"[^>]*height="(\d+)">(.*?)</g>', drawn
        ):
            lines = [float(y) for y in re.findall(r'<text x="[^"]*" y="([^"]*)"', texts)]
            assert len(lines) > 1
            assert int(top) < min(lines) < max(lines) < int(top) + int(high), "nothing is written outside of its room"
        assert "How often each room is seen" in page
        assert "Rooms seen" in page
        unknown = server.client.get(address(adventure="nowhere"))
        assert unknown.status_code == 400


def test_the_party_of_a_table_is_sent_through_the_place_of_that_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsals, "JOURNEYS", 5)
    with serving(tmp_path) as server:
        given = {"game": "cairn", "adventure": "mill", "party": "ready", "title": "Friday", "name": "Ann"}
        opened = server.client.post("/tables", data=given, follow_redirects=False)
        ann = Person(server, opened.headers["location"].removeprefix("/t/"))
        assert 'href="rehearse"' in ann.page().text
        form = ann.page("/rehearse").text
        assert re.search(r'<option value="here"\s+selected>The mill at Sallow Weir', form)
        asked = f"/rehearse?{urlencode({'adventure': 'here', 'rooms': '-', 'turns': '0', 'pack': ''})}"
        assert "They are on their way" in ann.page(asked).text
        server.wait_for_background()
        assert '<figure class="map"' in ann.page(asked).text
