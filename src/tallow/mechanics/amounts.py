"""Amounts as rulebook entries write them: `3`, `2d6`, `1d6+1`, `d6 x 10`."""

import re
from functools import cache

from tallow.play import REFEREE, Play, RuleId, Stake

_AMOUNT = re.compile(r"(?:(\d*)d(\d+))? *([+-]? *\d+)?(?: *x *(\d+))?")


@cache
def parse_amount(text: str) -> tuple[int, int, int, int]:
    """Parse an amount: the number of dice, their sides, what is added, and the factor of the sum."""
    found = _AMOUNT.fullmatch(text.strip())
    if not text or found is None:
        raise ValueError(f"{text!r} is not dice")
    n, sides, plus, times = found.groups()
    return (int(n or 1) if sides else 0, int(sides or 0), int((plus or "0").replace(" ", "")), int(times or 1))


def roll_secretly(play: Play, text: str, why: RuleId, stake: Stake | None = None) -> int:
    """An amount that the referee rolls in secret."""
    n, sides, plus, times = parse_amount(text)
    return (sum(play.roll(n, sides, by=REFEREE, why=why, hidden=True, stake=stake) if n else ()) + plus) * times
