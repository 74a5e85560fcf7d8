"""Whole pages, and pieces of one that are asked for by themselves, from templates."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tallow.games import Game, game
from tallow.games.view import Panel
from tallow.games.words import LANGUAGES
from tallow.web.assets import folder, modules
from tallow.web.drawing.blocks import blocks, roll
from tallow.web.drawing.html_words import pen
from tallow.web.phrases import ENGLISH
from tallow.wording.phrases import Phrases
from tallow.wording.speech import upper
from tallow.wording.story import Fallen

HERE = Path(__file__).parents[1]


@cache
def environment(phrases: Phrases) -> Environment:
    """The templates, with the words of one language."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"cap": upper}
    made.tests |= {"foreign": lambda language: language != phrases.language}
    made.globals |= {
        "w": phrases.say,
        "between": phrases.between,
        "language": phrases.language,
        "languages": LANGUAGES,
        "static": folder(),
        "modules": modules(),
    }
    return made


def page(name: str, context: Mapping[str, Any], phrases: Phrases = ENGLISH) -> str:
    """A whole page, or a piece of one that is asked for by itself."""
    from tallow.web.drawing.page_context import besides  # noqa: PLC0415  (it draws with what stands here)

    known = {"game": None, "label": str, "wants": phrases.language, **context, **besides(name, context, phrases)}
    played: Game[Any] | None = known["game"]
    if played is not None:
        known |= _drawing(played.id, phrases)
    return environment(phrases).get_template(f"{name}.html").render(known)


def _drawing(played: str, phrases: Phrases) -> dict[str, Any]:
    """What the templates draw with, in the words of a game."""
    ink = pen(phrases, played)

    def panel_blocks(panel: Panel) -> Markup:
        return Markup("".join(map(str, blocks(ink, panel))))  # noqa: S704  (drawn by us)

    def fallen(one: Fallen) -> Markup:
        return Markup(roll(ink, one))  # noqa: S704  (drawn by us)

    return {"label": ink.plain, "called": ink.game.book.called, "blocks": panel_blocks, "roll": fallen}


def theme(played: str) -> str:
    """The one colour that a game brings, as CSS."""
    chosen = game(played).theme
    return f":root{{--accent:light-dark({chosen.accent},{chosen.accent_dark})}}"
