"""The games. Each is a package with one record, `GAME`; nothing outside it knows more than that record.

`game("cairn")` finds one by name: the games here, and those that other packages offer under the entry point
`tallow.games`.
"""

from functools import cache
from importlib import import_module
from typing import Any

from tallow.games.game import Game
from tallow.mechanics.near import Unknown, nearest

BUILT_IN = ("cairn", "dead_weight", "modified_cairn")


def names() -> tuple[str, ...]:
    """Every game that can be played here."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, seldom needed)

    return tuple(dict.fromkeys((*BUILT_IN, *(point.name for point in entry_points(group="tallow.games")))))


@cache
def game(name: str) -> Game[Any]:
    """The game of that name, or `Unknown` with the nearest names."""
    if name in BUILT_IN:
        found: Game[Any] = import_module(f"tallow.games.{name}").GAME
        return found
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, seldom needed)

    for point in entry_points(group="tallow.games", name=name):
        offered: Game[Any] = point.load()
        return offered
    raise Unknown("game", name, nearest(name, names()) or names())


__all__ = ["Game", "Unknown", "game", "names"]
