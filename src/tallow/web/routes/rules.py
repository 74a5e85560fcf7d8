"""The rulebook of a game: search it, read it chapter by chapter, read one entry."""

from itertools import islice
from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from tallow.games import Game, Unknown, game
from tallow.games.rulebook import Entry
from tallow.mechanics.suggestions import nearest
from tallow.web.language import preferred_language
from tallow.web.requests import Request
from tallow.web.responses import render
from tallow.wording.rulebook_entry import Explained, explained, heading

MOST_FOUND = 60
"""How many entries a search shows."""


class Chapter(Struct, frozen=True):
    """The entries under one heading, and the titles of the chapters before and after it, "" where there is none."""

    title: str
    entries: tuple[Explained, ...]
    before: str
    after: str


class RulesRoutes(Controller):
    """Routes of a rulebook."""

    path = "/rules/{name:str}"
    include_in_schema = False

    @get("/")
    async def rules(
        self, request: Request, name: FromPath[str], q: FromQuery[str] = "", chapter: FromQuery[str] = ""
    ) -> Response[str]:
        """Search a rulebook, or read a chapter of it, the first where none is named."""
        played = game(name, preferred_language(request))
        query = q[:100]
        if query.strip():
            found = islice(played.book.search(query), MOST_FOUND)
            results = [explained(played, entry, played.settings()) for entry in found]
            return render(request, "rules", {"game": played, "q": query, "results": results, "chapter": None})
        chapters = _chapters(played)
        context = {"game": played, "q": "", "contents": [(title, len(entries)) for title, entries in chapters.items()]}
        return render(request, "rules", {**context, "chapter": _chapter(played, chapters, chapter)})

    @get("/{id_:str}")
    async def rule(self, request: Request, name: FromPath[str], id_: FromPath[str]) -> Response[str]:
        """One entry, whole."""
        played = game(name, preferred_language(request))
        entry = _entry(played, id_)
        return render(request, "rule", {"game": played, "explained": explained(played, entry, played.settings())})


def _chapters(played: Game[Any]) -> dict[str, list[Entry]]:
    """All entries by their heading, in the order of the book, with what the book has no section for at the end."""
    chapters: dict[str, list[Entry]] = {}
    for entry in sorted(played.book.entries().values(), key=lambda entry: entry.section.startswith("(")):
        chapters.setdefault(heading(entry, played.words.language), []).append(entry)
    return chapters


def _chapter(played: Game[Any], chapters: dict[str, list[Entry]], named: str) -> Chapter:
    titles = list(chapters)
    title = named or titles[0]
    if title not in chapters:
        raise Unknown("chapter", title[:100], nearest(title[:100], titles), played.title)
    at = titles.index(title)
    entries = tuple(explained(played, entry, played.settings()) for entry in chapters[title])
    return Chapter(title, entries, titles[at - 1] if at else "", titles[at + 1] if at + 1 < len(titles) else "")


def _entry(played: Game[Any], id_: str) -> Entry:
    entries = played.book.entries()
    if id_ not in entries:
        raise Unknown("rule", id_[:100], nearest(id_[:100], entries), played.title)
    return entries[id_]
