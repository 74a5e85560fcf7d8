"""The measures of a comparison of games: numbers, bounds, and what each game counts."""

from collections.abc import Iterable
from typing import Any

from tallow.games import Game
from tallow.odds.words import percent
from tallow.simulate.compare import SHARES
from tallow.simulate.report import Interval


def figure(code: str, value: float) -> str:
    """A number: a share in percent, anything else to two places."""
    return percent(value) if code in SHARES else f"{value:.2f}"


def bounds(code: str, value: Interval) -> str:
    """The interval of a number."""
    return f"{figure(code, value.low)} – {figure(code, value.high)}"


def meaning(played: Game[Any], code: str) -> str:
    """What exactly a game counts, in its own words."""
    return played.words.say("measure", code)


def meanings(games: Iterable[Game[Any]], code: str) -> dict[tuple[str, str], list[str]]:
    """What a measure means, each with its language, and the titles of the games in which it means that."""
    meant: dict[tuple[str, str], list[str]] = {}
    for played in games:
        meant.setdefault((meaning(played, code), played.words.language), []).append(played.title)
    return meant
