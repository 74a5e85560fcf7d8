"""The measures of a comparison as people read them: numbers, bounds, and what each game counts."""

from collections.abc import Iterable

from tallow.games import game
from tallow.odds.words import percent
from tallow.simulate.compare import SHARES, Measured
from tallow.simulate.report import Interval


def figure(code: str, value: float) -> str:
    """A number: a share in percent, anything else to two places."""
    return percent(value) if code in SHARES else f"{value:.2f}"


def bounds(code: str, value: Interval) -> str:
    """The interval of a number."""
    return f"{figure(code, value.low)} – {figure(code, value.high)}"


def means(name: str, code: str) -> str:
    """What a game counts, exactly, in its words."""
    return game(name).words.say("measure", code)


def meanings(found: Iterable[Measured], code: str) -> dict[str, list[str]]:
    """What a measure means, and the games in which it means that."""
    meant: dict[str, list[str]] = {}
    for one in found:
        meant.setdefault(means(one.game, code), []).append(one.title)
    return meant
