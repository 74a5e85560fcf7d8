"""The game of a table: found by its name, with the adventure that is played in it, with a referee or without."""

from functools import lru_cache
from typing import Any

from tallow.adventures.documents.document import Document
from tallow.adventures.with_adventure import with_adventure
from tallow.adventures.without_referee import alone, without_referee
from tallow.games import Game, game

KEPT = 256
"""So many games with an adventure are kept."""


def game_of(name: str, adventure: Document | None, referee: bool, language: str = "en") -> Game[Any]:
    """The game of that name, or `Unknown` with the nearest names; it speaks English where it lacks the language."""
    if adventure is None and referee:
        return game(name, language)
    return _made(name, adventure, referee, language)


@lru_cache(KEPT)
def _made(name: str, adventure: Document | None, referee: bool, language: str) -> Game[Any]:
    played = game(name, language)
    if adventure is None:
        return without_referee(played)
    return with_adventure(played, adventure) if referee else alone(played, adventure)
