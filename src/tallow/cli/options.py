"""Arguments that several commands share, and how commands print."""

import json
import os
import secrets
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from tallow.cli.faults import Wrong
from tallow.games import Game
from tallow.games.game import base_of
from tallow.games.settings import chosen_settings
from tallow.games.words import LANGUAGES
from tallow.mechanics.suggestions import quoted
from tallow.terminal.pen import Pen, pen_for

DATABASE = "tallow.sqlite"


def takes_game(parser: ArgumentParser) -> None:
    """Add the argument for the game."""
    parser.add_argument("game", metavar="GAME", help="the game, such as cairn")
    takes_house(parser)


def takes_house(parser: ArgumentParser) -> None:
    """Add `--house`."""
    parser.add_argument(
        "--house",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="house rules, a file of TOML or Python; may be given again",
    )


def with_house_rules(given: Namespace) -> None:
    """Make the house rules of `--house` known, and the game that is asked for one that is played with them."""
    from tallow.house import use  # noqa: PLC0415  (slow to import, seldom needed)

    given.houses = tuple([use(file) for file in given.house])
    if getattr(given, "game", ""):
        given.game = with_houses(given, given.game)


def with_houses(given: Namespace, asked: str) -> str:
    """A game by the name under which it is played with the house rules of `--house`."""
    for house in getattr(given, "houses", ()):
        if base_of(asked) != house.game:
            raise Wrong(f'The house rules "{house.name}" are for {house.game}, not for {asked}.')
        asked = f"{asked}+{house.name}"
    return asked


def takes_json(parser: ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def takes_seed(parser: ArgumentParser, help: str = "the same seed gives the same dice") -> None:  # noqa: A002
    """Add `--seed`."""
    parser.add_argument("--seed", type=number(0), metavar="N", help=help)


def takes_settings(parser: ArgumentParser) -> None:
    """Add `--set`."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="switch a ruling of the game; `tallow rules GAME setting` lists them; may be given again",
    )


def takes_runs(parser: ArgumentParser, one: str, n: int, most: int) -> None:
    """Add the arguments of simulations; `one` is what is simulated."""
    parser.add_argument("-n", type=number(1, most), default=n, metavar="N", help=f"how many {one}s ({n})")
    parser.add_argument("--seed", type=number(0), default=0, metavar="N", help="the same seed, the same answer (0)")
    parser.add_argument("--cores", type=number(1), metavar="N", help="how many processes (as many as it is worth)")
    parser.add_argument("--show", action="store_true", help=f"tell one such {one} as a story first")
    takes_settings(parser)
    takes_language(parser)
    takes_json(parser)


def takes_language(parser: ArgumentParser) -> None:
    """Add `--language`."""
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        help="the language to speak, where the game has it (TALLOW_LANGUAGE, or the terminal's own)",
    )


def language(given: Namespace) -> str:
    """The language: of `--language`, of the environment variable, or of the locale."""
    if given.language:
        return str(given.language)
    set_ = (os.environ.get(name, "") for name in ("TALLOW_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next((value for value in set_ if value), "").replace("-", "_").split("_")[0].split(".")[0].casefold()
    return wanted if wanted in LANGUAGES and _can_show(LANGUAGES[wanted]) else "en"


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True


def takes_database(parser: ArgumentParser) -> None:
    """Add `--database`."""
    parser.add_argument(
        "--database",
        default=DATABASE,
        metavar="FILE|URL",
        help="where tables are kept: a file, or an address of PostgreSQL (tallow.sqlite)",
    )


def number(low: int, high: int | None = None) -> Callable[[str], int]:
    """An argument type: a whole number from `low` to `high`."""

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


def seed_or_random(given: int | None) -> int:
    """The given seed, or a random one that is short enough to type."""
    return secrets.randbelow(1_000_000) if given is None else given


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """Parse arguments of the form `name=value`."""
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
    """The game's settings with these values; `Unknown` with the nearest for a wrong name or value."""
    return game.settings(**chosen_settings(game, pairs(texts)))


def pen(game: Game[Any] | None = None, language: str = "en") -> Pen:
    """A pen for the standard output, in the game's colour and language."""
    if game is None:
        return pen_for(sys.stdout, language=language)
    return pen_for(sys.stdout, game.theme.accent_dark, game.words.language)


def show(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        print(line)


def show_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=False))
