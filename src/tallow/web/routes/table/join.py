"""Join a table: the form for a name, dice and a seat."""

from typing import Any

from litestar import Controller, Response, post
from litestar.params import FromPath

from tallow.play import Seat
from tallow.table import Table
from tallow.web import actions
from tallow.web.live.links import Visitor
from tallow.web.live.typed_text import clean_name
from tallow.web.requests import (
    Request,
    client_address,
    form_text,
    name_cookie,
    remembered_name,
    seat_cookie,
    year_cookie,
)
from tallow.web.responses import redirect
from tallow.web.routes.table.context import table_context
from tallow.web.services import Services, ServicesDep


class JoinRoutes(Controller):
    """Routes of joining. The form itself is what the table's page shows to those without a seat."""

    path = "/t/{token:str}/join"
    include_in_schema = False

    @post("/")
    async def join(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Take a seat and get a link of one's own; whoever has a seat already changes their name."""
        visitor = await services.visitor(request, token, "write")
        form = await request.form()
        name = clean_name(form_text(form, "name"))
        if visitor.seat:
            await actions.rename(services, visitor, name)
            return redirect(request, f"/t/{token}", [name_cookie(name, request)])
        cookie = seat_cookie(visitor.link.table)
        own = request.cookies.get(cookie, "")
        if own and await opens_seat(services, own, visitor.link.table):
            return redirect(request, f"/t/{own}")
        dice, seat = form_text(form, "dice", "pressed"), form_text(form, "seat")
        own = await actions.join(services, visitor, client_address(request), name, dice, seat)
        return redirect(request, f"/t/{own}", [name_cookie(name, request), year_cookie(cookie, own, request)])


def join_context(request: Request, visitor: Visitor) -> dict[str, Any]:
    """What the form is drawn from; `free` are empty seats with the names of their characters."""
    table = visitor.room.table
    free = [(seat, _characters(table, seat)) for seat in table.free_seats()]
    return table_context(visitor, free=free, name=remembered_name(request))


async def opens_seat(services: Services, token: str, table: str) -> bool:
    """Whether a token leads to a seat at this table."""
    link = await services.links.find(token)
    return link is not None and link.table == table and bool(link.seat)


def _characters(table: Table, seat: Seat) -> tuple[str, ...]:
    """The names of a seat's characters."""
    return tuple(panel.title for panel in table.view(seat).panels if panel.kind == "sheet" and panel.seat == seat)
