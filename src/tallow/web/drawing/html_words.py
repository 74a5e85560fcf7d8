"""Words for HTML: the phrases of the web and the labels of one game in one language, escaped."""

from collections.abc import Callable
from functools import cache, lru_cache

import markupsafe

from tallow.games import game
from tallow.wording.phrases import Phrases
from tallow.wording.speech import Speech, upper

CACHED = 20_000


@lru_cache(CACHED)
def escape(text: str) -> str:
    """Text as it stands in HTML, between tags or in an attribute."""
    return str(markupsafe.escape(text))


class HtmlWords:
    """The words that drawing functions use. All that it returns is escaped, except what `plain` returns."""

    def __init__(self, phrases: Phrases, game_id: str) -> None:
        self.phrases = phrases
        self.game = game(game_id, phrases.language)
        self.plain: Callable[[str], str] = lru_cache(CACHED)(Speech(self.game).label)
        self.label: Callable[[str], str] = lru_cache(CACHED)(self._label)
        self.name: Callable[[str], str] = lru_cache(CACHED)(self._name)
        self.heading: Callable[[str], str] = lru_cache(CACHED)(self._heading)
        self._said: dict[str, str] = {}

    def say(self, code: str, **facts: object) -> str:
        """A phrase of the web."""
        if facts:
            return escape(self.phrases.say(code, **facts))
        said = self._said.get(code)
        if said is None:
            said = self._said[code] = escape(self.phrases.say(code))
        return said

    def _label(self, code: str) -> str:
        """A label of a view, or a name in it."""
        return escape(self.plain(code))

    def _name(self, name: str) -> str:
        """The name of somebody or something, which may be that of a rulebook entry."""
        return escape(self.game.book.called(name))

    def _heading(self, code: str) -> str:
        """A label with a capital."""
        return escape(upper(self.plain(code)))

    def rule_link(self, id_: str, html: str) -> str:
        """HTML as a link to a rule; without an id just the HTML."""
        if not id_:
            return html
        rule = escape(id_)
        return f'<a class="why" href="/rules/{self.game.id}/{rule}" data-rule="{rule}">{html}</a>'


@cache
def html_words(phrases: Phrases, game_id: str) -> HtmlWords:
    """The words for a game in the language of the phrases."""
    return HtmlWords(phrases, game_id)
