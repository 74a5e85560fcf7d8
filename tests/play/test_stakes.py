"""Stakes: what dice pass, and the chance of it counted over every throw."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallow.play import Roll, Stake
from tallow.play.questions import Compared

COMPARED: tuple[Compared, ...] = ("sum", "lowest", "highest")


@given(
    st.integers(1, 4),
    st.sampled_from((4, 6, 8)),
    st.integers(-1, 40),
    st.booleans(),
    st.sampled_from(COMPARED),
)
def test_the_chance_is_the_share_of_throws_that_pass(n, sides, need, above, compared):
    stake = Stake(need, above, compared=compared)
    throws = list(product(range(1, sides + 1), repeat=n))
    met = sum(1 for throw in throws if stake.passes(throw))
    assert Roll(n, sides, "me", "", stake=stake).chance() == Fraction(met, len(throws))


@pytest.mark.parametrize(
    ("stake", "pool", "passed"),
    [
        (Stake(7), (7,), True),
        (Stake(7), (8,), False),
        (Stake(7, above=True), (7,), True),
        (Stake(7, above=True), (6,), False),
        (Stake(10, compared="lowest"), (9, 19), True),
        (Stake(10, compared="highest"), (9, 19), False),
        (Stake(5, above=True, compared="highest"), (1, 5), True),
        (Stake(2, above=True, compared="lowest"), (1, 5), False),
        (Stake(9, above=True), (4, 5), True),
        (Stake(), (3,), None),
        (Stake(11, least=5), (4,), False),
        (Stake(11, least=5), (5,), True),
        (Stake(11, least=5, compared="each"), (5, 12), False),
        (Stake(9, lie=(3,)), (7,), False),
        (Stake(4, above=True, compared="highest", lie=(5,)), (1,), True),
        (Stake(2, sure=1, more=(4,)), (1,), True),
        (Stake(30, lost=20), (20,), False),
    ],
)
def test_what_passes(stake, pool, passed):
    assert stake.passes(pool) is passed


@given(
    st.integers(1, 3),
    st.lists(st.integers(1, 6), max_size=2),
    st.lists(st.sampled_from((4, 6)), max_size=2),
    st.integers(0, 20),
    st.booleans(),
    st.sampled_from(COMPARED),
    st.sampled_from(("", "better", "worse")),
)
def test_dice_that_lie_there_and_dice_to_come_count_too(n, lie, more, need, above, compared, twice):
    stake = Stake(need, above, compared=compared, lie=tuple(lie), more=tuple(more), twice=twice)
    plain = Stake(need, above, compared=compared)
    dice = [range(1, 7)] * n + [range(1, sides + 1) for sides in more]
    met = [plain.passes((*throw, *lie)) for throw in product(*dice)]
    once = Fraction(sum(map(bool, met)), len(met))
    both = once**2 if twice == "worse" else 1 - (1 - once) ** 2 if twice else once
    assert Roll(n, 6, "me", "", stake=stake).chance() == both


def test_a_band_is_met_from_its_least_number_to_its_need():
    assert Roll(1, 20, "me", "", stake=Stake(11, least=5)).chance() == Fraction(7, 20)
    assert Roll(2, 20, "me", "", stake=Stake(11, least=5, compared="each")).chance() == Fraction(49, 400)
    assert Roll(1, 20, "me", "", stake=Stake(5, least=9)).chance() == 0


def test_what_more_than_these_dice_decides_has_its_odds_given():
    assert Roll(1, 6, "me", "", stake=Stake(5, above=True, odds=(14, 36))).chance() == Fraction(7, 18)


def test_an_amount_is_no_test():
    assert Roll(1, 6, "me", "", stake=Stake(5, above=True)).tests
    assert not Roll(1, 6, "me", "", stake=Stake(5, above=True, amount=True)).tests
    assert not Roll(1, 6, "me", "", stake=Stake()).tests


def test_of_a_secret_players_know_neither_number_nor_chance():
    secret = Stake(11, least=5, means="attack", facts=(11,), against="goblin", secret=True)
    assert secret.for_players() == Stake(means="attack", facts=(11,), against="goblin", secret=True)
    assert Roll(1, 20, "me", "", stake=secret.for_players()).chance() is None
    assert Stake(7).for_players() == Stake(7)


def test_damage_has_no_chance():
    assert Roll(1, 6, "me", "", stake=Stake(against="goblin")).chance() is None
    assert Roll(1, 6, "me", "").chance() is None
