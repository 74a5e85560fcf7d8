"""Play now: choose an adventure, and be in it, without a referee, as player of the whole party."""

from typing import Any

from litestar import Controller, Response, get, post
from msgspec import Struct

from tallow.adventures import Document, names, ready
from tallow.games import Game, game
from tallow.games import names as game_names
from tallow.web import actions
from tallow.web.language import preferred_language
from tallow.web.live.typed_text import clean_name
from tallow.web.phrases import web_phrases
from tallow.web.requests import Request, client_address, form_text, remembered_name, seat_cookie, year_cookie
from tallow.web.responses import redirect, render
from tallow.web.services import ServicesDep


class AdventureOffered(Struct, frozen=True):
    """An adventure that can be played at once: its game, its name there, and its document."""

    game: Game[Any]
    name: str
    document: Document


class PlayRoutes(Controller):
    """Routes of playing without a referee."""

    path = "/play"
    include_in_schema = False

    @get("/")
    async def choose(self, request: Request) -> Response[str]:
        """The adventures that are ready."""
        return render(request, "play", {"offered": offered(preferred_language(request))})

    @post("/")
    async def begin(self, request: Request, services: ServicesDep) -> Response[str]:
        """Open a table for an adventure without a referee, with the ready party or one's `own`, and go to its page."""
        services.limiter.count("open_table", client_address(request))
        form = await request.form()
        played = game(form_text(form, "game"), preferred_language(request))
        document = ready(played.id, form_text(form, "adventure"))
        nameless = web_phrases(preferred_language(request)).say("play.player")
        name = clean_name(remembered_name(request).strip() or nameless)
        ready_party = form_text(form, "party", "ready") != "own"
        own, table = await actions.open_adventure(services, played, document, name, ready=ready_party)
        return redirect(request, f"/t/{own}", [year_cookie(seat_cookie(table), own, request)])


def offered(language: str) -> list[AdventureOffered]:
    """Every adventure of every game that can be played without a referee."""
    games = [game(name, language) for name in game_names()]
    return [
        AdventureOffered(played, name, ready(played.id, name))
        for played in games
        if played.exploring is not None and played.rulings is not None
        for name in names(played.id)
    ]
