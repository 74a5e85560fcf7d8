"""The page of odds."""

import re
from pathlib import Path

import pytest

from tallow.games import game, names
from tallow.web.process.limits import Limits, Rate
from tests.web.people import Server, serving


def test_odds_are_asked_in_words(server: Server) -> None:
    for played in ("cairn", "modified_cairn"):
        page = server.client.get(f"/odds/{played}").text
        assert "A player&#39;s character</option>" in page
        assert ">Pc<" not in page
        assert ">Npc<" not in page
    assert ">d20</option>" in server.client.get("/odds/dead_weight/usage").text


@pytest.mark.parametrize("played", names())
def test_every_question_opens_on_something_worked_out(server: Server, played: str) -> None:
    pages = ["", *(f"/{inquiry.name}" for inquiry in game(played).odds.inquiries)]
    for page in pages:
        answer = server.client.get(f"/odds/{played}{page}")
        assert answer.status_code == 200, page
        assert re.search(r'aria-current="page".*class="chances".*<meter', answer.text, re.DOTALL), page


def test_what_is_wrong_stands_where_the_answer_would(server: Server) -> None:
    answer = server.client.get("/odds/cairn/attack?dice=bread&hp=4")
    assert answer.status_code == 400
    assert re.search(r'id="answer".*class="problem"[^>]*>[^<]*bread', answer.text, re.DOTALL)
    assert 'value="bread"' in answer.text


def test_who_asks_too_often_is_told_when_to_ask_again(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(compute=Rate(1, 0.01))) as server:
        assert server.client.get("/odds/cairn").status_code == 200
        refused = server.client.get("/odds/cairn")
        assert refused.status_code == 429
        assert re.search(r'id="answer".*class="problem"', refused.text, re.DOTALL)


def test_odds_say_who_decides(server: Server) -> None:
    asked = "/odds/dead_weight/test?dice=2&proficiency=1"
    bots, best = (server.client.get(f"{asked}{goal}").text for goal in ("", "&goal=success"))
    assert "As the bots of Dead Weight decide for all." in bots
    assert "With the best play for success" in best
    assert "Played best for success" in best
    assert "Played best" not in bots
