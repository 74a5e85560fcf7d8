"""Where somebody alone can go: adventures that are ready, and a new place."""

from typing import Any

from tallow.adventures import Document, names, ready
from tallow.games import Game

ROOMS = (6, 8, 12, 16, 20)
"""Sizes of a new place to choose from."""


def adventures(played: Game[Any], besides: str = "") -> list[Document]:
    """The adventures that come with a game, `besides` the one of that title."""
    if played.exploring is None or played.rulings is None:
        return []
    listed = [ready(played.id, name) for name in names(played.id)]
    return [one for one in listed if one.adventure.title != besides]


def makes_places(played: Game[Any]) -> bool:
    """Whether a new place can be made in a game."""
    return played.exploring is not None and played.rulings is not None and played.stocking is not None
