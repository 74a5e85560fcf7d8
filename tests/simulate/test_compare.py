"""Games side by side: the same measures for each, with intervals that hold the truth."""

from math import isclose

import pytest

from tallow.games import BUILT_IN, game
from tallow.games.optional import needed_bots
from tallow.mechanics.suggestions import Unknown
from tallow.simulate import MEASURES, comparable, measure, simulate
from tallow.simulate.compare import SHARES, archetypes


def test_every_built_in_game_can_be_compared():
    assert set(BUILT_IN) <= set(comparable())


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_is_measured(name):
    found = measure(game(name), 2, 1, n=40)
    assert (found.game, found.n, found.foes) == (name, 40, f"{archetypes(game(name)).foe} x2")
    for code in MEASURES:
        one = getattr(found, code)
        assert 0 <= one.low <= one.p <= one.high
        if code in SHARES:
            assert one.high <= 1
        assert game(name).words.has("measure", code)
    assert measure(game(name), 2, 1, n=40).wins == found.wins


@pytest.mark.parametrize("name", BUILT_IN)
def test_more_foes_are_worse(name):
    few, many = (measure(game(name), foes, 1, n=60) for foes in (1, 8))
    assert few.wins.p >= many.wins.p
    assert few.spent.p < many.spent.p


def test_a_measure_is_what_the_simulation_counts():
    found = measure(game("cairn"), 3, 5, n=300, seed=4)
    report = simulate(game("cairn"), found.party, found.foes, n=300, seed=4)
    assert found.level == 1
    assert found.wins == report.wins
    assert found.deaths.p == report.counts["deaths"].mean
    assert isclose(found.maimed.p, 1 - report.counts["maimed"].shares.get(0, 0))


def test_the_interval_of_a_mean_shrinks_with_the_number_of_fights():
    few, many = (measure(game("cairn"), 3, 1, n=n).rounds for n in (200, 3_200))
    assert (many.high - many.low) < (few.high - few.low) / 3
    assert many.low < few.p < many.high or few.low < many.p < few.high


def test_a_game_without_archetypes_is_refused_with_those_that_have_them():
    from msgspec.structs import replace  # noqa: PLC0415

    cairn = game("cairn")
    for bots in (replace(needed_bots(cairn), archetypes=None), None):
        with pytest.raises(Unknown, match="cairn"):
            measure(replace(cairn, bots=bots), 3, 1)
