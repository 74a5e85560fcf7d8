"""Drawing one of several things at random with ordinary dice."""

from collections.abc import Sequence
from typing import TypeVar

from tallow.play import Play, RuleId, Seat, rule

T = TypeVar("T")

SIZES = (2, 4, 6, 8, 10, 12, 20)


@rule("dead_weight.dice.sizes")
def draw(play: Play, things: Sequence[T], by: Seat, why: RuleId) -> T:
    """One of these, all equally likely: the smallest die with enough faces, rerolled if it shows a face too many."""
    if len(things) == 1:
        return things[0]
    sides = next((size for size in SIZES if size >= len(things)), len(things))
    while True:
        (face,) = play.roll(1, sides, by=by, why=why)
        if face <= len(things):
            return things[face - 1]
