"""Words for codes. Rules tell codes and facts; a catalogue, one file for each language, has the sentences for them.

A catalogue has a table for each kind of code: `told`, `ask`, `option`, `action`, `handle`, `refusal`, `label`,
`measure`, `term`; `does` says what an action leads to, for its button; `passing` and `failing` say what comes of a roll
with a stake, by its code, and `needed` what players read of what it needs where the number itself is the referee's.
Templates have the facts as {0}, {1} …; a fact that is a code of `term` or the id of an entry is translated too.
What goes with a number has two forms: "{1} {1:coin|coins}".
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from tallow.games.rulebook import Rulebook

LANGUAGES: Mapping[str, str] = {"en": "English", "ja": "日本語"}
"""The languages of the faces, each by its own name; the first is the default."""

BETWEEN: Mapping[str, str] = {"ja": "、"}
"""The separator of lists, if it is not a comma with a space."""

PARTED: Mapping[str, str] = {"ja": "；"}
"""The separator of lists that hold lists, if it is not a semicolon with a space."""

Catalogue = Mapping[str, Mapping[str, str]]

_WORD = re.compile(r"[A-Za-z][a-z]{2,}")
"""A word in Latin letters, as against an abbreviation such as STR or Ud6."""

_NOTED = re.compile(r"(.+) \((.+)\)")
"""A name with something in brackets behind it."""

_MARKED = re.compile(r"\(([^()]+)\) (.+)")
"""A text with what holds for it in brackets before it."""


TERMS = 5_000
"""How many facts are remembered in words, for each game in each language."""

SHARED = "tallow.games"
"""The package whose catalogue has what every game says alike, such as the words of exploring a place."""


@cache
def catalogue(package: str, language: str) -> Catalogue:
    """The tables of a package's catalogue: `words.toml` is English, `words.<language>.toml` any other language."""
    return tomllib.loads((files(package) / _file(language)).read_text("utf-8"))


@cache
def _whole(package: str, language: str) -> Catalogue:
    """A package's catalogue, and what every game says besides."""
    own, shared = catalogue(package, language), catalogue(SHARED, language)
    return {table: {**shared.get(table, {}), **own.get(table, {})} for table in {**shared, **own}}


def speaks(package: str, language: str) -> bool:
    """Whether a package has a catalogue in this language."""
    return (files(package) / _file(language)).is_file()


def _file(language: str) -> str:
    return "words.toml" if language == "en" else f"words.{language}.toml"


class Fact(str):
    """A fact in a template; `{1:coin|coins}` is the first form where the fact is 1, else the second."""

    __slots__ = ()

    def __format__(self, forms: str, /) -> str:
        return form_for(self, forms) if forms else str(self)


class Code(str):
    """A name that is a code of `term`: what the rules call a thing that has no name of its own, such as a purse."""

    __slots__ = ()


def form_for(fact: str, forms: str) -> str:
    """Of two forms, such as `coin|coins`, the one that goes with a number."""
    one, _, several = forms.partition("|")
    return one if fact == "1" else several


class Words:
    """The catalogue of a game, in the language of its book. Made once for each book: see `words_of`."""

    def __init__(self, book: Rulebook) -> None:
        self.package = book.package
        self.language = book.language
        self.between = BETWEEN.get(book.language, ", ")
        self._book = book
        self._tables: Catalogue | None = None
        self._said: dict[tuple[str, str], str] = {}
        self._term: Callable[[str], str] = lru_cache(TERMS)(self._in_words)
        self._named: Callable[[str], str] = lru_cache(TERMS)(self.called)

    def catalogue(self) -> Catalogue:
        """The tables of the catalogue."""
        if self._tables is None:
            self._tables = _whole(self.package, self.language)
        return self._tables

    def has(self, table: str, code: str) -> bool:
        """Whether there are words for this code."""
        return code in self.catalogue().get(table, {})

    def say(self, table: str, code: str, *facts: object, names: Mapping[str, str] | None = None) -> str:
        """The words for a code with its facts; a code without words is returned as it is, with spaces."""
        if not facts and (known := self._said.get((table, code))) is not None:
            return known
        template = self.catalogue().get(table, {}).get(code)
        if template is None:
            return code.replace("_", " ").replace(".", " ")
        if not facts:
            return self._said.setdefault((table, code), template.format())
        return template.format(*[Fact(self.fact(fact, names or {})) for fact in facts])

    def called(self, name: str) -> str:
        """The translation of a name, which may be that of an entry, or be put together of such.

        Put together are lists with commas or semicolons, a kind and a name with a colon, a note in brackets behind a
        name or before a text, and a word behind an abbreviation, such as "STR 1+1 Nearby". If a word of a list or after
        a colon has no translation, it is somebody's own text and stays as it is.
        """
        said = self._book.called(name)
        if said != name or " " not in name or self.language == "en":
            return said
        if noted := _NOTED.fullmatch(name):
            return f"{self.fact(noted[1])} ({self.fact(noted[2])})"
        if marked := _MARKED.fullmatch(name):
            return f"({self.fact(marked[1])}) {self.fact(marked[2])}"
        for between, joined in (("; ", self.between), (", ", self.between), (": ", "："), (" ", " ")):
            if between in name:
                parts = [self.fact(part) for part in name.split(between)]
                return name if any(map(_WORD.search, parts)) else joined.join(parts)
        return name

    def fact(self, fact: Any, names: Mapping[str, str] | None = None) -> str:
        """One fact in words. The parts of a list of lists are set apart by more than a comma; empty ones are left out.

        A fact that has one of the `names` is said by that, which is a name even if it reads like a code, except a
        `Code`; a `Fact` is words already.
        """
        if isinstance(fact, Fact):
            return fact
        if isinstance(fact, str):
            if fact.count(".") >= 2 and (entry := self._book.entries().get(fact)):
                return entry.title
            name = names.get(fact) if names else None
            return self._term(name or fact) if name is None or isinstance(name, Code) else self._named(name)
        if isinstance(fact, tuple | list):
            lists = any(isinstance(part, tuple | list) for part in fact)
            if lists:
                parts = [self.fact(part, names) for part in fact if part not in ((), [])]
                return PARTED.get(self.language, "; ").join(parts) or "–"
            return self.between.join(self.fact(part, names) for part in fact or ("none",))
        return str(fact)

    def _in_words(self, fact: str) -> str:
        """A term of the catalogue, or a name."""
        term = self.catalogue().get("term", {}).get(fact)
        return self.called(fact) if term is None else term


@cache
def words_of(book: Rulebook) -> Words:
    """The words of a game: always the same object for a book, so that it can be part of a cache's key."""
    return Words(book)
