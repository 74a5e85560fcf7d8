"""The language of a reader: the one that they switched to, else the one that their browser or program prefers.

It is decided here and nowhere else. A page about a game is in the game's language: the reader's if the game speaks it,
else English.
"""

from functools import lru_cache
from typing import Any

from litestar import Request

from tallow.games.words import LANGUAGES

LANGUAGE_COOKIE = "tallow_language"
"""The cookie that remembers the switch."""


def preferred_language(request: Request[Any, Any, Any]) -> str:
    """The language that whoever asks prefers."""
    # Most requests of programs have neither header: to find that out needs no parsing of all the others.
    given = dict(request.scope["headers"])
    switched = request.cookies.get(LANGUAGE_COOKIE, "") if b"cookie" in given else ""
    return (
        switched if switched in LANGUAGES else accepted_language(given.get(b"accept-language", b"").decode("latin-1"))
    )


@lru_cache(1_000)
def accepted_language(header: str) -> str:
    """Of our languages the one that an Accept-Language header ranks highest; English if it has none of them."""
    quality: dict[str, float] = {}
    for part in header[:1_000].split(","):
        tag, *parameters = (piece.strip().casefold() for piece in part.split(";"))
        quality.setdefault(tag.split("-")[0], _quality(parameters))
    others = quality.get("*", 0.0)
    best = max(LANGUAGES, key=lambda language: quality.get(language, others))
    return best if quality.get(best, others) > 0 else "en"


def _quality(parameters: list[str]) -> float:
    """The quality of a language in the header, from 0 to 1; what cannot be read counts as 0."""
    given = next((text[2:] for text in parameters if text.startswith("q=")), "1")
    return min(float(given), 1.0) if given.replace(".", "", 1).isdecimal() else 0.0
