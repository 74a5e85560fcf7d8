"""The fixed words of the terminal, one catalogue for each language."""

from collections.abc import Callable

from tallow.games.words import Catalogue, catalogue

Say = Callable[..., str]
"""Says a phrase by its code, with its facts by name."""


def phrases(language: str = "en") -> Catalogue:
    """The catalogue: `say` has phrases, `chance` how odds are put."""
    return catalogue("tallow.terminal", language)


def say(language: str, code: str, **facts: object) -> str:
    """A phrase with its facts in it."""
    return phrases(language)["say"][code].format(**facts)
