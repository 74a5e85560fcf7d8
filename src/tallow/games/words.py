"""Words for codes. Rules speak in codes and facts; a catalogue, one file for each language, makes sentences of them.

A catalogue has a table for each kind of code: `told`, `ask`, `option`, `action`, `refusal`, `label`. Templates have the
facts as {0}, {1} …; a fact that is itself a code of `term` or the id of an entry is put in its words.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tallow.games.rulebook import Rulebook


class Words:
    """The catalogue of a game in one language."""

    def __init__(self, package: str, book: Rulebook, language: str = "en") -> None:
        self.package = package
        self._book = book
        self._language = language

    @cache  # noqa: B019
    def catalogue(self) -> Mapping[str, Mapping[str, str]]:
        """The tables of the catalogue."""
        name = "words.toml" if self._language == "en" else f"words.{self._language}.toml"
        return tomllib.loads((files(self.package) / name).read_text("utf-8"))

    def has(self, table: str, code: str) -> bool:
        """Whether there are words for this code."""
        return code in self.catalogue().get(table, {})

    def say(self, table: str, code: str, *facts: object, names: Mapping[str, str] | None = None) -> str:
        """The words for a code, with its facts in them; a code without words is said as it is."""
        template = self.catalogue().get(table, {}).get(code)
        if template is None:
            return code.replace("_", " ").replace(".", " ")
        return template.format(*(self.fact(fact, names or {}) for fact in facts))

    def fact(self, fact: Any, names: Mapping[str, str] | None = None) -> str:
        """One fact in words."""
        if isinstance(fact, tuple | list):
            return ", ".join(self.fact(part, names) for part in fact or ("none",))
        if not isinstance(fact, str):
            return str(fact)
        if names and fact in names:
            return names[fact]
        term = self.catalogue().get("term", {}).get(fact)
        if term is not None:
            return term
        if fact.count(".") >= 2 and (entry := self._book.entries().get(fact)):
            return entry.title
        return fact
