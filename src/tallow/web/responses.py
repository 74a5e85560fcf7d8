"""What routes answer: pages, redirects, the elements that changed, files."""

from collections.abc import Mapping
from typing import Any

from litestar import Response
from litestar.datastructures import Cookie

from tallow.web.drawing.elements import Elements, patches
from tallow.web.drawing.templates import page
from tallow.web.language import preferred_language
from tallow.web.live.links import Visitor
from tallow.web.phrases import web_phrases
from tallow.web.requests import Request, by_htmx, has_event_stream


def render(request: Request, template: str, context: Mapping[str, Any], *, status: int = 200) -> Response[str]:
    """A page, in the reader's language, or in that of `context["game"]` where the game does not speak the reader's."""
    wants, played = preferred_language(request), context.get("game")
    phrases = web_phrases(played.words.language if played else wants)
    return Response(page(template, {"wants": wants, **context}, phrases), status_code=status, media_type="text/html")


def see_other(where: str, cookies: list[Cookie] | None = None) -> Response[str]:
    """Redirect the browser to a page."""
    return Response("", status_code=303, headers={"Location": where}, cookies=cookies, media_type="text/html")


def redirect(request: Request, where: str, cookies: list[Cookie] | None = None) -> Response[str]:
    """Redirect whoever asks: htmx by a header, a browser by the status."""
    if by_htmx(request):
        return Response("", status_code=200, headers={"HX-Redirect": where}, cookies=cookies, media_type="text/html")
    return see_other(where, cookies)


def changes(request: Request, visitor: Visitor, before: Elements) -> Response[str]:
    """The answer to an action at a table.

    Nothing for a page with an event stream, which gets the change there; else what differs from the page `before`;
    without htmx a redirect to the page.
    """
    if not by_htmx(request):
        return see_other(f"/t/{visitor.token}")
    version = {"X-Version": str(visitor.room.version)}
    if has_event_stream(request, visitor):
        return Response("", status_code=204, media_type="text/html", headers=version)
    html = patches(before, visitor.room.page(visitor.seat, visitor.phrases), whole=True)
    return Response(html, status_code=200, media_type="text/html", headers=version)


def attachment(name: str, fallback: str, suffix: str) -> dict[str, str]:
    """The header of a file to save, named after a person or a table."""
    safe = "".join(c if c.isascii() and c.isalnum() else "-" for c in name).strip("-") or fallback
    return {"Content-Disposition": f'attachment; filename="{safe}.{suffix}"'}


def character_file(document: str, name: str) -> Response[str]:
    """A character in our own format, as a file with its name."""
    headers = attachment(name, "character", "json")
    return Response(document, media_type="application/json", headers=headers)
