"""What every route needs: the house, the door, the limits, and how to answer."""

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote, unquote

from litestar import Request, Response
from litestar.datastructures import Cookie, FormMultiDict
from litestar.di import NamedDependency
from msgspec import Struct

from tallow.store import Store
from tallow.web.background.comparisons import Comparisons
from tallow.web.background.pools import Pools
from tallow.web.background.rehearsals import Rehearsals
from tallow.web.drawing.elements import Pieces, changes
from tallow.web.drawing.templates import page
from tallow.web.language import wanted
from tallow.web.live.events import drawn
from tallow.web.live.links import Door, NoEntry, Visitor
from tallow.web.live.rooms import House
from tallow.web.phrases import web_phrases
from tallow.web.process.limits import NAME, Gate, Limits, text

Asking = Request[Any, Any, Any]
YEAR = 365 * 24 * 3600
REMEMBERED = "tallow_name"


class Hall(Struct, frozen=True):
    """A server's parts; `address` is where others reach it, if that was said."""

    house: House
    door: Door
    gate: Gate
    comparisons: Comparisons
    rehearsals: Rehearsals
    pools: Pools
    address: str = ""
    network: Callable[[], str] | None = None

    async def visitor(self, request: Asking, token: str, what: str = "looking") -> Visitor:
        """Whoever comes by a link, counted; guesses are counted for the address that they come from."""
        try:
            visitor = await self.door.visitor(token, wanted(request))
        except NoEntry:
            self.gate.count("guessing", caller(request))
            raise
        self.gate.count(what, visitor.link.hash)
        request.state["table"] = visitor.room.table
        return visitor

    def link(self, request: Asking, token: str) -> str:
        """The whole address of a link, as others can open it where that is possible."""
        here = str(request.base_url).rstrip("/")
        return f"{self.address or (self._network() if self._by_itself(request) else '') or here}/t/{token}"

    def out_of_reach(self, request: Asking) -> bool:
        """Whether nobody at another machine can open the links that are made here."""
        return not self.address and self._by_itself(request) and not self._network()

    def _by_itself(self, request: Asking) -> bool:
        """Whether this machine asks itself, by an address that is its own on every machine; and that matters."""
        return self.network is not None and loopback(request.base_url.hostname or "")

    def _network(self) -> str:
        return self.network() if self.network else ""


TheHall = NamedDependency[Hall]
"""The hall, as routes ask for it."""


def hall(store: Store, limits: Limits, address: str = "", network: Callable[[], str] | None = None) -> Hall:
    """The parts of a server over this store."""
    house = House(store)
    return Hall(house, Door(house), Gate(limits), Comparisons(), Rehearsals(), Pools(), address.rstrip("/"), network)


def loopback(host: str) -> bool:
    """Whether a name means the machine itself that says it."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def caller(request: Asking) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""


def html(request: Asking, kind: str, context: Mapping[str, Any], *, status: int = 200) -> Response[str]:
    """A whole page, in the language of whoever asks, or of the game on it where that has no other."""
    wants, visitor = wanted(request), context.get("visitor")
    played = visitor.game if visitor else context.get("game")
    phrases = web_phrases(played.words.language if played else wants)
    return Response(page(kind, {"wants": wants, **context}, phrases), status_code=status, media_type="text/html")


def see(where: str, cookies: list[Cookie] | None = None) -> Response[str]:
    """Go and look there."""
    return Response("", status_code=303, headers={"Location": where}, cookies=cookies, media_type="text/html")


def by_script(request: Asking) -> bool:
    """Whether htmx asks, and wants pieces instead of a page."""
    return request.headers.get("hx-request") == "true"


def listens(request: Asking, visitor: Visitor) -> bool:
    """Whether the page that asks says that it hears of changes by itself, and that can be so."""
    return request.headers.get("x-live") == "1" and visitor.seat in visitor.room.here


def shown(request: Asking, visitor: Visitor, before: Pieces) -> Response[str]:
    """The answer to something done: nothing more for a page that hears of it; what changed; without script the page."""
    if not by_script(request):
        return see(f"/t/{visitor.token}")
    version = {"X-Version": str(visitor.room.version)}
    if listens(request, visitor):
        return Response("", status_code=204, media_type="text/html", headers=version)
    html = changes(before, drawn(visitor.room, visitor.seat, visitor.phrases), whole=True)
    return Response(html, status_code=200, media_type="text/html", headers=version)


def sent_to(request: Asking, where: str, cookies: list[Cookie] | None = None) -> Response[str]:
    """Go there: htmx hears it in a header."""
    if by_script(request):
        return Response("", status_code=200, headers={"HX-Redirect": where}, cookies=cookies, media_type="text/html")
    return see(where, cookies)


# ---------------------------------------------------------------- what people are remembered by


def cookie(name: str, value: str, request: Asking) -> Cookie:
    """Something to remember for a year, out of reach of scripts and other sites."""
    secure = request.url.scheme == "https"
    return Cookie(key=name, value=value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def remembered_name(request: Asking) -> str:
    """The name that somebody used last, or ""."""
    return unquote(request.cookies.get(REMEMBERED, ""))[:NAME]


def remember_name(name: str, request: Asking) -> Cookie:
    """Remember a name."""
    return cookie(REMEMBERED, quote(name), request)


def own_link(table: str) -> str:
    """The cookie that leads somebody back to their own seat at a table."""
    return f"tallow_seat_{table}"


# ---------------------------------------------------------------- forms


def said(form: FormMultiDict, name: str, default: str = "") -> str:
    """A field of a form, as it was typed."""
    value = form.get(name, default)
    return value if isinstance(value, str) else default


def whole(form: FormMultiDict, name: str) -> int | None:
    """A field of a form that is a whole number, or None."""
    value = said(form, name).strip()
    return int(value) if value.lstrip("-").isdecimal() and len(value) < 10 else None


def person(given: str) -> str:
    """A name that somebody gave themselves."""
    return text(given, NAME)
