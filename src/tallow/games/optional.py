"""The optional groups of a game's record: found, or needed by those who cannot do without one."""

from collections.abc import Callable
from typing import Any, TypeVar

from tallow.games import game, names
from tallow.games.characters import CharacterDocuments, Characters
from tallow.games.expedition import Expedition
from tallow.games.game import Archetypes, Bots, Game
from tallow.mechanics.suggestions import Unknown

S = TypeVar("S")


def games_with(has: Callable[[Game[Any]], object]) -> tuple[str, ...]:
    """The names of the games that have something."""
    return tuple([name for name in names() if has(game(name))])


def needed_bots(played: Game[S]) -> Bots[S]:
    """The bots of a game, or `Unknown` with the games that have some."""
    if played.bots is None:
        raise Unknown("game with bots", played.id, games_with(lambda one: one.bots))
    return played.bots


def needed_characters(played: Game[Any]) -> Characters[Any]:
    """How characters of a game are made and shown, or `Unknown` with the games that have them."""
    if played.characters is None:
        raise Unknown("game with characters", played.id, games_with(lambda one: one.characters))
    return played.characters


def archetypes_of(played: Game[Any]) -> Archetypes | None:
    """Those of a game who fight when games are set side by side."""
    return played.bots.archetypes if played.bots else None


def expedition_of(played: Game[S]) -> Expedition[S] | None:
    """How a party of a game fares from room to room."""
    return played.bots.expedition if played.bots else None


def documents_of(played: Game[Any]) -> CharacterDocuments[Any] | None:
    """How characters of a game are written and read."""
    return played.characters.documents if played.characters else None
