"""Conditions: held once, gained and shed."""

import pytest
from msgspec import Struct

from tallow.mechanics.conditions import gain, has, shed


class Somebody(Struct, frozen=True):
    conditions: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("before", "gained", "after"),
    [((), ("dead",), ("dead",)), (("prone",), ("dead", "prone"), ("prone", "dead")), (("dead",), ("dead",), ("dead",))],
)
def test_a_condition_holds_once(before, gained, after):
    one = gain(Somebody(before), *gained)
    assert one.conditions == after
    assert all(has(one, condition) for condition in gained)


@pytest.mark.parametrize(
    ("before", "lost", "after"),
    [((), ("dead",), ()), (("prone", "dead"), ("dead", "asleep"), ("prone",)), (("prone",), ("dead",), ("prone",))],
)
def test_a_condition_ends(before, lost, after):
    one = shed(Somebody(before), *lost)
    assert one.conditions == after
    assert not any(has(one, condition) for condition in lost)


def test_whoever_does_not_change_stays_the_very_same():
    one = Somebody(("prone",))
    assert gain(one, "prone") is one
    assert shed(one, "dead") is one
    assert shed(Somebody(), "dead") == Somebody()
