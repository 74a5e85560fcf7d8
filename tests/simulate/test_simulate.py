"""Simulations: the seed alone decides, the report is right, and the rules are those that the exact solver reckons."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from tallow.games import game
from tallow.games.game import Outcome
from tallow.games.optional import needed_bots
from tallow.mechanics.suggestions import Malformed
from tallow.play import Told, distribution
from tallow.simulate import Report, Spread, Tally, replay, simulate, wilson

CAIRN = game("cairn")
PARTY = "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4"


def timeless(report: Report) -> Report:
    return structs.replace(report, seconds=1, per_second=1)


def test_the_seed_alone_decides_on_any_number_of_cores() -> None:
    here, seen = simulate(CAIRN, PARTY, "Goblin x4", n=2_100, seed=7, cores=1), []
    there = simulate(CAIRN, PARTY, "Goblin x4", n=2_100, seed=7, cores=2, progress=lambda *at: seen.append(at))
    assert timeless(here) == timeless(there)
    assert seen == [(1_000, 2_100), (2_000, 2_100), (2_100, 2_100)]
    assert here.counts != simulate(CAIRN, PARTY, "Goblin x4", n=2_100, seed=8, cores=1).counts


def test_a_game_goes_by_its_name_too() -> None:
    by_name, itself = (simulate(one, PARTY, "Goblin", n=50, seed=2) for one in ("cairn", CAIRN))
    assert timeless(by_name) == timeless(itself)


def test_every_thousand_has_dice_of_its_own() -> None:
    once, twice = (simulate(CAIRN, "1 HP, club (d4)", "1 HP, club (d4)", n=n) for n in (1_000, 2_000))
    assert once.counts != twice.counts


def test_the_report_is_plain_data_with_each_count_under_its_name() -> None:
    report = simulate(CAIRN, PARTY, "Goblin x4", n=200, seed=1)
    plain = report.to_json()
    assert {"game", "n", "seed", "wins", "ends", "rounds", "deaths", "hp_left", "seconds", "per_second"} <= set(plain)
    assert plain["n"] == 200
    assert plain["wins"]["low"] <= plain["wins"]["p"] <= plain["wins"]["high"]
    assert plain["rounds"]["mean"] == pytest.approx(sum(int(n) * p for n, p in plain["rounds"]["shares"].items()))
    assert sum(plain["ends"].values()) == pytest.approx(1)
    assert report.per_second == pytest.approx(200 / report.seconds)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_newcombe_has_it(hits: int, n: int, low: float, high: float) -> None:
    found = wilson(hits, n)
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)
    mirrored = wilson(n - hits, n)
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - high, 1 - low), abs=6e-5)


def test_quantiles_are_values_that_were_seen() -> None:
    spread = Spread.of({3: 1, 1: 94, 2: 5})
    assert (spread.mean, spread.p5, spread.p50, spread.p95) == (1.07, 1, 1, 2)
    assert spread.shares == {1: 0.94, 2: 0.05, 3: 0.01}


def test_tallies_add_up() -> None:
    outcomes = [Outcome(True, "foes_down", {"rounds": 2}), Outcome(False, "party_down", {"rounds": 3}), None]
    total = Tally()
    for outcome in outcomes:
        total.add(Tally.of([outcome]))
    ends = {"foes_down": 1, "party_down": 1, "stalemate": 1}
    assert total == Tally.of(outcomes) == Tally(3, 1, ends, {"rounds": {2: 1, 3: 1}})


def test_a_fight_that_never_ends_is_a_stalemate_and_no_win() -> None:
    idle = structs.replace(CAIRN, deeds=SimpleNamespace(perform=lambda _play, state, _action: state))
    report = simulate(idle, PARTY, "Goblin x4", n=3)
    assert report.ends == {"stalemate": 1.0}
    assert (report.stalemates, report.wins.p) == (1.0, 0.0)
    assert report.to_json()["rounds"] == {"mean": None}


def test_what_is_wrong_is_said_before_anything_runs() -> None:
    with pytest.raises(Malformed):
        simulate(CAIRN, "4 HP, sword", "Goblin")
    with pytest.raises(ValueError, match="at least one fight"):
        simulate(CAIRN, PARTY, "Goblin", n=0)


def chain(party: str, foes: str) -> tuple[float, float]:
    """The chance that the party wins a duel, and the mean of its rounds: every state with its chance, turn by turn."""
    reached: dict[Any, float] = {needed_bots(CAIRN).fight(party, foes, CAIRN.settings()): 1.0}
    won = rounds = 0.0
    while reached:
        following: dict[Any, float] = {}
        for state, p in reached.items():
            if outcome := needed_bots(CAIRN).over(state):
                won += p * outcome.won
                rounds += p * outcome.counts["rounds"]
            elif p > 1e-7:
                action = needed_bots(CAIRN).action(state, CAIRN.waiting(state)[0])
                for after, q in distribution(
                    CAIRN.perform, state, action, policy=needed_bots(CAIRN).answer, exact=False
                ).items():
                    following[after] = following.get(after, 0.0) + p * q
        reached = following
    return won, rounds


def test_it_agrees_with_the_exact_odds_of_a_duel() -> None:
    party, foes = "2 HP, 5 STR, club (d4)", "1 HP, 6 STR, 12 WIL, claws (d4+d4)"
    won, rounds = chain(party, foes)
    n = 20_000
    report = simulate(CAIRN, party, foes, n=n, seed=3, cores=1)
    assert 0.1 < won < 0.9
    assert abs(report.wins.p - won) < 4 * (won * (1 - won) / n) ** 0.5
    assert report.counts["rounds"].mean == pytest.approx(rounds, rel=0.02)


def test_one_fight_is_told_from_its_beginning_to_its_end() -> None:
    state = needed_bots(CAIRN).fight(PARTY, "Goblin x4", CAIRN.settings())
    events = replay(CAIRN, state, 3)
    codes = [event.code for event in events if isinstance(event, Told)]
    assert codes[0] == "fight.begins"
    assert codes[-1] == "fight.ends"
    assert "attack" in codes
    assert events == replay(CAIRN, state, 3)
    assert events != replay(CAIRN, state, 4)
