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
    ],
)
def test_what_passes(stake, pool, passed):
    assert stake.passes(pool) is passed


def test_damage_has_no_chance():
    assert Roll(1, 6, "me", "", stake=Stake(against="goblin")).chance() is None
    assert Roll(1, 6, "me", "").chance() is None
