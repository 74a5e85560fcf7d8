"""What every drawing needs besides what it shows: the words of the face and of one game, ready to stand in HTML."""

from collections.abc import Callable
from functools import cache, lru_cache

from markupsafe import escape

from tallow.games import game
from tallow.wording.phrases import Phrases
from tallow.wording.speech import Speech, upper

KEPT = 20_000


@lru_cache(KEPT)
def text(said: str) -> str:
    """Text as it stands in HTML, between tags or in an attribute."""
    return str(escape(said))


class Pen:
    """The words of the face and of one game. All that it hands out is escaped, but for `plain` labels."""

    def __init__(self, phrases: Phrases, played: str) -> None:
        self.phrases = phrases
        self.game = game(played, phrases.language)
        self.plain: Callable[[str], str] = lru_cache(KEPT)(Speech(self.game).label)
        self.label: Callable[[str], str] = lru_cache(KEPT)(self._label)
        self.name: Callable[[str], str] = lru_cache(KEPT)(self._name)
        self.heading: Callable[[str], str] = lru_cache(KEPT)(self._heading)
        self._said: dict[str, str] = {}

    def w(self, code: str, **facts: object) -> str:
        """One of the phrases's own phrases."""
        if facts:
            return text(self.phrases.say(code, **facts))
        said = self._said.get(code)
        if said is None:
            said = self._said[code] = text(self.phrases.say(code))
        return said

    def _label(self, code: str) -> str:
        """A label of a view, or a name in it."""
        return text(self.plain(code))

    def _name(self, name: str) -> str:
        """The name of somebody or something, which may be that of an entry."""
        return text(self.game.book.called(name))

    def _heading(self, code: str) -> str:
        """The same with a capital."""
        return text(upper(self.plain(code)))

    def why(self, id_: str, said: str) -> str:
        """Words that lead to their rule."""
        if not id_:
            return said
        rule = text(id_)
        return f'<a class="why" href="/rules/{self.game.id}/{rule}" data-rule="{rule}">{said}</a>'


@cache
def pen(phrases: Phrases, played: str) -> Pen:
    """The pen for a game in one language."""
    return Pen(phrases, played)
