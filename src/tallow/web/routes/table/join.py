"""Join a table: the form for a name, dice and a seat."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath

from tallow.play import Seat
from tallow.store.store import hashed
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
from tallow.web.responses import redirect, render
from tallow.web.routes.table.context import speech_for, table_context
from tallow.web.services import Services, ServicesDep
from tallow.wording.table_speech import TableSpeech

SOMEBODY_NEW = "new"
"""The seat of whoever plays nobody of the party: they are asked at once who their character is to be."""


class JoinRoutes(Controller):
    """Routes of joining. The form itself is what the table's page shows to those without a seat."""

    path = "/t/{token:str}/join"
    include_in_schema = False

    @post("/")
    async def join(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Take a seat and get a link of one's own; whoever has a seat already changes their name."""
        visitor = await services.visitor(request, token, "write")
        form = await request.form()
        name = form_text(form, "name")
        name = name if form_text(form, "back") else clean_name(name)
        if visitor.seat:
            await actions.rename(services, visitor, name)
            return redirect(request, f"/t/{token}", [name_cookie(name, request)])
        cookie = seat_cookie(visitor.link.table)
        own = request.cookies.get(cookie, "")
        if own and await opens_seat(services, own, visitor.link.table):
            return redirect(request, f"/t/{own}")
        if back := form_text(form, "back"):
            secret = await actions.ask_back(services, visitor, client_address(request), back)
            return redirect(request, f"/t/{token}/join/back/{secret}")
        dice, seat = form_text(form, "dice", "pressed"), form_text(form, "seat")
        new = seat == SOMEBODY_NEW
        own = await actions.join(services, visitor, client_address(request), name, dice, "" if new else seat, new=new)
        return redirect(request, f"/t/{own}", [name_cookie(name, request), year_cookie(cookie, own, request)])

    @get("/back/{secret:str}")
    async def wait(
        self, request: Request, services: ServicesDep, token: FromPath[str], secret: FromPath[str]
    ) -> Response[str]:
        """The page of somebody who has asked to be let back in: it waits, and then has a button to sit down."""
        visitor = await services.visitor(request, token)
        asked = visitor.room.table.returning(hashed(secret))
        name = visitor.room.table.name_of(asked.seat) if asked else ""
        return render(request, "table/back", table_context(visitor, asked=asked, name=name, secret=secret))

    @post("/back/{secret:str}")
    async def back(
        self, request: Request, services: ServicesDep, token: FromPath[str], secret: FromPath[str]
    ) -> Response[str]:
        """Take one's seat again."""
        visitor = await services.visitor(request, token, "write")
        own = await actions.come_back(services, visitor, secret)
        cookie = seat_cookie(visitor.link.table)
        return redirect(request, f"/t/{own}", [year_cookie(cookie, own, request)])


def join_context(request: Request, visitor: Visitor) -> dict[str, Any]:
    """What the form is drawn from.

    `free` are empty seats with the names of their characters and what these are, but for those of the dead; `taken` the
    players whose seats they can ask to be let back into; `refereed`: whether it is a referee who lets them in.
    """
    table, speech = visitor.room.table, speech_for(visitor)
    free = [(seat, *_characters(table, seat, speech)) for seat in table.free_seats() if _lives(table, seat)]
    taken = [one for one in table.seats if one.role == "player"]
    name = remembered_name(request)
    return table_context(visitor, free=free, taken=taken, refereed=table.referee, name=name)


async def opens_seat(services: Services, token: str, table: str) -> bool:
    """Whether a token leads to a seat at this table."""
    link = await services.links.find(token)
    return link is not None and link.table == table and bool(link.seat)


def _lives(table: Table, seat: Seat) -> bool:
    """Whether somebody of a seat can do more than what comes after a death: make a character."""
    begins = {*table.rules.ui.leads.get("", ()), "take_over"}
    return any(offer.action.name not in begins for offer in table.offers(seat) if offer.action.who)


def _characters(table: Table, seat: Seat, speech: TableSpeech) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a seat's characters, and what each is."""
    sheets = [panel for panel in table.view(seat).panels if panel.kind == "sheet" and panel.seat == seat]
    return tuple([one.title for one in sheets]), tuple([speech.label(one.subtitle) for one in sheets if one.subtitle])
