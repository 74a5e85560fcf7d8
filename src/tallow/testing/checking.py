"""What a game lacks and what is wrong with it, in words, file by file: `tallow check-game` prints it."""

import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from msgspec import Struct

from tallow.games import Game
from tallow.games.coverage import coverage
from tallow.games.rulebook import RULES
from tallow.games.words import LANGUAGES, speaks
from tallow.testing.content import ill_formed, unlike_settings
from tallow.testing.languages import untranslated
from tallow.testing.trial_play import ACTIONS, GAMES, play_at_random, try_bots, try_characters, try_inquiries
from tallow.testing.words import TABLES, Vocabulary

GROUPS: dict[str, tuple[Callable[[Game[Any]], object], str]] = {
    "example": (lambda game: game.example, "no table that is ready to try from the start page"),
    "characters": (
        lambda game: game.characters,
        "no page of characters, no `tallow character`, no sheets on paper; nobody brings a character from a file",
    ),
    "bots": (lambda game: game.bots, "no simulation, no autopilot, no odds that need decisions"),
    "bots.skirmish": (
        lambda game: not game.bots or game.bots.skirmish,
        "no fight of one character in the terminal: `tallow play` gives one person every seat",
    ),
    "bots.archetypes": (lambda game: not game.bots or game.bots.archetypes, "it is not in `tallow compare`"),
    "bots.expedition": (lambda game: not game.bots or game.bots.expedition, "no `tallow expedition`"),
    "odds": (lambda game: game.odds.inquiries, "no questions of odds but those of plain dice"),
    "exploring": (lambda game: game.exploring, "no adventures, neither at a table nor alone"),
    "rulings": (lambda game: game.rulings, "a table needs a referee: nothing is ruled in their stead"),
    "stocking": (lambda game: game.stocking, "no places are generated with what lives there"),
    "ui.groups": (lambda game: game.ui.groups, "actions are one list, without headings"),
}
"""The groups that a record may leave out: whether one is there, and what is not there without it."""


Level: TypeAlias = Literal["wrong", "doubt", "optional"]
LEVELS: tuple[Level, ...] = get_args(Level)


class Finding(Struct, frozen=True):
    """Something that was found: in which file of the game, how weighty it is, and what it is in words.

    `wrong` is what must be put right, `doubt` what may well be right and is worth a look. `optional` is what a game may
    leave out, with what that costs.
    """

    file: str
    level: Level
    says: str


def check(game: Game[Any], tests: Path | None = None, games: int = GAMES, actions: int = ACTIONS) -> list[Finding]:
    """All that can be found out about a game, sorted by file.

    `tests` is the folder of its tests; without it they are looked for beside the package. So many random games of so
    many actions are played.
    """
    unreadable = list(_files(game))
    if unreadable:
        return unreadable
    found = list(_record(game))
    book = list(_book(game))
    found += book
    if not any(finding.level == "wrong" for finding in book):
        said = Vocabulary(game)
        found += _rules(game, said, tests)
        found += _words(game, said)
        found += _played(game, said, games, actions)
    return sorted(dict.fromkeys(found), key=lambda finding: (finding.file, LEVELS.index(finding.level)))


def record_file(game: Game[Any]) -> str:
    """The module of a game's package in which its record stands."""
    package = game.book.package
    holding = [
        name
        for name, module in sys.modules.copy().items()
        if f"{name}.".startswith(f"{package}.") and getattr(module, "GAME", None) is game
    ]
    path = getattr(sys.modules[max(holding)], "__file__", None) if holding else None
    return str(Path(path).relative_to(Vocabulary(game).source.place)) if path else "the record"


def _record(game: Game[Any]) -> Iterator[Finding]:
    """Which groups the record leaves out, and what each costs."""
    file = record_file(game)
    for group, (there, cost) in GROUPS.items():
        if not there(game):
            yield Finding(file, "optional", f"without {group}: {cost}")
    for language, called in LANGUAGES.items():
        if language != "en" and not speaks(game.book.package, language):
            says = f"without it: whoever reads {called} has the game in English"
            yield Finding(f"words.{language}.toml", "optional", says)


def _files(game: Game[Any]) -> Iterator[Finding]:
    """The files of TOML in its package that cannot be read."""
    place = Path(str(files(game.book.package)))
    for path in sorted(place.rglob("*.toml")):
        try:
            tomllib.loads(path.read_text("utf-8"))
        except ValueError as error:
            yield Finding(path.relative_to(place).as_posix(), "wrong", f"it cannot be read: {error}")


def _book(game: Game[Any]) -> Iterator[Finding]:
    """What is wrong with the rulebook and the content."""
    try:
        wrong = ill_formed(game)
        unlike = [] if wrong else unlike_settings(game)
    except (OSError, ValueError) as error:
        yield Finding("rulebook.toml", "wrong", f"it cannot be read: {error}")
        return
    for said in (*wrong, *unlike):
        file, parted, rest = said.partition(".toml: ")
        yield Finding(f"{file}.toml" if parted else "rulebook.toml", "wrong", rest or said)


def tests_of(game: Game[Any], place: Path) -> Path | None:
    """The folder of a game's tests: `tests` beside its package or above that, with a test that covers something."""
    for above in list(place.parents)[:4]:
        folder = above / "tests"
        if folder.is_dir() and coverage(game.book, game.base, folder).covered:
            return folder
    beside = place.parent
    return beside if any(beside.glob("test_*.py")) and coverage(game.book, game.base, beside).covered else None


def _rules(game: Game[Any], said: Vocabulary, tests: Path | None) -> Iterator[Finding]:
    """Rules that nothing cites, ids that are no rules, rules that no test holds."""
    tests = tests or tests_of(game, said.source.place)
    found = coverage(game.book, game.base, tests or said.source.place)
    entries = game.book.entries()

    def file(id_: str) -> str:
        kind = entries[id_].type
        return "rulebook.toml" if kind in RULES else f"content/{kind}.toml"

    for id_ in found.unknown:
        yield Finding("rulebook.toml", "wrong", f"{id_} is cited, and no entry has this id")
    for id_ in found.engine:
        if id_ not in found.cited:
            yield Finding(file(id_), "wrong", f"{id_} is for the engine, and no code cites it")
    if tests is None:
        yield Finding("tests", "optional", "none were found that cover a rule; --tests says where they are")
        return
    for id_ in found.engine:
        if id_ not in found.covered:
            yield Finding(file(id_), "wrong", f"{id_} is held by no test: none has it in @covers")


def _words(game: Game[Any], said: Vocabulary) -> Iterator[Finding]:
    """Codes without words, words without a code, templates that fail."""
    for table in TABLES:
        if table == "option":
            continue
        for code in said.missing(table):
            where = said.source.place_of(code)
            yield Finding("words.toml", "wrong", f"[{table}] has no words for {code}{where and f' ({where})'}")
    for option in said.unworded():
        yield Finding("words.toml", "wrong", f"[option] has no words for {option}")
    for template in said.overasked():
        yield Finding("words.toml", "wrong", f"more facts than are told: {template}")
    for fault in said.stakes():
        yield Finding("words.toml", "wrong", fault)
    for fault in said.ill_made():
        yield Finding("words.toml", "doubt", fault)
    for table in TABLES:
        for code in said.unused(table):
            yield Finding("words.toml", "doubt", f"[{table}] {code}: nothing says this")
    for code in said.without_singular():
        yield Finding("words.toml", "doubt", f"{code}: a number and a plural; for one of them {{0:coin|coins}}")
    for language in LANGUAGES:
        if language != "en" and speaks(game.book.package, language):
            for fault in untranslated(game.book.package, language):
                yield Finding(f"words.{language}.toml", "wrong", fault)


def _played(game: Game[Any], said: Vocabulary, games: int, actions: int) -> Iterator[Finding]:
    """What does not hold in play, and what random people never come to."""
    file = record_file(game)
    trial = play_at_random(game, games, actions)
    for where, says in (*trial.faults, *try_characters(game), *try_bots(game), *try_inquiries(game)):
        yield Finding(where or file, "wrong", says)
    for deed in trial.never_offered:
        where, _, line = said.source.place_of(deed).partition(":")
        at = f"line {line}: " if line else ""
        tried = f"never on offer in {games} random games of {actions} actions"
        yield Finding(where or file, "doubt", f"{at}{deed} was {tried}: it is rare, or nothing leads to it")
