"""Which language somebody reads: the one that they switched to, else the one that their browser or program asks for.

This is decided here and nowhere else. A page on which a game stands speaks that game's language: what is wanted if the
game has it, else English.
"""

from functools import lru_cache
from typing import Any

from litestar import Request

from tallow.games.words import LANGUAGES

SWITCHED = "tallow_language"
"""The cookie that remembers the switch."""


def wanted(request: Request[Any, Any, Any]) -> str:
    """The language that whoever asks would rather read."""
    switched = request.cookies.get(SWITCHED, "")
    return switched if switched in LANGUAGES else accepted(request.headers.get("accept-language", ""))


@lru_cache(1_000)
def accepted(header: str) -> str:
    """Of our languages the one that an Accept-Language header likes best; English if it likes none."""
    liked: dict[str, float] = {}
    for part in header[:1_000].split(","):
        tag, *parameters = (piece.strip().casefold() for piece in part.split(";"))
        liked.setdefault(tag.split("-")[0], _quality(parameters))
    others = liked.get("*", 0.0)
    best = max(LANGUAGES, key=lambda language: liked.get(language, others))
    return best if liked.get(best, others) > 0 else "en"


def _quality(parameters: list[str]) -> float:
    """How much a language is liked, from 0 to 1; what cannot be read counts as 0."""
    given = next((text[2:] for text in parameters if text.startswith("q=")), "1")
    return min(float(given), 1.0) if given.replace(".", "", 1).isdecimal() else 0.0
