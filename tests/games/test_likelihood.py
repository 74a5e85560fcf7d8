"""The solver of the odds beside a decision."""

from fractions import Fraction

import pytest

from tallow.games.shared.likelihood import Likelihood, TooManyCases
from tallow.play import REFEREE, Play


def beats(play: Play, lies: tuple[tuple[int, ...], int]) -> bool:
    (face,) = play.roll(1, 6, by=REFEREE, why="cairn.save.roll")
    return face > max(*lies[0], lies[1])


def three_dice(play: Play) -> int:
    return sum(play.roll(1, 6, by=REFEREE, why="cairn.save.roll")[0] for _ in range(3))


def until_too_many(times: int = 0) -> int:
    """How often one question may ask for the same odds."""
    likelihood = Likelihood()
    try:
        while True:
            assert likelihood.of(lambda total: total > 3, three_dice) == Fraction(215, 216)
            times += 1
    except TooManyCases:
        return times


def test_odds_that_are_known_count_as_if_they_were_worked_out() -> None:
    first = until_too_many()
    assert first > 1
    assert until_too_many() == first


@pytest.mark.parametrize("stored", [[[2, 3], 1], ([2, 3], 1), ((2, 3), 1)])
def test_facts_that_json_has_made_lists_of_have_the_same_odds(stored: object) -> None:
    assert Likelihood().of(bool, beats, stored) == Fraction(1, 2)
