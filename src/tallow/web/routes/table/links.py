"""The links of a table, for whoever presides at it, and each as a QR code."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath

from tallow.web import actions
from tallow.web.live.links import Visitor
from tallow.web.requests import Request, by_htmx, form_text
from tallow.web.responses import render, see_other
from tallow.web.routes.table.context import table_context
from tallow.web.services import Services, ServicesDep


class LinksRoutes(Controller):
    """Routes of a table's links."""

    path = "/t/{token:str}/links"
    include_in_schema = False

    @get("/")
    async def links(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """The links of this table."""
        visitor = await services.visitor(request, token)
        visitor.must_preside()
        return await _rendered(request, services, visitor)

    @post("/")
    async def change(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Make a link for a role, or for whoever sits in a `seat`; or revoke one by its hash."""
        visitor = await services.visitor(request, token, "write")
        visitor.must_play()
        visitor.must_preside()
        form = await request.form()
        if revoke := form_text(form, "revoke"):
            await actions.revoke_link(services, visitor, revoke)
        else:
            await actions.make_link(services, visitor, form_text(form, "make", "player"), form_text(form, "seat"))
        return await _rendered(request, services, visitor) if by_htmx(request) else see_other(f"/t/{token}")


@get("/qr/{file:str}", include_in_schema=False)
async def qr_code(request: Request, services: ServicesDep, file: FromPath[str]) -> Response[bytes]:
    """A link as a QR code: `<token>.svg`."""
    visitor = await services.visitor(request, file.removesuffix(".svg"))
    drawn = await services.pools.qr_code(visitor.link.hash, services.link_url(request, visitor.token))
    return Response(drawn, media_type="image/svg+xml")


async def links_context(services: Services, request: Request, visitor: Visitor) -> dict[str, Any]:
    """What the links are drawn from, and whether others cannot reach this server by them."""
    table = visitor.room.table
    links = [
        {
            "hash": link.hash,
            "role": link.role,
            "seat": link.seat,
            "name": table.name_of(link.seat) if link.seat else "",
            "token": token,
            "url": services.link_url(request, token) if token else "",
            "own": link.hash == visitor.link.hash,
        }
        for link, token in await actions.list_links(services, visitor)
    ]
    return {"links": links, "unreachable": services.is_unreachable(request)}


async def _rendered(request: Request, services: Services, visitor: Visitor) -> Response[str]:
    context = table_context(visitor, **await links_context(services, request, visitor))
    return render(request, "table/links", context)
