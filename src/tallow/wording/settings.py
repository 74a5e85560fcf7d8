"""The settings of a game in words."""

from functools import cache

from msgspec import Struct

from tallow.games import game
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
    entries, speech = played.book.entries(), Speech(played)
    found = []
    for name, legal in setting_values(played).items():
        id_ = f"{played.base}.setting.{name}"
        text = entries[id_].text if id_ in entries else ""
        values = tuple((str(value), upper(speech.setting_value(name, value))) for value in legal)
        title = upper(speech.setting(name))
        found.append(SettingShown(name, title, text, played.book.language_of(id_), values))
    return tuple(found)
