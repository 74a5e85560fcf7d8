"""The formats of each game: our own for every game with documents, and those of other tools."""

from importlib import import_module
from types import ModuleType
from typing import Any

from tallow.exchange.documents import Format, differences
from tallow.games import game
from tallow.games.characters import KIND, CharacterDocuments, check_sheet
from tallow.games.game import base_of
from tallow.games.optional import documents_of, needed_characters
from tallow.mechanics.documents import MOST_NAME, BadDocument, Lost, parsed, text_of
from tallow.mechanics.suggestions import Unknown, nearest

OWN = "tallow"
OTHERS = {"cairn": "tallow.exchange.cairn"}
"""Modules with the formats of other tools, by game: `FORMATS`, and how to compare a character with what came back."""

TABLE = frozenset(("id", "seat", "at", "since", "recharged", "fed", "drank", "slept", "strained"))
"""Fields that belong to a table rather than to a character: ids, seats, places, times."""


def _others(name: str) -> ModuleType | None:
    return import_module(OTHERS[name]) if name in OTHERS else None


def _characters(name: str) -> CharacterDocuments[Any] | None:
    try:
        return documents_of(game(name))
    except Unknown:
        return None


def formats(name: str) -> tuple[str, ...]:
    """The formats that characters of a game can be written and read in, our own first."""
    found = _others(name)
    return (*((OWN,) if _characters(name) else ()), *(found.FORMATS if found else ()))


def _format(name: str, format: str) -> Format:  # noqa: A002
    if format not in formats(name):
        raise Unknown("format", format, nearest(format, formats(name)) or formats(name), name)
    found = _others(name)
    if found and format in found.FORMATS:
        chosen: Format = found.FORMATS[format]
        return chosen
    own = _characters(name)
    assert own is not None  # noqa: S101  (for the type checker)
    return Format(
        ".json", lambda character: own.write(character, indent=2), lambda text: (own.read(text), ()), own.mine
    )


def suffix(name: str, format: str) -> str:  # noqa: A002
    """The suffix of files in a format."""
    return _format(name, format).suffix


def write(name: str, format: str, character: Any) -> tuple[str, tuple[Lost, ...]]:  # noqa: A002
    """Write a character: the text of a document, and what would be lost when it is read back."""
    chosen, here = _format(name, format), _others(name)
    text = chosen.write(here.plainly(character) if here else character)
    back, _ = chosen.read(text)
    if here is None:
        return text, tuple(differences(character, back, but=TABLE))
    lost = differences(here.compared(character), here.compared(back), but=TABLE)
    return text, tuple(Lost(one.field, here.said(one.what)) for one in lost)


def read(name: str, format: str, document: str | bytes) -> tuple[Any, tuple[Lost, ...]]:  # noqa: A002
    """Read a document: its character, and what was lost. `BadDocument` if the character has no sheet."""
    character, lost = _format(name, format).read(text_of(document))
    check_sheet(needed_characters(game(name)).sheet, character)
    return character, lost


def guess(document: str | bytes) -> tuple[str, str]:
    """The game and the format of a document; `BadDocument` if it is none that is known."""
    text = text_of(document).strip()
    value = parsed(text) if text.startswith(("{", "[")) else text
    of = value.get("game") if isinstance(value, dict) and value.get("format") == KIND else None
    if isinstance(of, str) and len(of) <= MOST_NAME and _characters(of):
        return of, OWN
    for name in OTHERS:
        for format_ in formats(name):
            if _format(name, format_).mine(value):
                return name, format_
    raise BadDocument("", f"this is no character in a format that Tallow knows ({', '.join(_known())})")


def game_of(format: str, document: str | bytes) -> str:  # noqa: A002
    """The game of a document in this format: our own says it, a format of another tool belongs to one game."""
    if format == OWN:
        return guess(document)[0]
    for name in OTHERS:
        if format in formats(name):
            return name
    known = _known()
    raise Unknown("format", format, nearest(format, known) or known)


def _known() -> tuple[str, ...]:
    return tuple(dict.fromkeys((OWN, *(format_ for name in OTHERS for format_ in formats(name)))))


def brought(name: str, document: str | bytes) -> str:
    """A document in any format of a game, converted to our own; `BadDocument` if it is of another game."""
    found, format_ = guess(document)
    reader = name if format_ == OWN else found  # formats of other tools know nothing of house rules
    own = _characters(reader)
    if own is None or base_of(found) != base_of(name):
        raise BadDocument("game", f'"{found}" was expected to be "{base_of(name)}"')
    return own.write(read(reader, format_, document)[0])
