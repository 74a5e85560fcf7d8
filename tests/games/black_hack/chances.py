"""Exact chances of attribute tests, for tests of The Black Hack."""

from fractions import Fraction

from tallow.games.black_hack.checks.attribute_tests import roll_below
from tallow.play import distribution
from tests.games.playing import first

WHY = "black_hack.test.when"


def passes(play, aim, fixed=0, dice=(), edge="", purpose="", literal=False):
    """Whether a test succeeds."""
    return roll_below(play, aim, fixed, dice, edge, "player", WHY, purpose, literal).success


def chance(aim, fixed=0, dice=(), edge="", purpose="", literal=False):
    """The chance of success if everybody takes the obvious."""
    return distribution(passes, aim, fixed, dice, edge, purpose, literal, policy=first).get(True, Fraction(0))
