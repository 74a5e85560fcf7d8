"""The words of the web face. A language is a file: `words.toml` is English, `words.<language>.toml` any other."""

from fractions import Fraction
from functools import cache

from tallow.games.words import BETWEEN, Catalogue, catalogue
from tallow.odds.words import in_words


class Face:
    """The catalogue of the web face in one language; `face` gives the one of each."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.between = BETWEEN.get(language, ", ")

    def catalogue(self) -> Catalogue:
        """Its tables: `say`, `told`, `refusal`, `chance`."""
        return catalogue("tallow.web", self.language)

    def phrase(self, code: str, **facts: object) -> str:
        """One of the face's own phrases."""
        return self.catalogue()["say"][code].format(**facts)

    def template(self, table: str, code: str) -> str | None:
        """The words for a code, with {0}, {1} … for its facts; None when there are none."""
        return self.catalogue().get(table, {}).get(code)

    def chance(self, p: Fraction | float) -> str:
        """A chance in words."""
        return in_words(p, self.catalogue()["chance"])


@cache
def face(language: str) -> Face:
    """The face in one language: always the same one, so that what is drawn with it can be kept."""
    return Face(language)


WORDS = face("en")
