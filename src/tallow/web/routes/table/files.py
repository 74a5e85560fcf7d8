"""A table as files: its archive, the sheets on paper, a character."""

from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from tallow.exchange import write
from tallow.games.optional import documents_of
from tallow.table import TableRefusal
from tallow.web.background import tasks
from tallow.web.requests import Request, client_address
from tallow.web.responses import attachment, character_file
from tallow.web.services import ServicesDep

PART = 256 * 1024
"""The bytes that are sent at a time."""


class FileRoutes(Controller):
    """Routes of files."""

    path = "/t/{token:str}"
    include_in_schema = False

    @get("/archive")
    async def archive(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Stream:
        """The whole table, secrets included, for the referee."""
        visitor = await services.visitor(request, token)
        visitor.must_be_referee()
        await services.count("compute", client_address(request))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "table"
            about = (services.rooms.store_url, visitor.link.table, path)
            await services.pools.files.run(visitor.link.hash, tasks.export_archive, *about)
            file = path.open("rb")
        headers = attachment(visitor.room.table.title, "table", "tallow")
        return Stream(_parts(file), media_type="application/octet-stream", headers=headers)

    @get("/party.pdf")
    async def sheets(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[bytes]:
        """The sheets that the visitor sees: the party for the referee, their own for a player."""
        visitor = await services.visitor(request, token)
        visitor.must_be_seated()
        await services.count("compute", client_address(request))
        view = visitor.room.table.view(visitor.seat)
        if not any(panel.kind == "sheet" for panel in view.panels):
            raise TableRefusal("nobody_on_paper")
        about = (visitor.game.id, visitor.game.words.language, view)
        paper = await services.pools.paper.run(visitor.link.hash, tasks.party_pdf, *about)
        return Response(paper, media_type="application/pdf")

    @get("/character.json")
    async def character(
        self, request: Request, services: ServicesDep, token: FromPath[str], seat: FromQuery[str] = ""
    ) -> Response[str]:
        """A player's own character, to be brought to another table; the referee may ask for any `seat`."""
        visitor = await services.visitor(request, token)
        visitor.must_be_seated()
        if seat and seat != visitor.seat:
            visitor.must_be_referee()
        documents = documents_of(visitor.game)
        found = documents.of(visitor.room.table.state, seat or visitor.seat) if documents else ()
        if not found:
            raise TableRefusal("nobody_on_paper")
        return character_file(write(visitor.game.id, "tallow", found[-1])[0], found[-1].name)


async def _parts(file: BinaryIO) -> AsyncIterator[bytes]:
    """A file in parts. It has no name any more, and is gone once it is closed."""
    with file:
        while part := file.read(PART):
            yield part
