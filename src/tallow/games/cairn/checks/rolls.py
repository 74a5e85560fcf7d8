"""Dice as the entries write them, rolled and added up."""

from tallow.play import Play, RuleId, Seat


def rolled(play: Play, dice: str, by: Seat, why: RuleId) -> int:
    """The sum of `2d6`, `d6` or a plain number."""
    number, d, sides = dice.partition("d")
    return sum(play.roll(int(number or 1), int(sides), by=by, why=why)) if d else int(number)
