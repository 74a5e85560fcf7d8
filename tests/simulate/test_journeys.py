"""Expeditions through an adventure: the same on any number of cores, and true to what happened."""

import json

import pytest

from tallow.adventures import ready
from tallow.games import game
from tallow.games.optional import games_with
from tallow.simulate import Report, journey
from tallow.simulate.places import generate
from tests.cli.run import tallow

PARTY = "Marchguard; Cutpurse; Half-Witch"
MILL = ready("cairn", "mill")


def same(report: Report) -> tuple[object, ...]:
    return report.wins, report.ends, report.counts, report.marks


def test_the_same_seed_gives_the_same_answer_on_any_number_of_cores() -> None:
    one = journey("cairn", PARTY, MILL, n=100, cores=1)
    assert same(journey("cairn", PARTY, MILL, n=100, cores=2)) == same(one)
    assert same(journey("cairn", PARTY, MILL, n=100, cores=1, seed=1)) != same(one)


def test_marks_say_what_was_seen_who_fell_where_and_what_came_home() -> None:
    report = journey("cairn", "1 HP, 3 STR, knife (d6) x2", MILL, n=60, cores=1)
    assert report.marks["seen/yard"] == 1
    seen = [share for mark, share in report.marks.items() if mark.startswith("seen/")]
    assert sum(seen) == pytest.approx(report.counts["rooms"].mean)
    fell = [share for mark, share in report.marks.items() if mark.startswith("fell/")]
    assert sum(fell) == pytest.approx(report.counts["deaths"].mean)
    assert sum(fell) > 0
    brought = {one.id: one.coins + one.worth for one in MILL.thing}
    worth = sum(
        share * brought[mark.split("/")[1]] for mark, share in report.marks.items() if mark.startswith("brought")
    )
    home = 1 - report.ends.get("lost", 0)
    assert worth == pytest.approx(report.counts["treasure"].mean * home)


@pytest.mark.parametrize("name", games_with(lambda one: one.stocking and one.exploring))
def test_places_by_chance_come_to_an_end(name: str) -> None:
    played = game(name)
    assert played.example is not None
    for seed in range(2):
        place = generate(played, 7, seed)
        report = journey(played, played.example(played.settings()), place, n=25, cores=1)
        assert "stalemate" not in report.ends
        assert report.marks[f"seen/{place.adventure.begins}"] == 1


def test_the_command_tells_and_writes_json() -> None:
    asked = ("expedition", "cairn", "--party", PARTY, "--adventure", "mill", "-n", "20")
    ran = tallow(*asked, "--show")
    assert ran.code == 0, ran.err
    assert "The mill at Sallow Weir" in ran.out
    assert "Ruts, nettles, a cart without its wheel." in ran.out
    assert "1. Yard and step" in ran.out
    found = json.loads(tallow(*asked, "--json").out)
    assert found["marks"]["seen/yard"] == 1
    assert found["adventure"] == "The mill at Sallow Weir"


def test_an_adventure_that_nobody_knows_is_refused() -> None:
    ran = tallow("expedition", "cairn", "--party", PARTY, "--adventure", "mil", "-n", "1")
    assert ran.code == 2
    assert '"mill"' in ran.err
    assert (
        "not allowed with" in tallow("expedition", "cairn", "--party", PARTY, "--adventure", "mill", "--room", "-").err
    )
