"""Settings of a game: their legal values, and settings from text."""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from tallow.games.game import Game
from tallow.mechanics.suggestions import Unknown, nearest


def setting_values(game: Game[Any]) -> dict[str, tuple[Any, ...]]:
    """The legal values of each setting, the default first."""
    fields = msgspec.structs.fields(game.settings)
    return {one.name: tuple(sorted(get_args(one.type), key=lambda value: value != one.default)) for one in fields}


def settings_of(game: Game[Any], state: Any) -> Any:
    """The settings of a table: a state has them in its field `settings`; the defaults for one without that field."""
    return getattr(state, "settings", None) or game.settings()


def chosen_settings(game: Game[Any], given: Mapping[str, str]) -> dict[str, Any]:
    """The values of these settings; `Unknown` with the nearest for a name or value that the game does not have."""
    known = setting_values(game)
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise Unknown("setting", name, nearest(name, known), game.title)
        legal = {str(option).casefold(): option for option in known[name]}
        if value.casefold() not in legal:
            said = [str(option) for option in known[name]]
            raise Unknown(f"value of {name}", value, nearest(value, said) or tuple(said), game.title)
        chosen[name] = legal[value.casefold()]
    return chosen
