"""Which formats there are for which game."""

from importlib import import_module
from typing import Any

from tallow.exchange.documents import BadDocument, Format, Lost, differences, parsed, text_of
from tallow.mechanics.near import Unknown, nearest

GAMES = {"cairn": "tallow.exchange.cairn"}
"""The module of each game that has formats: `FORMATS`, and what is no part of a character but of its table."""


def _of(game: str) -> Any:
    return import_module(GAMES[game]) if game in GAMES else None


def formats(game: str) -> tuple[str, ...]:
    """The formats that characters of a game can be written and read in, our own first."""
    found = _of(game)
    return tuple(found.FORMATS) if found else ()


def _format(game: str, name: str) -> Format:
    if name not in formats(game):
        raise Unknown("format", name, nearest(name, formats(game)) or formats(game), game)
    found: Format = _of(game).FORMATS[name]
    return found


def suffix(game: str, format: str) -> str:  # noqa: A002
    """How the name of such a file ends."""
    return _format(game, format).suffix


def write(game: str, format: str, character: Any) -> tuple[str, tuple[Lost, ...]]:  # noqa: A002
    """A character as the text of a document, and all that would not come back out of it."""
    chosen, here = _format(game, format), _of(game)
    text = chosen.write(here.plainly(character))
    back, _ = chosen.read(text)
    lost = differences(here.compared(character), here.compared(back), but=here.TABLE)
    return text, tuple(Lost(one.field, here.said(one.what)) for one in lost)


def read(game: str, format: str, document: str | bytes) -> tuple[Any, tuple[Lost, ...]]:  # noqa: A002
    """The character of a document, and what of the document has no place in it."""
    return _format(game, format).read(text_of(document))


def guess(document: str | bytes) -> tuple[str, str]:
    """The game and the format that a document seems to be in."""
    text = text_of(document).strip()
    value = parsed(text) if text.startswith(("{", "[")) else text
    for game in GAMES:
        for name, one in _of(game).FORMATS.items():
            if one.mine(value):
                return game, name
    raise BadDocument("", "this is no character in a format that Tallow knows")
