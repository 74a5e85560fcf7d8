"""The settings of a game in words."""

from functools import cache
from typing import Any

from msgspec import Struct

from tallow.games import Game, game
from tallow.games.settings import setting_values
from tallow.wording.speech import Speech, upper


class SettingShown(Struct, frozen=True):
    """A setting: its name and title, a text on what it decides, the language of that text, its values and their words.

    The default is the first of the values.
    """

    name: str
    title: str
    text: str
    language: str
    values: tuple[tuple[str, str], ...]


@cache
def settings_shown(game_id: str, language: str = "en") -> tuple[SettingShown, ...]:
    """All settings of a game."""
    played = game(game_id, language)
    entries = played.book.entries()
    found = []
    for name, legal in setting_values(played).items():
        id_ = f"{played.base}.setting.{name}"
        text = entries[id_].text if id_ in entries else ""
        values = tuple((str(value), upper(value_title(played, name, value))) for value in legal)
        title = upper(setting_title(played, name))
        found.append(SettingShown(name, title, text, played.book.language_of(id_), values))
    return tuple(found)


def setting_title(played: Game[Any], name: str) -> str:
    """What a setting is called: by a term of its own where the game has one, else like anything of that name."""
    own = f"setting.{name}"
    return Speech(played).label(own if played.words.has("term", own) else name)


def value_title(played: Game[Any], name: str, value: object) -> str:
    """What a value of a setting is called: by a term for this setting where the game has one."""
    own = f"{name}.{value}"
    return Speech(played).label(own if played.words.has("term", own) else str(value))
