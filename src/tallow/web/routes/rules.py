"""The rulebook of a game: search it, read it by section, read one entry."""

from itertools import islice
from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery

from tallow.games import Game, Unknown, game
from tallow.games.rulebook import Entry
from tallow.mechanics.suggestions import nearest
from tallow.web.language import preferred_language
from tallow.web.requests import Request
from tallow.web.responses import render
from tallow.wording.rulebook_entry import explained, heading
from tallow.wording.speech import upper

MOST_FOUND = 60
"""How many entries a search shows."""


class RulesRoutes(Controller):
    """Routes of a rulebook."""

    path = "/rules/{name:str}"
    include_in_schema = False

    @get("/")
    async def rules(self, request: Request, name: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
        """Search a rulebook, or read it by section."""
        played = game(name, preferred_language(request))
        query = q[:100]
        context: dict[str, Any] = {"game": played, "q": query, "sections": {}, "results": []}
        if q.strip():
            context["results"] = [
                explained(played, entry, played.settings()) for entry in islice(played.book.search(query), MOST_FOUND)
            ]
        else:
            context["sections"] = _sections(played)
        return render(request, "rules", context)

    @get("/{id_:str}")
    async def rule(self, request: Request, name: FromPath[str], id_: FromPath[str]) -> Response[str]:
        """One entry, whole."""
        played = game(name, preferred_language(request))
        entry = _entry(played, id_)
        return render(request, "rule", {"game": played, "explained": explained(played, entry, played.settings())})


def _sections(played: Game[Any]) -> dict[str, list[tuple[str, str]]]:
    """The ids and titles of all entries by their heading."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for entry in played.book.entries().values():
        sections.setdefault(heading(entry, played.words.language), []).append((entry.id, upper(entry.title)))
    return sections


def _entry(played: Game[Any], id_: str) -> Entry:
    entries = played.book.entries()
    if id_ not in entries:
        raise Unknown("rule", id_[:100], nearest(id_[:100], entries), played.title)
    return entries[id_]
