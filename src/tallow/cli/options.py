"""What several commands take: a game, its settings, a seed, JSON; and how they print."""

import json
import secrets
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tallow.cli.faults import Wrong
from tallow.games import Game
from tallow.games.settings import chosen_settings
from tallow.mechanics.near import quoted
from tallow.terminal.pen import Pen, pen_for

DATABASE = "sqlite:///tallow.sqlite"


def takes_game(parser: ArgumentParser) -> None:
    """The game, by its id."""
    parser.add_argument("game", metavar="GAME", help="the game, such as cairn")


def takes_json(parser: ArgumentParser) -> None:
    """Output for programs."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def takes_seed(parser: ArgumentParser, help: str = "the same seed gives the same dice") -> None:  # noqa: A002
    """A seed for the dice."""
    parser.add_argument("--seed", type=number(0), metavar="N", help=help)


def takes_settings(parser: ArgumentParser) -> None:
    """Rulings of the table."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="switch a ruling of the game; `tallow rules GAME setting` lists them; may be given again",
    )


def takes_database(parser: ArgumentParser) -> None:
    """Where tables are kept."""
    parser.add_argument(
        "--database", default=DATABASE, metavar="URL", help=f"the database that tables are kept in ({DATABASE})"
    )


def number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Reads a whole number from `low` to `high`."""

    def read(text: str) -> int:
        told = f"a whole number of at least {low}" if high is None else f"a whole number from {low} to {high}"
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            raise ArgumentTypeError(f'expected {told}, not "{quoted(text)[0]}"')
        return value

    return read


def a_seed(given: int | None) -> int:
    """The seed that was given, or one short enough to type."""
    return secrets.randbelow(1_000_000) if given is None else given


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """`name=value` each."""
    read = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Wrong(f'"{text}" is not of the form name=value.')
        if name.strip() in read:
            raise Wrong(f'"{name.strip()}" is given twice.')
        read[name.strip()] = value.strip()
    return read


def settings(game: Game[Any], texts: Iterable[str]) -> Any:
    """The game's settings with these switched; `Unknown` with the nearest for a name or value that it has not."""
    return game.settings(**chosen_settings(game, pairs(texts)))


def pen(game: Game[Any] | None = None) -> Pen:
    """A pen for the standard output, in the game's colour."""
    return pen_for(sys.stdout, game.theme.accent_dark if game else "")


def show(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        print(line)


def show_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=False))
