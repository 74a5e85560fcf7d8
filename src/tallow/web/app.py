"""The web application: its routes, middleware and error handling."""

import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tallow import __version__
from tallow.games.stored import Unreadable
from tallow.house import NoSuchHouse
from tallow.logs import without_secrets
from tallow.store import Store
from tallow.web.api.routes import Api
from tallow.web.assets import folder
from tallow.web.drawing.templates import page
from tallow.web.faults import Fault, fault
from tallow.web.language import preferred_language
from tallow.web.phrases import web_phrases
from tallow.web.process import metrics
from tallow.web.process.limits import BODY, Limits
from tallow.web.process.read_queue import ReadQueue
from tallow.web.requests import Request, by_htmx
from tallow.web.routes.assets import static_files, styles, theme, versioned_files
from tallow.web.routes.character import CharacterRoutes
from tallow.web.routes.compare import compare
from tallow.web.routes.import_table import import_table
from tallow.web.routes.odds import OddsRoutes
from tallow.web.routes.operating import health, numbers
from tallow.web.routes.play import NextRoutes, PlayRoutes
from tallow.web.routes.rehearse import RehearseRoutes
from tallow.web.routes.rules import RulesRoutes
from tallow.web.routes.start import StartRoutes
from tallow.web.routes.table.actions import ActionRoutes
from tallow.web.routes.table.files import FileRoutes
from tallow.web.routes.table.join import JoinRoutes
from tallow.web.routes.table.links import LinksRoutes, qr_code
from tallow.web.routes.table.log import LogRoutes
from tallow.web.routes.table.page import PageRoutes
from tallow.web.routes.table.replay import replay
from tallow.web.routes.table.seen_as import seen_as
from tallow.web.routes.verify import VerifyRoutes
from tallow.web.services import Services, make_services
from tallow.wording.phrases import Phrases
from tallow.wording.refusals import refusal_in

log = logging.getLogger("tallow.web")

AWAY = frozenset(("database_away", "no_space", "in_doubt"))
"""Codes of answers that an operator must hear of: without the database nothing goes on."""

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

ROUTES = (
    health,
    numbers,
    StartRoutes,
    PlayRoutes,
    NextRoutes,
    RulesRoutes,
    OddsRoutes,
    compare,
    CharacterRoutes,
    RehearseRoutes,
    VerifyRoutes,
    import_table,
    PageRoutes,
    JoinRoutes,
    ActionRoutes,
    LinksRoutes,
    qr_code,
    LogRoutes,
    replay,
    seen_as,
    FileRoutes,
    Api,
    styles,
    theme,
    versioned_files,
    static_files,
)


def make_app(
    store: Store,
    *,
    limits: Limits | None = None,
    address: str = "",
    network: Callable[[], str] | None = None,
    sweep_days: int = 0,
) -> Litestar:
    """The application over a store.

    `address` and `network` are explained at `Services`, `sweep_days` at `Upkeep`.
    """
    services = make_services(store, limits or Limits(), address, network, sweep_days)

    @asynccontextmanager
    async def until_shutdown(_: Litestar) -> AsyncIterator[None]:
        services.begin()
        yield
        await services.close()

    def injected() -> Services:
        return services

    return Litestar(
        route_handlers=ROUTES,
        dependencies={"services": Provide(injected, sync_to_thread=False)},
        exception_handlers={Exception: error_response},
        middleware=[refuse_cross_origin, ReadQueue()],
        before_send=[add_headers],
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
        lifespan=[until_shutdown],
        state=State({"services": services}),
        debug=False,
    )


async def add_headers(message: Message, scope: Scope) -> None:
    """Security headers; pages are not cached, static files are."""
    if message["type"] != "http.response.start":
        return
    if scope["path"].startswith(f"{folder()}/"):
        kept = b"max-age=31536000, immutable"
    elif scope["path"].startswith(("/static/", "/theme/")):
        kept = b"max-age=3600"
    else:
        kept = b"no-store"
    message["headers"] = [*message["headers"], *HEADERS, (b"cache-control", kept)]


def refuse_cross_origin(app: ASGIApp) -> ASGIApp:
    """Middleware: refuse requests that change something and come from a page of another site."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") not in {"GET", "HEAD", "OPTIONS"} and is_cross_origin(dict(scope["headers"])):
            request = Request(scope)
            message = refusal_in(web_phrases(preferred_language(request)), "cross_origin")
            answer: Response[Any] = Response({"code": "cross_origin", "message": message}, status_code=403)
            await answer.to_asgi_response(app=None, request=request)(scope, receive, send)
            return
        await app(scope, receive, send)

    return checked


def is_cross_origin(headers: dict[bytes, bytes]) -> bool:
    """Whether a browser says that a request comes from another site; programs say nothing."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site not in {b"same-origin", b"none"}
    origin = headers.get(b"origin")
    return origin is not None and urlsplit(origin.decode("latin-1")).netloc != headers.get(b"host", b"").decode(
        "latin-1"
    )


def error_response(request: Request, error: Exception) -> Response[Any]:
    """The answer to a request that raised an error: JSON for the API, a notice for htmx, else a page.

    It is in the language of the table that the request is about, where that is known.
    """
    services: Services = request.app.state.services
    table, wants = services.table(request), preferred_language(request)
    phrases = web_phrases(table.speaking(wants).words.language if table else wants)
    found = fault(error, phrases, table)
    if found is None:
        found = _own_fault(request, error, phrases)
    elif found.code in AWAY:
        path = without_secrets(request.url.path)
        log.error("%s %s: the database is away (%s)", request.method, path, found.code, exc_info=error)
    metrics.REFUSALS.labels(found.code).inc()
    headers = found.headers()
    if request.url.path.startswith("/api"):
        return Response(found, status_code=found.status, media_type="application/json", headers=headers)
    template = "notice" if by_htmx(request) else "error"
    back = "/" if found.code == "no_entry" else _back(request)
    html = page(template, {"fault": found, "back": back, "wants": wants}, phrases)
    return Response(html, status_code=found.status, media_type="text/html", headers=headers)


def _own_fault(request: Request, error: Exception, phrases: Phrases) -> Fault:
    """A fault of this program, with a number under which the log has its cause; or house rules that are not here."""
    if missing := _missing_house(error):
        log.error("%s %s: %s", request.method, without_secrets(request.url.path), error)
        return Fault(503, "no_house", refusal_in(phrases, "no_house", missing.name, missing.where), (missing.name,))
    number = secrets.token_hex(4)
    log.error("fault %s: %s %s: %s", number, request.method, without_secrets(request.url.path), error, exc_info=error)
    code = "unreadable" if isinstance(error, Unreadable) else "fault"
    return Fault(500, code, refusal_in(phrases, code, number), (number,))


def _missing_house(error: BaseException | None) -> NoSuchHouse | None:
    """The house rules without which a table cannot be read, if that is what an error comes from."""
    while error is not None and not isinstance(error, NoSuchHouse):
        error = error.__cause__
    return error


def _back(request: Request) -> str:
    """The page to go on from after an error: that of the table, or the start page."""
    parts = request.url.path.split("/")
    return "/".join(parts[:3]) if request.url.path.startswith("/t/") else "/"
