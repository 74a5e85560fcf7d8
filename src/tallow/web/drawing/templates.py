"""Pages, and parts of pages that are asked for by themselves, from Jinja templates."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tallow.games import Game, game, names
from tallow.games.view import Panel
from tallow.games.words import LANGUAGES
from tallow.web.assets import folder, modules
from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.sentences import sentence
from tallow.web.drawing.view.blocks import blocks
from tallow.web.drawing.view.dice import roll
from tallow.wording.phrases import Phrases
from tallow.wording.speech import upper
from tallow.wording.story import DiceShown, Sentence

TEMPLATES = Path(__file__).parents[1] / "templates"


@cache
def environment(phrases: Phrases) -> Environment:
    """The templates in one language. `w(code)` says a phrase."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
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
        "games": tuple(game(name, phrases.language) for name in names()),
        "static": folder(),
        "modules": modules(),
    }
    return made


def page(template: str, context: Mapping[str, Any], phrases: Phrases) -> str:
    """A page, or a part of one. With a `context["game"]` templates can draw in the words of the game."""
    played: Game[Any] | None = context.get("game")
    drawing = _drawing(played.id, phrases) if played else {"label": str}
    known = {"game": None, "wants": phrases.language, **context, **drawing}
    return environment(phrases).get_template(f"{template}.html").render(known)


@cache
def _drawing(game_id: str, phrases: Phrases) -> dict[str, Any]:
    """What templates draw with, in the words of a game."""
    words = html_words(phrases, game_id)

    def panel_blocks(panel: Panel) -> Markup:
        return Markup("".join(map(str, blocks(words, panel))))  # noqa: S704  (escaped by `blocks`)

    def dice(one: DiceShown) -> Markup:
        return Markup(roll(words, one))  # noqa: S704  (escaped by `roll`)

    def told(one: Sentence) -> Markup:
        return Markup(sentence(one))  # noqa: S704  (escaped by `sentence`)

    return {
        "label": words.plain,
        "called": words.game.book.called,
        "blocks": panel_blocks,
        "roll": dice,
        "sentence": told,
    }
