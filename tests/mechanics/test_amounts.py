"""Amounts as entries write them."""

import pytest

from tallow.mechanics.amounts import parse_amount, roll_secretly
from tallow.play import REFEREE, Scripted
from tallow.play.questions import Roll


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("3", (0, 0, 3, 1)),
        ("d6", (1, 6, 0, 1)),
        ("2d6+3", (2, 6, 3, 1)),
        ("1d6 - 1", (1, 6, -1, 1)),
        ("1d6 x 10", (1, 6, 0, 10)),
    ],
)
def test_dice_are_read(text, read):
    assert parse_amount(text) == read


@pytest.mark.parametrize("text", ["", "six", "2d", "1d6+1d4"])
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(ValueError, match="is not dice"):
        parse_amount(text)


def test_an_amount_is_rolled_unseen():
    play = Scripted((3, 5))
    assert roll_secretly(play, "2d6+1x2", "a.rule") == 18
    assert play.asked == [Roll(2, 6, REFEREE, "a.rule", hidden=True)]
    assert roll_secretly(Scripted(), "4", "a.rule") == 4
