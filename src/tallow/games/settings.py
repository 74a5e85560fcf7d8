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
        legal = {str(option).casefold(): option for option in get_args(fields[name].type)}
        if value.casefold() not in legal:
            known = [str(option) for option in legal.values()]
            raise Unknown(f"value of {name}", value, nearest(value, known) or tuple(known), game.title)
        chosen[name] = legal[value.casefold()]
    return chosen
