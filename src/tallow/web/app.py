"""The web application: routes, what is sent with every answer, and what happens when a request is refused."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tallow import __version__
from tallow.games import game
from tallow.store import Store
from tallow.web.api.routes import Api
from tallow.web.assets import STATIC, folder, stylesheet
from tallow.web.drawing.templates import page
from tallow.web.faults import Fault, fault, refused
from tallow.web.hall import Hall, by_script, hall
from tallow.web.language import wanted
from tallow.web.phrases import web_phrases
from tallow.web.process.limits import BODY, Limits
from tallow.web.process.read_queue import Turnstile
from tallow.web.routes.archives import Archives
from tallow.web.routes.rehearse import Rehearse
from tallow.web.routes.start import Front
from tallow.web.routes.table import TablePages

log = logging.getLogger("tallow.web")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"
)

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


async def safely(message: Message, scope: Scope) -> None:
    """Headers of safety on every answer; nobody keeps a page, and everybody the looks."""
    if message["type"] != "http.response.start":
        return
    if scope["path"].startswith(f"{folder()}/"):
        kept = b"max-age=31536000, immutable"
    elif scope["path"].startswith(("/static/", "/theme/")):
        kept = b"max-age=3600"
    else:
        kept = b"no-store"
    message["headers"] = [*message["headers"], *HEADERS, (b"cache-control", kept)]


def guarded(app: ASGIApp) -> ASGIApp:
    """Nothing is done that a page of another site asked for."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") not in {"GET", "HEAD", "OPTIONS"} and foreign(dict(scope["headers"])):
            request: Request[Any, Any, Any] = Request(scope)
            told = {"code": "cross_origin", "message": refused("cross_origin", web_phrases(wanted(request)))}
            answer: Response[Any] = Response(told, status_code=403)
            await answer.to_asgi_response(app=None, request=request)(scope, receive, send)
            return
        await app(scope, receive, send)

    return guard


def foreign(headers: dict[bytes, bytes]) -> bool:
    """Whether a browser says that a request comes from another site; what is no browser says nothing."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site not in {b"same-origin", b"none"}
    origin = headers.get(b"origin")
    return origin is not None and urlsplit(origin.decode("latin-1")).netloc != headers.get(b"host", b"").decode(
        "latin-1"
    )


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """What somebody is told whose request was refused, as a page, a piece of one, or JSON."""
    table = request.state.get("table")
    phrases = web_phrases(game(table.game, wanted(request)).words.language if table else wanted(request))
    found = fault(error, phrases, table)
    if found is None:
        log.error("%s %s", request.method, _safe(request.url.path), exc_info=error)
        found = Fault(500, "fault", refused("fault", phrases))
    elif found.code == "database_away":
        log.error("%s %s: the database is away", request.method, _safe(request.url.path), exc_info=error)
    headers = {"Retry-After": str(found.facts[0])} if found.status in {429, 503} else {}
    if request.url.path.startswith("/api"):
        return Response(found, status_code=found.status, media_type="application/json", headers=headers)
    kind = "notice" if by_script(request) else "error"
    back = "/" if found.code == "no_entry" else _back(request)
    told = page(kind, {"fault": found, "back": back, "wants": wanted(request)}, phrases)
    return Response(told, status_code=found.status, media_type="text/html", headers=headers)


def _safe(path: str) -> str:
    """A path without the token in it."""
    parts = path.split("/")
    return "/".join([*parts[:2], "…", *parts[3:]]) if path.startswith(("/t/", "/qr/")) else path


def _back(request: Request[Any, Any, Any]) -> str:
    """Where to go on from a refusal."""
    parts = request.url.path.split("/")
    return "/".join(parts[:3]) if request.url.path.startswith("/t/") else "/"


def make_app(
    store: Store, *, limits: Limits | None = None, address: str = "", network: Callable[[], str] | None = None
) -> Litestar:
    """The application over a store; `address` is where others reach it, if not where it is asked.

    `network` gives the address for others where this machine asks itself, "" if they cannot reach it.
    """
    parts = hall(store, limits or Limits(), address, network)

    @asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        yield
        await parts.comparisons.close()
        await parts.rehearsals.close()
        await parts.pools.close()
        parts.house.close()
        parts.house.end()

    def the_hall() -> Hall:
        return parts

    @get(f"{folder()}/css/tallow.css", media_type="text/css", include_in_schema=False)
    async def looks() -> str:
        """All style sheets as one, in the folder that they stand in, so that what they refer to is found."""
        return stylesheet()

    return Litestar(
        route_handlers=[
            Front,
            TablePages,
            Archives,
            Rehearse,
            Api,
            looks,
            create_static_files_router(folder(), [STATIC], name="static-version"),
            create_static_files_router("/static", [STATIC]),
        ],
        dependencies={"hall": Provide(the_hall, sync_to_thread=False)},
        exception_handlers={Exception: refuse},
        middleware=[guarded, Turnstile()],
        before_send=[safely],
        openapi_config=OpenAPIConfig(
            title="Tallow",
            version=__version__,
            description="Tables of old-school dungeon games: what people do in the browser, for other programs. "
            "Everything is said in codes and facts; messages are in the language that Accept-Language asks for.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
            components=Components(security_schemes={"link": SecurityScheme(type="http", scheme="bearer")}),
            security=[{"link": []}],
        ),
        request_max_body_size=BODY,
        logging_config=None,
        lifespan=[open_house],
        state=State({"hall": parts}),
        debug=False,
    )
