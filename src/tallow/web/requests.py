"""What routes read from a request: who asks, forms, cookies."""

from typing import Any
from urllib.parse import quote, unquote

import litestar
from litestar.datastructures import Cookie, FormMultiDict

from tallow.web.live.links import Visitor
from tallow.web.live.typed_text import NAME

Request = litestar.Request[Any, Any, Any]

YEAR = 365 * 24 * 3600
NAME_COOKIE = "tallow_name"


def client_address(request: Request) -> str:
    """The IP address that a request comes from."""
    return request.client.host if request.client else ""


def token_of(request: Request) -> str:
    """The token of the link by which a request comes: in the path of a page, or as the bearer of the API."""
    if token := request.scope.get("path_params", {}).get("token", ""):
        return str(token)
    given = next((value for name, value in request.scope["headers"] if name == b"authorization"), b"")
    scheme, _, token = given.decode("latin-1").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else ""


def by_htmx(request: Request) -> bool:
    """Whether htmx asks, and expects elements instead of a page."""
    return request.headers.get("hx-request") == "true"


def has_event_stream(request: Request, visitor: Visitor) -> bool:
    """Whether the page that asks says that it has an open event stream, and there is one for its seat."""
    return request.headers.get("x-live") == "1" and visitor.seat in visitor.room.here


def year_cookie(name: str, value: str, request: Request) -> Cookie:
    """A cookie for a year, out of reach of scripts and of other sites."""
    secure = request.url.scheme == "https"
    return Cookie(key=name, value=value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def remembered_name(request: Request) -> str:
    """The name that somebody used last, or ""."""
    return unquote(request.cookies.get(NAME_COOKIE, ""))[:NAME]


def name_cookie(name: str, request: Request) -> Cookie:
    """A cookie that remembers somebody's name."""
    return year_cookie(NAME_COOKIE, quote(name), request)


def seat_cookie(table: str) -> str:
    """The name of the cookie whose token leads somebody back to their own seat at a table."""
    return f"tallow_seat_{table}"


def form_text(form: FormMultiDict, name: str, default: str = "") -> str:
    """A field of a form, as it was typed."""
    value = form.get(name, default)
    return value if isinstance(value, str) else default


def form_int(form: FormMultiDict, name: str) -> int | None:
    """A field of a form that is a whole number, or None."""
    value = form_text(form, name).strip()
    return int(value) if value.lstrip("-").isdecimal() and len(value) < 10 else None
