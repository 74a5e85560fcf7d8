"""Settings of a game, chosen by name."""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from tallow.games.game import Game
from tallow.mechanics.near import Unknown, nearest


def chosen_settings(game: Game[Any], given: Mapping[str, str]) -> dict[str, Any]:
    """The values of these settings; `Unknown` with the nearest for a name or value that the game has not."""
    fields = {field.name: field for field in msgspec.structs.fields(game.settings)}
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        if name not in fields:
            raise Unknown("setting", name, nearest(name, fields), game.title)
        try:
            chosen[name] = msgspec.convert(value, fields[name].type, strict=False)
        except msgspec.ValidationError:
            legal = [str(option) for option in get_args(fields[name].type)]
            near = nearest(value, legal) or tuple(legal)
            raise Unknown(f"value of {name}", value, near, game.title) from None
    return chosen
