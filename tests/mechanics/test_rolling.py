"""Rolling: what the dice come to, and what is kept of their history."""

from typing import Any

import pytest

from tallow.mechanics import Result, history, parse, roll
from tallow.mechanics.rolling import MOST_EXPLOSIONS
from tallow.play import Waiting, advance, scripted


def rolled(text: str, *script: Any, dialect: str = "sum") -> Result:
    return scripted(roll, parse(text, dialect), "ana", script=script)


@pytest.mark.parametrize(
    ("text", "script", "total", "shown"),
    [
        ("4d6kh3", ([1, 3, 6, 4],), 13, "4d6kh3 (6 4 3 ~1~)"),
        ("4d6kl1", ([1, 3, 6, 4],), 1, "4d6kl1 (~6~ ~4~ ~3~ 1)"),
        ("4d6dh1", ([1, 3, 6, 4],), 8, "4d6dh1 (~6~ 4 3 1)"),
        ("2d6+d8-1", ([2, 5], [8]), 14, "2d6 (5 2), d8 (8)"),
        ("2*(d4+1)", ([3],), 8, "d4 (3)"),
        ("{2d6, 1d8}kh1", ([1, 2], [7]), 7, "~2d6 (2 1)~, d8 (7)"),
        ("{2d6, 1d8}kh1", ([6, 2], [8]), 8, "2d6 (6 2), ~d8 (8)~"),
        ("{d6, d8, d10}cs>=5", ([5], [2], [10]), 2, "d6 (5), d8 (2), d10 (10)"),
        ("d20adv", ([4, 15],), 15, "d20adv (15 ~4~)"),
        ("d20dis", ([4, 15],), 4, "d20dis (~15~ 4)"),
        ("d66", ([5], [2]), 52, "d66 (5 2)"),
        ("4dF", ([1, 2, 3, 3],), 1, "4dF (1 1 0 -1)"),
        ("3d6!", ([6, 6, 2], [6, 1], [4]), 25, "3d6! (6! 6! 6! 4 2 1)"),
        ("2d6!!", ([6], [6], [3], [2]), 17, "2d6!! (15! 2)"),
        ("2d6!p", ([6, 2], [6], [1]), 13, "2d6!p (6! 5! 2 0)"),
        ("3d6ro1", ([1, 1, 5], [1, 4]), 10, "3d6ro1 (5 4 1 ~1r~ ~1r~)"),
        ("3d6rr<=2", ([1, 2, 5], [1, 4], [3]), 12, "3d6rr<=2 (5 4 3 ~1r~ ~2r~ ~1r~)"),
        ("4d6cs>=5", ([5, 6, 1, 4],), 2, "4d6cs>=5 (6 5 4 1)"),
        ("3d6min2max5", ([1, 6, 3],), 10, "3d6min2max5 (5 3 2)"),
    ],
)
def test_what_the_dice_come_to(text: str, script: tuple[Any, ...], total: int, shown: str) -> None:
    result = rolled(text, *script)
    assert (result.total, history(result)) == (total, shown)


@pytest.mark.parametrize(
    ("text", "script", "total", "shown"),
    [
        ("d6+d8", ([5], [3]), 5, "d6 (5), d8 (~3~)"),
        ("d8+d8", ([3], [7]), 7, "d8 (~3~), d8 (7)"),
        ("2d6+d8", ([5, 6], [3]), 6, "2d6 (6 ~5~), d8 (~3~)"),
        ("d6+d8+1", ([5], [3]), 6, "d6 (5), d8 (~3~)"),
        ("3d6", ([5, 3, 1],), 9, "3d6 (5 3 1)"),
        ("2d20+10", ([7, 18],), 35, "2d20 (18 7)"),
        ("d20adv", ([4, 15],), 4, "d20adv (~15~ 4)"),
    ],
)
def test_in_the_cairn_games_plus_keeps_the_highest(text: str, script: tuple[Any, ...], total: int, shown: str) -> None:
    result = rolled(text, *script, dialect="highest")
    assert (result.total, history(result)) == (total, shown)


def test_who_rolls_under_is_lucky_with_the_lower() -> None:
    assert rolled("d20adv", [4, 15], dialect="under").total == 4
    assert rolled("d20dis", [4, 15], dialect="under").total == 15
    assert rolled("d6adv", [2, 5], dialect="under").total == 5


@pytest.mark.parametrize(
    ("text", "face", "marks", "after"),
    [("Ud8", 3, (), 8), ("Ud8", 2, ("steps_down",), 6), ("Ud20", 1, ("steps_down",), 12), ("Ud4", 2, ("used_up",), 0)],
)
def test_usage_dice(text: str, face: int, marks: tuple[str, ...], after: int) -> None:
    result = rolled(text, [face])
    assert (result.total, result.marks, result.next) == (face, marks, after)


def test_risk_dice_are_bad_on_any_one() -> None:
    assert rolled("2d!", [1, 4]).every_mark() == ("bad",)
    assert rolled("2d!+Ud6", [2, 4], [1]).every_mark() == ("steps_down",)
    assert rolled("0d!").every_mark() == ()


def test_explosions_and_rerolls_end() -> None:
    endless = [[6]] * (MOST_EXPLOSIONS + 1)
    assert rolled("d6!", *endless).total == 6 * (MOST_EXPLOSIONS + 1)
    assert rolled("d6!!", *endless).total == 6 * (MOST_EXPLOSIONS + 1)
    assert rolled("d6rr<=4", *([[1]] * 21), [2]).total == 6


def test_real_dice_are_asked_for_one_throw_after_another() -> None:
    first = advance(roll, parse("2d6!+d8"), "ana", "some.rule.id")
    assert isinstance(first, Waiting)
    then = advance(roll, parse("2d6!+d8"), "ana", "some.rule.id", answers=((6, 2),))
    assert isinstance(then, Waiting)
    assert [(q.question.n, q.question.sides) for q in (first, then)] == [(2, 6), (1, 6)]  # type: ignore[union-attr]
