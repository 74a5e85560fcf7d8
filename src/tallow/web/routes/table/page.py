"""The page of a table, and its event stream."""

from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath
from litestar.response import Stream
from markupsafe import Markup

from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.log import FIRST, TAIL, line
from tallow.web.live.events import page_events
from tallow.web.live.links import Visitor
from tallow.web.requests import Request, seat_cookie
from tallow.web.responses import render, see_other
from tallow.web.routes.table.context import speech_for, table_context
from tallow.web.routes.table.join import join_context, opens_seat
from tallow.web.routes.table.links import links_context
from tallow.web.services import Services, ServicesDep


class PageRoutes(Controller):
    """Routes of a table's page."""

    path = "/t/{token:str}"
    include_in_schema = False

    @get("/")
    async def page(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """The page of a seat; whoever has no seat yet gets the form to join, or is sent back to their own seat."""
        visitor = await services.visitor(request, token)
        if visitor.seat:
            return render(request, "table/page", await page_context(services, request, visitor))
        own = request.cookies.get(seat_cookie(visitor.link.table), "")
        if own and own != token and await opens_seat(services, own, visitor.link.table):
            return see_other(f"/t/{own}")
        return render(request, "table/join", join_context(request, visitor))

    @get("/events")
    async def events(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Stream:
        """Server-sent events: what changes on the page, as it happens."""
        visitor = await services.visitor(request, token)
        visitor.must_be_seated()
        visitor.room.must_have_room(visitor.link)
        return Stream(page_events(visitor), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def page_context(services: Services, request: Request, visitor: Visitor) -> dict[str, Any]:
    """What the page is drawn from.

    `prepared` is a table with a party that nobody has touched yet, `alone` an empty one, whose referee has no players.
    """
    table, is_referee = visitor.room.table, visitor.role == "referee"
    fresh = is_referee and not table.done
    prepared = fresh and bool(table.free_seats())
    return table_context(
        visitor,
        elements=visitor.room.page(visitor.seat, visitor.phrases),
        older=_older_lines(visitor),
        prepared=prepared,
        alone=fresh and not prepared and all(one.role != "player" for one in table.seats),
        presides=table.presides(visitor.seat),
        **(await links_context(services, request, visitor) if table.presides(visitor.seat) else {}),
    )


def _older_lines(visitor: Visitor) -> Markup:
    """The lines of the log before those that the event stream sends."""
    words, speech = html_words(visitor.phrases, visitor.room.table.game), speech_for(visitor)
    drawn = [line(row, words, visitor.seat, speech) for row in visitor.room.log[-FIRST:-TAIL]]
    return Markup("".join(str(one) for one in drawn if one))  # noqa: S704  (escaped by `line`)
