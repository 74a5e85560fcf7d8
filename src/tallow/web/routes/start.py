"""The start page: the games, new tables, the switch of language."""

from urllib.parse import quote, urlsplit

from litestar import Controller, Response, get, post

from tallow.games import game, names
from tallow.web import actions
from tallow.web.adventures import chosen, offered, playable
from tallow.web.language import LANGUAGE_COOKIE, preferred_language
from tallow.web.live.typed_text import clean_name
from tallow.web.process.limits import DOCUMENT
from tallow.web.requests import Request, client_address, form_text, name_cookie, remembered_name, year_cookie
from tallow.web.responses import redirect, render, see_other
from tallow.web.services import ServicesDep
from tallow.wording.settings import settings_shown

UNQUOTED = "/%:@!$&'()*+,;=-._~?"
"""What needs no quoting in a path or query."""


class StartRoutes(Controller):
    """Routes of the start page."""

    path = "/"
    include_in_schema = False

    @get("/")
    async def start(self, request: Request) -> Response[str]:
        """The start page."""
        games = [game(name, preferred_language(request)) for name in names()]
        settings = {played.id: settings_shown(played.id, played.words.language) for played in games}
        adventures = {played.id: offered([played]) if played.exploring else [] for played in games}
        shown = {
            "games": games,
            "settings": settings,
            "adventures": adventures,
            "playable": {played.id for played in playable(preferred_language(request))},
            "name": remembered_name(request),
        }
        return render(request, "start", shown)

    @post("/tables", request_max_body_size=DOCUMENT)
    async def open_table(self, request: Request, services: ServicesDep) -> Response[str]:
        """Open a table, for an adventure if one is chosen, and go to the referee's page."""
        await services.count("open_table", client_address(request))
        form = await request.form()
        played = game(form_text(form, "game") or names()[0], preferred_language(request))
        settings = {
            name.removeprefix("setting."): value
            for name, value in form.multi_items()
            if name.startswith("setting.") and isinstance(value, str)
        }
        name = form_text(form, "name")
        placed = any(form_text(form, field) for field in ("adventure", "document", "seed"))
        adventure = await chosen(services, request, played, form) if placed else None
        title = form_text(form, "title").strip() or (adventure.adventure.title if adventure else played.title)
        tokens = await actions.open_new_table(
            services,
            played,
            title,
            settings,
            name.strip() or remembered_name(request).strip() or played.referee,
            example=form_text(form, "party") == "ready",
            adventure=adventure,
        )
        cookies = [name_cookie(clean_name(name), request)] if name.strip() else []
        return redirect(request, f"/t/{tokens[0]}", cookies)

    @post("/try")
    async def try_it(self, request: Request, services: ServicesDep) -> Response[str]:
        """Open a table ready to referee: the game's party, and its adventure with a card for every room."""
        await services.count("open_table", client_address(request))
        form = await request.form()
        played = game(form_text(form, "game") or names()[0], preferred_language(request))
        name = remembered_name(request).strip() or played.referee
        listed = offered([played]) if played.exploring else []
        adventure = listed[0].document if listed else None
        title = adventure.adventure.title if adventure else played.title
        tokens = await actions.open_new_table(services, played, title, {}, name, example=True, adventure=adventure)
        return redirect(request, f"/t/{tokens[0]}")

    @post("/language")
    async def language(self, request: Request) -> Response[str]:
        """Switch to another language, and go back to the page."""
        form = await request.form()
        chosen = form_text(form, "language")[:10]
        return see_other(back(request, form_text(form, "back")), [year_cookie(LANGUAGE_COOKIE, chosen, request)])


def back(request: Request, where: str = "") -> str:
    """The page of this server that somebody comes from, by what the form says or by the referer; else the start."""
    came = urlsplit(where or request.headers.get("referer", ""))
    if came.netloc not in {"", request.headers.get("host")}:
        return "/"
    path, query = f"/{quote(came.path.lstrip('/'), safe=UNQUOTED)}", quote(came.query, safe=UNQUOTED)
    return f"{path}?{query}" if query else path
