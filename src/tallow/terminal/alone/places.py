"""Where somebody alone can go: adventures that are ready, a new place, and a yard for a single fight."""

import json
from importlib.resources import files
from typing import Any

from tallow.adventures import Document, names, read, ready
from tallow.games import Game
from tallow.games.optional import archetypes_of

ROOMS = (6, 8, 12, 16, 20)
"""Sizes of a new place to choose from."""


def adventures(played: Game[Any], besides: str = "") -> list[Document]:
    """The adventures that come with a game, `besides` the one of that title."""
    if played.exploring is None or played.rulings is None:
        return []
    listed = [ready(played.id, name) for name in names(played.id)]
    return [one for one in listed if one.adventure.title != besides]


MANY = (1, 2, 3, 4)
"""So many of the weakest foe can be fought in a single fight."""


def foes(played: Game[Any]) -> list[str]:
    """Whom a ready party can be set against in a single fight; none in a game that has no places or no such foe."""
    four = archetypes_of(played)
    if four is None or played.exploring is None or played.rulings is None:
        return []
    return [four.foe if many == 1 else f"{four.foe} x{many}" for many in MANY]


def single_fight(played: Game[Any], who: str) -> Document:
    """A place of one room with these in it; `BadDocument` if the game does not know them."""
    text = (files("tallow.terminal.alone") / "fight.toml").read_text("utf-8")
    return read(text.replace('"GAME"', json.dumps(played.id)).replace('"WHO"', json.dumps(who)), played)


def makes_places(played: Game[Any]) -> bool:
    """Whether a new place can be made in a game."""
    return played.exploring is not None and played.rulings is not None and played.stocking is not None
