"""Expeditions: room after room and home again, by the rules of the game, the seed alone deciding."""

from typing import Any

import pytest
from msgspec import structs

from tallow.games import game, names
from tallow.games.optional import archetypes_of, expedition_of, needed_bots
from tallow.mechanics.suggestions import Unknown
from tallow.play import Told
from tallow.simulate import HOME, LOST, TURNED_BACK, Plan, Report, explore, retell
from tallow.simulate.expeditions import set_out
from tallow.wording.speech import Speech

CAIRN = game("cairn")
FOUR = "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4"
LIGHT = "Torch x4"
GAMES = [name for name in names() if expedition_of(game(name)) is not None]


def timeless(report: Report) -> Report:
    return structs.replace(report, seconds=1, per_second=1)


def test_the_seed_alone_decides_on_any_number_of_cores() -> None:
    plan = Plan(("Goblin x2", "", "Goblin x3"), wandering="Goblin")
    seen: list[tuple[int, int]] = []
    here = explore(CAIRN, FOUR, plan, pack=LIGHT, n=120, seed=3, cores=1, progress=lambda *at: seen.append(at))
    there = explore(CAIRN, FOUR, plan, pack=LIGHT, n=120, seed=3, cores=2)
    assert timeless(here) == timeless(there)
    assert seen == [(50, 120), (100, 120), (120, 120)]
    assert here.counts != explore(CAIRN, FOUR, plan, pack=LIGHT, n=120, seed=4, cores=1).counts


def test_through_empty_rooms_everybody_comes_home_in_so_many_turns() -> None:
    found = explore(CAIRN, FOUR, Plan(("", "", ""), turns=3), pack=f"{LIGHT}; Rations x16", n=100)
    assert found.ends == {HOME: 1.0}
    assert found.counts["rooms"].shares == {3: 1.0}
    assert found.counts["fights"].shares == {0: 1.0}
    assert found.counts["turns"].shares == {18: 1.0}


def test_nobody_comes_home_from_what_is_too_strong() -> None:
    found = explore(
        CAIRN, "1 HP, 3 STR, twig (d4) x2", Plan(("", "20 HP, 3 Armor, 18 STR, axe (d12) x3")), pack=LIGHT, n=50
    )
    assert found.wins.p == 0
    assert found.ends[LOST] > 0.9
    assert set(found.counts["rooms"].shares) == {1}


def test_without_light_they_turn_back_before_the_first_room() -> None:
    found = explore(CAIRN, FOUR, Plan(("", "", "")), pack="", n=50)
    assert found.ends == {TURNED_BACK: 1.0}
    assert found.counts["rooms"].shares == {0: 1.0}


def test_a_fourth_torch_is_worth_something() -> None:
    plan = Plan(("Goblin x2",) * 3, turns=4)
    one, four = (explore(CAIRN, FOUR, plan, pack=f"Torch x{n}", n=300) for n in (1, 4))
    assert one.wins.high < four.wins.low


def test_to_rest_is_better() -> None:
    plan = Plan(("Goblin x3",) * 3)
    rested, not_rested = (
        explore(CAIRN, FOUR, structs.replace(plan, rests=rests), pack=LIGHT, n=300) for rests in (True, False)
    )
    assert rested.counts["deaths"].mean < not_rested.counts["deaths"].mean


def test_what_is_wrong_is_said_before_anybody_sets_out() -> None:
    for plan in (Plan(("Goblin", "Goblim")), Plan(("Goblin",), wandering="Goblim")):
        with pytest.raises(Unknown, match='Did you mean "Goblin"'):
            explore(CAIRN, FOUR, plan, progress=lambda *_: pytest.fail("somebody set out"))
    with pytest.raises(ValueError, match="no expeditions"):
        explore(
            structs.replace(CAIRN, bots=structs.replace(needed_bots(CAIRN), expedition=None)), FOUR, Plan(("Goblin",))
        )


def test_one_is_told_part_by_part() -> None:
    plan = Plan(("Goblin x2", "", "Goblin"), wandering="Goblin")
    way = expedition_of(CAIRN)
    assert way is not None
    state = way.begin(FOUR, LIGHT, CAIRN.settings())
    ended, parts = retell(CAIRN, state, plan, seed=5)
    assert (ended, parts) == retell(CAIRN, state, plan, seed=5)
    assert [part.foes for part in parts[:3]] == ["", "Goblin x2", ""]
    assert sum(bool(part.foes) for part in parts) == ended.counts["fights"]
    assert all(part.events for part in parts)


def test_ground_that_they_know_draws_no_events() -> None:
    """In Cairn a new area does; three turns in, three home."""
    state = set_out(CAIRN, FOUR, f"{LIGHT}; Rations x16")
    _, parts = retell(CAIRN, state, Plan(("",), turns=3))
    drawn = [
        event for part in parts for event in part.events if isinstance(event, Told) and event.code == "dungeon.draws"
    ]
    assert len(drawn) == 3


def with_expedition(name: str) -> Any:
    found = game(name)
    assert archetypes_of(found) is not None
    return found, archetypes_of(found)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("wandering", [True, False])
def test_every_game_sends_its_four_people(name: str, *, wandering: bool) -> None:
    found, four = with_expedition(name)
    plan = Plan((f"{four.foe} x2", "", four.foe), wandering=four.foe if wandering else "")
    report = explore(found, four.party(1), plan, n=40, seed=1)
    assert set(report.ends) <= {HOME, TURNED_BACK, LOST}
    assert {"rooms", "fights", "rounds", "turns", "deaths"} <= set(report.counts)
    assert max(report.counts["rooms"].shares) <= 3
    assert report.counts["turns"].mean > 0
    labels = [Speech(found).label(code) for code in report.counts if code not in {"rooms", "fights"}]
    assert [label for label in labels if not label[0].isupper() or "_" in label] == []
    assert report.ends.get(HOME, 0) == report.wins.p


@pytest.mark.parametrize("name", GAMES)
def test_without_turns_and_rests_there_are_fights_alone(name: str) -> None:
    found, four = with_expedition(name)
    report = explore(found, four.party(1), Plan((four.foe,) * 2, turns=0, rests=False), n=20)
    assert max(report.counts["fights"].shares) <= 2
