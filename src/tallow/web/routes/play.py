"""Play now: choose an adventure or have a place made, and be in it, without a referee, as player of the whole party.

After an adventure has ended, the same party goes on to the next place.
"""

import secrets
from typing import Any
from urllib.parse import urlencode

from litestar import Controller, Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath

from tallow.adventures.documents.writing import written
from tallow.adventures.generating.draft import FEWEST, MOST
from tallow.games import Game, game
from tallow.table import TableRefusal, between_places
from tallow.web import actions
from tallow.web.adventures import USUAL, brought, chosen, offered, place_asked, playable
from tallow.web.background.places import PlaceAsked
from tallow.web.language import preferred_language
from tallow.web.live.links import Visitor
from tallow.web.live.typed_text import clean_name
from tallow.web.phrases import web_phrases
from tallow.web.process.limits import DOCUMENT
from tallow.web.requests import Request, client_address, form_text, remembered_name, seat_cookie, year_cookie
from tallow.web.responses import attachment, redirect, render, see_other
from tallow.web.services import Services, ServicesDep
from tallow.wording.refusals import refusal_in

SEEDS = 1_000_000
"""So many seeds a place may be asked for without naming one: short ones, to be told to a friend."""

UNREAD = frozenset(("no_file", "bad_adventure"))
"""What may be wrong with a file that somebody sends: they are told beside the form, and can send another."""

BOUNDS = {"fewest": FEWEST, "most": MOST, "usual": USUAL}


class PlayRoutes(Controller):
    """Routes of playing without a referee."""

    path = "/play"
    include_in_schema = False

    @get("/")
    async def choose(self, request: Request) -> Response[str]:
        """The adventures that are ready, and the games in which a new place can be made."""
        return listed(request)

    @post("/", request_max_body_size=DOCUMENT)
    async def begin(self, request: Request, services: ServicesDep) -> Response[str]:
        """Open a table for an adventure without a referee, with the ready party or one's `own`, and go to its page."""
        await services.count("open_table", client_address(request))
        form = await request.form()
        played = game(form_text(form, "game"), preferred_language(request))
        document = await chosen(services, request, played, form)
        nameless = web_phrases(preferred_language(request)).say("play.player")
        name = clean_name(remembered_name(request).strip() or nameless)
        ready_party = form_text(form, "party", "ready") != "own"
        own, table = await actions.open_adventure(services, played, document, name, ready=ready_party)
        return redirect(request, f"/t/{own}", [year_cookie(seat_cookie(table), own, request)])

    @get("/new")
    async def new_place(self, request: Request, services: ServicesDep) -> Response[str]:
        """A place by chance: the page asks again until it is made. Without a seed, one is drawn."""
        played = game(request.query_params.get("game", ""), preferred_language(request))
        return await made(request, services, played)

    @post("/file", request_max_body_size=DOCUMENT)
    async def from_file(self, request: Request, services: ServicesDep) -> Response[str]:
        """Read an adventure of somebody's own, and show what it is before it is played. Nothing of it is kept."""
        await services.count("compute", client_address(request))
        form = await request.form()
        played = game(form_text(form, "game"), preferred_language(request))
        sent = form.get("file")
        text = await sent.read() if isinstance(sent, UploadFile) else b""
        try:
            document, lost = await brought(services, request, played, text)
        except TableRefusal as refused:
            if refused.code not in UNREAD:
                raise
            problem = refusal_in(web_phrases(preferred_language(request)), refused.code, *refused.facts)
            return listed(request, problem=problem, chosen=played.id)
        shown = {"game": played, "document": document, "text": written(document), "lost": lost}
        return render(request, "brought", shown)

    @get("/place.toml")
    async def as_file(self, request: Request, services: ServicesDep) -> Response[str]:
        """The document of a place by chance."""
        await services.count("compute", client_address(request))
        played = game(request.query_params.get("game", ""), preferred_language(request))
        asked = place_asked(played, request.query_params)
        found = await services.places.get(asked, client_address(request)) if asked else None
        if found is None:
            raise TableRefusal("no_place")
        headers = attachment(found.adventure.title, "place", "toml")
        return Response(written(found), media_type="application/toml", headers=headers)


def listed(request: Request, problem: str = "", chosen: str = "") -> Response[str]:
    """The adventures that are ready, the games in which a new place can be made, and a form for a file.

    `problem` is what was wrong with a file that was sent for the game `chosen`.
    """
    games = playable(preferred_language(request))
    new = [one for one in games if one.stocking is not None]
    shown = {"offered": offered(games), "made": new, "games": games, "visitor": None, "problem": problem}
    return render(request, "play", {**shown, "chosen": chosen, **BOUNDS}, status=400 if problem else 200)


class NextRoutes(Controller):
    """Routes of the next place of a table."""

    path = "/t/{token:str}/next"
    include_in_schema = False

    @get("/")
    async def choose(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Where the party could go on to; with `rooms`, a place by chance, made while the page waits."""
        visitor = await services.visitor(request, token)
        visitor.must_preside()
        if not between_places(visitor.room.table):
            raise TableRefusal("not_between_places")
        played = plain_game(visitor)
        if "rooms" in request.query_params:
            return await made(request, services, played, visitor)
        listed = offered([played], besides=visitor.room.table.title)
        new = [played] if played.stocking is not None else []
        return render(request, "play", {"offered": listed, "made": new, "visitor": visitor, "game": played, **BOUNDS})

    @post("/", request_max_body_size=DOCUMENT)
    async def go(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Go there, with the same party and everybody at the table."""
        visitor = await services.visitor(request, token, "write")
        visitor.must_preside()
        await services.count("open_table", client_address(request))
        document = await chosen(services, request, plain_game(visitor), await request.form())
        await actions.go_on(services, visitor, document)
        return redirect(request, f"/t/{token}")


def plain_game(visitor: Visitor) -> Game[Any]:
    """The game of a table without its adventure."""
    return game(visitor.room.table.game, visitor.wants)


async def made(
    request: Request, services: Services, played: Game[Any], visitor: Visitor | None = None
) -> Response[str]:
    """The page of a place by chance: as it is made, and as it is."""
    here = f"/t/{visitor.token}/next" if visitor else "/play/new"
    asked = place_asked(played, request.query_params)
    if asked is None:
        drawn = {**request.query_params, "seed": str(secrets.randbelow(SEEDS))}
        asked = place_asked(played, drawn)
        if asked is None:
            raise TableRefusal("no_place")
        return see_other(f"{here}?{_query(asked)}")
    await services.count("read" if asked in services.places else "compute", client_address(request))
    found = services.places.ask(asked, client_address(request))
    context = {
        "game": played,
        "visitor": visitor,
        "asked": asked,
        "here": here,
        "query": _query(asked),
        "another": urlencode({"game": asked.game, "rooms": asked.rooms}),
        "place": None if found == "failed" else found,
        "failed": found == "failed",
    }
    return render(request, "place", context)


def _query(asked: PlaceAsked) -> str:
    return urlencode({"game": asked.game, "rooms": asked.rooms, "seed": asked.seed})
