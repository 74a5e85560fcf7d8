"""The page that makes a character: ready at once, changed by choices that leave the rest, on paper, at a table."""

import re
from pathlib import Path

import pytest

from tallow.games import game, names
from tallow.simulate.chosen_answers import ChosenAnswers, marked
from tests.web.people import serving


@pytest.mark.parametrize("name", names())
def test_a_choice_changes_what_it_says_and_a_name_of_ones_own_is_a_field(tmp_path: Path, name: str) -> None:
    with serving(tmp_path) as server:
        page = server.client.get(f"/character/{name}?seed=4").text
        assert 'name="own.name"' in page
        named = server.client.get(f"/character/{name}?seed=4&own.name=Ottilie+Quick").text
        assert "<h1>Ottilie Quick</h1>" in named
        numbers = re.findall(r'class="now"[^>]*>([^<]+)<', page)
        assert numbers
        assert numbers == re.findall(r'class="now"[^>]*>([^<]+)<', named)


def test_a_choice_that_is_no_longer_offered_is_left_to_chance(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        asked = "/character/black_hack?seed=4&class=black_hack.class.wizard&kit=black_hack.kit.warrior_a&nothing=1"
        page = server.client.get(asked)
        assert page.status_code == 200
        assert "Wizard&#39;s kit" in page.text
        assert re.search(r'value="black_hack.class.wizard"\s+checked', page.text)


def test_it_is_taken_along_as_it_was_chosen_and_played_with_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        chosen = "seed=4&own.name=Ottilie&background=cairn.background.cutpurse"
        document = server.client.get(f"/character/cairn/character.json?{chosen}").text
        assert '"name": "Ottilie"' in document
        assert "cairn.background.cutpurse" in document
        assert server.client.get(f"/character/cairn/sheet.pdf?{chosen}").content.startswith(b"%PDF")
        given = dict(part.split("=") for part in chosen.split("&"))
        table = server.client.post("/character/cairn/play", data=given, follow_redirects=True)
        assert table.status_code == 200
        assert "Ottilie" in table.text
        assert "The mill at Sallow Weir" in table.text


@pytest.mark.parametrize("name", names())
def test_one_decision_leaves_the_dice_of_all_others_as_they_fell(name: str) -> None:
    played = game(name)
    assert played.characters is not None
    create = played.characters.create
    first = ChosenAnswers(7, {})
    create(first, played.settings())
    last = first.asked[-1]
    for option in getattr(last.question, "options", ()):
        again = ChosenAnswers(7, {last.key: marked(option)})
        create(again, played.settings())
        assert again.asked[:-1] == first.asked[:-1]
