"""The characters of a game: made, on a sheet, and as documents in our own versioned JSON; bounds for their content.

A game's `CharacterDocuments` say how its characters are written and read. A document is the answer to a question of one
of the game's actions, so it is in the log and can be undone and replayed.
"""

import json
import re
from collections.abc import Callable, Container, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct, field

from tallow.games.deeds import Refusal, Refused
from tallow.games.rulebook import Rulebook
from tallow.games.stored import FORMAT, Unreadable, read, schema_of, upgrades_from
from tallow.games.view import View
from tallow.mechanics.documents import MOST_NAME, BadDocument, clean, misfit, name_of, parsed, typed
from tallow.play import Play, RuleId, Seat

if TYPE_CHECKING:
    from tallow.games.game import Game

C = TypeVar("C")

KIND = "tallow character"
LETTERS = 100_000
"""The most characters in a document that is given as an answer."""

DEFAULT_MOST = 100
"""The longest list and the greatest number in a character, unless its bounds say otherwise."""

MOST_COINS = 10_000
"""The most coins of a kind: sums to pay are asked for with every sum as an option."""

_CODE = re.compile(r"[\w.:+-]*")


class Document(Struct):
    """What every document of ours has: `schema` is the format of the program, `game_schema` the schema of the game."""

    format: str
    schema: int
    game: str
    character: dict[str, Any]
    game_schema: int = 1


class CharacterDocuments(Struct, Generic[C], frozen=True):
    """How a game's characters are written and read.

    `settled` returns a character without anything that belongs to a table or a moment of play. `sound` checks that the
    rules can work with it and returns it settled, or raises `BadDocument`. `of` are the characters of a seat. A player
    brings one with the action `deed`, the referee one for a seat with `referees`, which asks for the seat first; both
    ask for the document with the question `asks`.
    """

    game: str
    kind: type[C]
    settled: Callable[[C], C]
    sound: Callable[[C], C]
    of: Callable[[Any, Seat], tuple[C, ...]]
    deed: str = "bring_character"
    referees: str = "bring_player"
    asks: str = "character_document"

    def write(self, character: C, indent: int | None = None) -> str:
        """A character as a document."""
        document = {
            "format": KIND,
            "schema": FORMAT,
            "game": self.game,
            "game_schema": schema_of(self._played()),
            "character": self.settled(character),
        }
        return json.dumps(msgspec.to_builtins(document), indent=indent, ensure_ascii=False)

    def read(self, text: str) -> C:
        """The character of a document, of any version up to the newest."""
        plain = parsed(text)
        document = typed(plain, Document)
        if document.format != KIND:
            raise BadDocument("format", f'expected "{KIND}"')
        if not 1 <= document.schema <= FORMAT:
            raise BadDocument(
                "schema", f"written by a newer Tallow ({document.schema}; this one reads up to {FORMAT}); update first"
            )
        if document.game != self.game:
            raise BadDocument("game", f'"{document.game[:60]}" was expected to be "{self.game}"')
        if unknown := sorted(plain.keys() - set(Document.__struct_fields__)):
            raise BadDocument("", f'there is no "{unknown[0][:60]}" in a document')
        return self.sound(self.upgraded(document.character, document.game_schema))

    def upgraded(self, character: dict[str, Any], schema: int) -> C:
        """A character of plain values of any schema of the game; `BadDocument` names the field that does not fit."""
        try:
            found: C = read("character", character, self.kind, upgrades_from(self._played(), "character", schema))
        except Unreadable as error:
            if isinstance(error.__cause__, msgspec.ValidationError | RecursionError):
                raise misfit(error.__cause__, "character") from error
            raise BadDocument("game_schema", error.why) from error
        return found

    def _played(self) -> "Game[Any]":
        from tallow.games import game  # noqa: PLC0415  (its record names these characters)

        return game(self.game)

    def mine(self, value: Any) -> bool:
        """Whether plain values look like a document of this game."""
        return isinstance(value, dict) and value.get("format") == KIND and value.get("game") == self.game


class Characters(Struct, Generic[C], frozen=True):
    """How a game's characters are made and shown away from any table.

    `create(play, settings)` makes one, `sheet(character)` is the whole of it to look at. `reminders` are the rules that
    a player forgets, by the label that they stand under; sheets on paper print them. With `documents` characters can be
    written to a file and brought from one.
    """

    create: Callable[[Play, Any], C]
    sheet: Callable[[C], View]
    reminders: Mapping[str, tuple[RuleId, ...]] = field(default_factory=dict)
    documents: CharacterDocuments[C] | None = None


def bring(play: Play, documents: CharacterDocuments[C], by: Seat, why: RuleId) -> C:
    """Ask a seat for a document and return its character; `Refused` with what is wrong if it cannot be read."""
    text = play.write(by, documents.asks, why=why, most=LETTERS)
    try:
        return documents.read(text)
    except BadDocument as bad:
        raise Refused(Refusal("bad_document", (str(bad)[:300],), why)) from bad


class Bounds(Struct, frozen=True):
    """What a character may contain, by the path of a field, such as `items.uses`.

    `numbers` are the least and greatest values of whole numbers; `known` are the only legal texts of a field; `names`
    are names; `texts` are free texts with their greatest length. Any other text must be a code: short, of letters,
    digits and a few signs.
    """

    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    known: Mapping[str, Callable[[], Container[str]]] = field(default_factory=dict)
    names: tuple[str, ...] = ("name", "items.name")
    texts: Mapping[str, int] = field(default_factory=dict)


def check_bounds(bounds: Bounds, value: Any, at: str = "", where: str = "") -> None:
    """Raise `BadDocument` if a value is out of bounds, with its path, such as `items (Rope).uses`."""
    where = where or at
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            inner, shown = (f"{at}.{name}", f"{where}.{name}") if at else (name, name)
            check_bounds(bounds, getattr(value, name), inner, shown)
    elif isinstance(value, tuple):
        if len(value) > DEFAULT_MOST:
            raise BadDocument(where, f"at most {DEFAULT_MOST}, not {len(value)}")
        for part in value:
            name = getattr(part, "name", "")
            check_bounds(bounds, part, at, f"{where} ({name[:40]})" if name else where)
    elif isinstance(value, str):
        _text(bounds, value, at, where)
    elif isinstance(value, int) and not isinstance(value, bool):
        low, high = bounds.numbers.get(at, (0, DEFAULT_MOST))
        if not low <= value <= high:
            raise BadDocument(where, f"a whole number from {low} to {high:,}, not {value}")


def _text(bounds: Bounds, text: str, at: str, where: str) -> None:
    if at in bounds.names:
        name_of(text, at)
    elif at in bounds.known:
        if text and text not in bounds.known[at]():
            raise BadDocument(where, f'"{text[:60]}" is not one that Tallow knows')
    elif at in bounds.texts:
        if len(text) > bounds.texts[at]:
            raise BadDocument(where, f"at most {bounds.texts[at]:,} characters, not {len(text):,}")
        if text != clean(text):
            raise BadDocument(where, "plain text, without control characters")
    elif len(text) > MOST_NAME or not _CODE.fullmatch(text):
        raise BadDocument(where, f'"{text[:60]}" is no code')


def entry_ids(book: Rulebook, *kinds: str, short: bool = False) -> Callable[[], Container[str]]:
    """A function that returns the ids of all entries of these kinds; `short`: only their last parts."""

    @cache
    def ids() -> frozenset[str]:
        prefixes = tuple([f"{kind}." for kind in kinds])
        found = [id_ for id_ in book.entries() if id_.partition(".")[2].startswith(prefixes)]
        return frozenset([id_.rpartition(".")[2] if short else id_ for id_ in found])

    return ids


def one_of(*codes: str) -> Callable[[], Container[str]]:
    """A function that returns these codes."""
    return lambda: codes


def check_distinct_ids(ids: tuple[str, ...]) -> None:
    """Raise `BadDocument` if two things have the same id."""
    if len(set(ids)) < len(ids):
        raise BadDocument("items.id", "two things have the same id")


def check_sheet(sheet: Callable[[C], object], character: C) -> None:
    """Raise `BadDocument` if no sheet can be made of the character."""
    try:
        sheet(character)
    except (LookupError, ValueError, ArithmeticError, TypeError, AttributeError) as error:
        raise BadDocument("", f"this character has no sheet ({type(error).__name__}: {error})") from error
