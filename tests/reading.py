"""What a page says, with the language that each part of it is marked as."""

from html.parser import HTMLParser

from msgspec import Struct

SAID = ("aria-label", "title", "placeholder", "alt", "data-said", "data-at", "data-away", "data-legal")
"""Attributes that people hear or see."""

VOID = frozenset(("base", "br", "hr", "img", "input", "link", "meta"))
MUTE = frozenset(("code", "kbd", "script", "style"))


class Said(Struct, frozen=True):
    """Words on a page: the elements and classes around them, and their language."""

    text: str
    language: str
    within: str


class Page(HTMLParser):
    """Reads a page; `said` is all that it says."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[Said] = []
        self._open: list[tuple[str, str, str]] = []
        self.feed(html)

    def _say(self, text: str, language: str, within: str) -> None:
        if text.strip():
            self.said.append(Said(" ".join(text.split()), language, within))

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        _, language, within = self._open[-1] if self._open else ("", "", "")
        language = given.get("lang", language)
        within = f"{within} {tag}.{given.get('class', '').replace(' ', '.')}"
        for name in SAID:
            self._say(given.get(name, ""), language, f"{within} [{name}]")
        if tag not in VOID:
            self._open.append((tag, language, within))

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tag, language, within = self._open[-1] if self._open else ("", "", "")
        if tag not in MUTE:
            self._say(data, language, within)
