"""Entries of a rulebook in words: the heading, the data, and for a page the settings that govern a rule."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from tallow.games import Game, game
from tallow.games.rule_index import governing_settings
from tallow.games.rulebook import Entry
from tallow.games.settings import setting_values
from tallow.wording.phrases import phrases
from tallow.wording.speech import Speech, upper

FIRST = ("on", "name", "effect")
"""The fields that come first in a row of a table."""


ENTRY = re.compile(r"\b[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+")
"""A word that may name an entry, with the name of its game before it or without."""


CODE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
"""A word that only programs write."""


class Explained(Struct, frozen=True):
    """An entry, ready to be read. `settings` govern it: name, value, what it decides, the language of that.

    Its `text` is in `language`, the heading of its source in that of the book's headings; ruling, examples and
    data are in English. Where they name settings and other entries, those have their titles.
    """

    id: str
    title: str
    heading: str
    text: str
    language: str
    ruling: str
    kind: str
    examples: tuple[str, ...]
    settings: tuple[tuple[str, str, str, str], ...] = ()
    data: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, str], ...] = ()


def explained(played: Game[Any], entry: Entry, settings: Any) -> Explained:
    """An entry in the language that the game speaks, with the values that these settings have."""
    entries, language, english = played.book.entries(), played.words.language, game(played.id)
    speech = Speech(played)
    governing = []
    for id_ in governing_settings(played.book).get(entry.id, ()):
        name = id_.rsplit(".", 1)[1]
        value = getattr(settings, name, "")
        written = played.book.language_of(id_)
        text = _decides(entries[id_].text, name, played if written == language else english) if id_ in entries else ""
        governing.append((speech.setting(name), speech.setting_value(name, value), text, written))
    language_of_text = played.book.language_of(entry.id)
    speaks = played if language_of_text == language else english
    text = _decides(entry.text, entry.name, speaks) if entry.type == "setting" else with_titles(entry.text, speaks)
    fields, tables = entry_data(english, entry.data)
    rows = [(row.on, row.text()) for _, table in tables for row in table]
    return Explained(
        entry.id,
        upper(entry.title) if entry.type != "setting" else upper(speech.setting(entry.name)),
        heading(entry, language),
        text,
        language_of_text,
        with_titles(entry.ruling, english),
        phrases(language).say(f"kind.{entry.kind}"),
        tuple([with_titles(one, english) for one in entry.examples]),
        tuple(governing),
        fields,
        tuple(rows),
    )


def with_titles(text: str, played: Game[Any]) -> str:
    """A text in which settings, their values and other entries have their titles instead of what programs call them."""
    entries, settings, speech = played.book.entries(), setting_values(played), Speech(played)

    def titled(found: re.Match[str]) -> str:
        entry = entries.get(found[0]) or entries.get(f"{played.base}.{found[0]}")
        return found[0] if entry is None else f"“{upper(entry.title)}”"

    def setting(found: re.Match[str]) -> str:
        word, name, value = found.groups()
        if not word and "_" not in name:
            return found[0]
        said = " ".join(filter(None, (word, f"“{upper(speech.setting(name))}”")))
        if value is None:
            return said
        legal = {str(one): one for one in settings[name]}
        if value in legal:
            return f"{said}: {speech.setting_value(name, legal[value])}"
        return said + found[0].partition(name)[2]

    return _named(tuple(settings)).sub(setting, ENTRY.sub(titled, text))


@cache
def _named(settings: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the name of a setting, the word before it, and the word after it, which may be a value."""
    names = "|".join(map(re.escape, sorted(settings, key=len, reverse=True)))
    return re.compile(rf"\b(?:([Ss]ettings?) )?({names})\b(?:(?: =)? ([a-z0-9_]+)\b)?")


def _decides(text: str, name: str, played: Game[Any]) -> str:
    """What a setting decides, with the words for its values."""
    speech = Speech(played)
    for value in setting_values(played).get(name, ()):
        code, said = str(value), upper(speech.setting_value(name, value))
        after = "" if "_" in code else "(?=:)"
        text = re.sub(rf"(?<![\w.]){re.escape(code)}\b{after}", said.replace("\\", ""), text)
    return with_titles(text, played)


def heading(entry: Entry, language: str = "en") -> str:
    """The heading an entry is listed under: its section in the source, or its type where the source has none."""
    if not entry.section.startswith("("):
        return entry.section
    known = phrases(language).template("say", f"under.{entry.type}")
    return known or entry.type.capitalize()


class Row(Struct, frozen=True):
    """A row of a table: the numbers that it is `on`, its name, its effect, and all other fields in words."""

    on: str
    name: str
    effect: str
    rest: str

    def text(self) -> str:
        """The row without its numbers."""
        return self._with_rest(". ".join(filter(None, (self.name, self.effect))))

    def line(self) -> str:
        """The whole row as one line of text."""
        return self._with_rest("  ".join(filter(None, (self.on, ": ".join(filter(None, (self.name, self.effect)))))))

    def _with_rest(self, head: str) -> str:
        return f"{head} ({self.rest})" if head and self.rest else head or self.rest


Fields = tuple[tuple[str, str], ...]
Tables = tuple[tuple[str, tuple[Row, ...]], ...]


def entry_data(played: Game[Any], data: Mapping[str, Any]) -> tuple[Fields, Tables]:
    """The data of an entry, each under its name: single fields, and tables.

    Of a ruling only what decides it: question and answer are codes, and its text says both.
    """
    if "asks" in data:
        said = phrases(played.words.language)
        return ((said.say("ruling.decided_by"), said.say(f"ruling.{data['by']}")),), ()
    fields, tables = [], []
    for name, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            tables.append((_plain(name), tuple(_row(played, row) for row in value)))
        elif value not in ("", [], {}):
            fields.append((_plain(name), _inline(played, value)))
    return tuple(fields), tuple(tables)


def _row(played: Game[Any], row: Mapping[str, Any]) -> Row:
    on, name, effect = (_inline(played, row.get(key, "")) for key in FIRST)
    return Row(on, name, effect, _inline(played, {key: value for key, value in row.items() if key not in FIRST}))


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _inline(played: Game[Any], value: Any) -> str:
    words = played.words
    if isinstance(value, bool):
        return phrases(words.language).say("yes" if value else "no")
    if isinstance(value, Mapping):
        return words.between.join(
            f"{_plain(name)} {_inline(played, part)}" for name, part in value.items() if part not in ("", [])
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return words.between.join(
            _row(played, part).line() if isinstance(part, Mapping) else _inline(played, part) for part in value
        )
    return _readable(words.fact(value), played)


def _readable(text: str, played: Game[Any]) -> str:
    """A text of the data with titles for what it names, and no word that only programs write."""
    if "_" not in text and "." not in text:
        return text
    said = ENTRY.sub(lambda found: found[0].rpartition(".")[2], with_titles(text, played))
    return CODE.sub(lambda found: _plain(found[0]), said)
