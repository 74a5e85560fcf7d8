"""A table as it was after some action, only to look at."""

from litestar import Response, get
from litestar.params import FromPath

from tallow.table import seen_line
from tallow.web.requests import Request
from tallow.web.responses import render
from tallow.web.routes.table.context import speech_for, table_context
from tallow.web.services import ServicesDep
from tallow.wording.story import log_line


@get("/t/{token:str}/replay/{action:int}", include_in_schema=False)
async def replay(request: Request, services: ServicesDep, token: FromPath[str], action: FromPath[int]) -> Response[str]:
    """The table as this visitor saw it after so many actions that still stand."""
    visitor = await services.visitor(request, token)
    visitor.must_be_seated()
    room = await services.rooms.replayed(visitor.room, action)
    rows = [row for row in room.log if row[2].number == action]
    shown = next((line for row in rows if (line := seen_line(*row, visitor.seat))), None)
    context = table_context(
        visitor,
        elements=room.page(visitor.seat, visitor.phrases),
        action=action,
        line=log_line(shown, speech_for(visitor)) if shown else None,
    )
    return render(request, "table/replay", context)
