"""Trials: two dice against a score, a third for a point of Light."""

from msgspec.structs import replace

from tallow.play import Play, RuleId, Seat, rule
from wick.state import Keeper, lose

WORTH = {"bright": 2, "guttering": 1, "failed": 0}
"""What a trial is worth, in Gloom or in Light."""


@rule("wick.trial.roll")
def rolled(play: Play, score: int, dice: int, by: Seat, why: RuleId) -> str:
    """How so many dice come out against a score."""
    good = sum([face <= score for face in play.roll(dice, 6, by=by, why=why)])
    return "bright" if good > 1 else "guttering" if good else "failed"


@rule("wick.trial.burn", "wick.trial.roll")
def trial(play: Play, one: Keeper, score: int, why: RuleId) -> tuple[Keeper, str]:
    """A keeper's whole trial: whether to burn, the dice, and what they cost."""
    dice = 2
    if one.light > 1:
        burn = play.choose(one.seat, "burn", ("keep", "burn"), one.name, score, one.light, why="wick.trial.burn")
        if burn == "burn":
            one, dice = lose(one), 3
            play.tell("burns", one.name, one.light, why="wick.trial.burn")
    result = rolled(play, score, dice, one.seat, why)
    play.tell(f"trial.{result}", one.name, score, why="wick.trial.roll")
    return (lose(one) if result == "guttering" else one), result


def odds(play: Play, score: int, light: int) -> str:
    """One trial of a keeper with this score and so much Light."""
    one = Keeper("keeper", "", "player", score, 7 - score)
    return trial(play, replace(one, light=light), score, "wick.trial.roll")[1]
