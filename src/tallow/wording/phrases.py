"""The phrases of a face in one language: those in its own catalogue, and those that all faces share.

A catalogue is a file beside the package: `words.toml` is English, `words.<language>.toml` any other language. What
several faces say is in the catalogue of this package.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tallow.games.words import BETWEEN, Catalogue, catalogue
from tallow.odds.words import in_words

SHARED = "tallow.wording"

Say = Callable[..., str]
"""Says a phrase by its code, with its facts by name."""


class Phrases:
    """The phrases of one package in one language. Made once for each: see `phrases`."""

    def __init__(self, package: str, language: str) -> None:
        self.package = package
        self.language = language
        self.between = BETWEEN.get(language, ", ")

    def catalogue(self) -> Catalogue:
        """Its tables by name: `say`, `chance`, and whatever else the package has."""
        return _merged(self.package, self.language)

    def say(self, code: str, **facts: object) -> str:
        """A phrase with its facts in it; KeyError for a code without words."""
        return self.catalogue()["say"][code].format(**facts)

    def template(self, table: str, code: str) -> str | None:
        """The words for a code, with {0}, {1} … for its facts; None when there are none."""
        return self.catalogue().get(table, {}).get(code)

    def chance(self, p: Fraction | float) -> str:
        """A chance in words."""
        return in_words(p, self.catalogue()["chance"])


@cache
def phrases(language: str, package: str = SHARED) -> Phrases:
    """The phrases of a package in one language: always the same object, so that it can be part of a cache's key."""
    return Phrases(package, language)


@cache
def _merged(package: str, language: str) -> Catalogue:
    shared, own = catalogue(SHARED, language), catalogue(package, language)
    return {table: {**shared.get(table, {}), **own.get(table, {})} for table in [*shared, *own]}
