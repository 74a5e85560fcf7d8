"""The games. Each is a package with one record, `GAME`, which is all that the rest of the program knows of it.

`game("cairn")` finds one by name: the games here, and those that other packages register under the entry point
`tallow.games`. `game("black_hack", "ja")` is the same game with its words in another language, and `game("cairn+grim")`
one with the house rules of that name, which `tallow.house` knows.
"""

from functools import cache
from importlib import import_module
from pathlib import PurePath
from typing import Any

from msgspec.structs import replace

from tallow.games.game import Game
from tallow.games.rulebook import Rulebook
from tallow.games.words import speaks
from tallow.mechanics.suggestions import Unknown, nearest


class Unloadable(Exception):
    """A game of another package that fails when it is loaded: `file` has the line too, `says` what is wrong there."""

    def __init__(self, name: str, fault: Exception) -> None:
        self.file, self.says = _where(fault), f"{type(fault).__name__}: {fault}"
        super().__init__(f'The game "{name}" cannot be loaded: {self.file}: {self.says}')


def _where(fault: Exception) -> str:
    """The file and line at which something failed, such as `record.py, line 8`."""
    if isinstance(fault, SyntaxError) and fault.filename:
        return f"{PurePath(fault.filename).name}, line {fault.lineno}"
    from traceback import extract_tb  # noqa: PLC0415  (only when something went wrong)

    frames = [one for one in extract_tb(fault.__traceback__) if not one.filename.startswith("<")]
    return f"{PurePath(frames[-1].filename).name}, line {frames[-1].lineno}"


BUILT_IN = ("cairn", "dead_weight", "modified_cairn", "black_hack", "vanilla")


@cache
def names() -> tuple[str, ...]:
    """Every game that can be played here, those with house rules last."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, seldom needed)

    offered = [point.name for point in entry_points(group="tallow.games")]
    return tuple(dict.fromkeys((*BUILT_IN, *offered, *_houses().houses())))


def _houses() -> Any:
    """What knows the house rules, and makes games of them: it knows games, so it is found by its name."""
    return import_module("tallow.house.found")


@cache
def game(name: str, language: str = "en") -> Game[Any]:
    """The game of that name; `Unknown` with the nearest names if there is none. English if it lacks the language.

    Raises `Unloadable` if another package offers it and fails.
    """
    if language != "en":
        found = game(name)
        return in_language(found, language) if speaks(found.book.package, language) else found
    if "+" in name:
        with_rules: Game[Any] = _houses().named(name)
        return with_rules
    if name in BUILT_IN:
        built_in: Game[Any] = import_module(f"tallow.games.{name}.record").GAME
        return built_in
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, seldom needed)

    for point in entry_points(group="tallow.games", name=name):
        try:
            offered: Game[Any] = point.load()
        except Exception as fault:
            raise Unloadable(name, fault) from fault
        return offered
    raise Unknown("game", name, nearest(name, names()) or names())


def in_language(found: Game[Any], language: str) -> Game[Any]:
    """A game with its words and the titles of its rulebook in a language that it has."""
    book = Rulebook(found.book.package, language)
    return replace(
        found,
        title=book.of_game("title", found.title),
        referee=book.of_game("referee", found.referee),
        book=book,
    )


__all__ = ["Game", "Unknown", "Unloadable", "game", "names"]
