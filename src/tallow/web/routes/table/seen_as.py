"""A table as another seat sees it, for the referee."""

from litestar import Response, get
from litestar.params import FromPath

from tallow.web.requests import Request
from tallow.web.responses import render
from tallow.web.routes.table.context import table_context
from tallow.web.services import ServicesDep


@get("/t/{token:str}/as/{seat:str}", include_in_schema=False)
async def seen_as(request: Request, services: ServicesDep, token: FromPath[str], seat: FromPath[str]) -> Response[str]:
    """The page of another seat, only to look at."""
    visitor = await services.visitor(request, token)
    visitor.must_be_referee()
    who, elements = visitor.room.table.seated(seat), visitor.room.page(seat, visitor.phrases)
    return render(request, "table/seen_as", table_context(visitor, who=who, elements=elements))
