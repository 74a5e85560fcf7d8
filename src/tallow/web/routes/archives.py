"""What a table gives and takes as a file: the whole of it as an archive, sheets on paper, characters."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, TypeVar

from litestar import Controller, Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from tallow.exchange import write
from tallow.games.optional import documents_of
from tallow.store import Store, Verified
from tallow.table import TableRefusal
from tallow.web.background.tasks import exported, imported, party_on_paper, verified
from tallow.web.background.work_pool import TooHard
from tallow.web.hall import Asking, Hall, TheHall, caller, html, sent_to
from tallow.web.language import wanted
from tallow.web.live.links import first_links
from tallow.web.phrases import web_phrases
from tallow.web.process.limits import ARCHIVE
from tallow.web.routes.start import as_file
from tallow.wording.phrases import Phrases

WRONG = 20
"""So many wrong dice are listed."""

PART = 256 * 1024
"""Files are handed on in parts of so many bytes."""

T = TypeVar("T")


class Archives(Controller):
    """Routes for files."""

    include_in_schema = False

    @get("/t/{token:str}/archive")
    async def archive(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Stream:
        """The whole table as a file, secrets and all, for the referee."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_referee()
        hall.gate.count("reckoning", caller(request))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "table"
            about = (address_of(hall.house.store), visitor.link.table, path)
            await hall.pools.files.run(visitor.link.hash, exported, *about)
            file = path.open("rb")
        name = (
            "".join(c if c.isascii() and c.isalnum() else "-" for c in visitor.room.table.title).strip("-") or "table"
        )
        return Stream(
            _whole(file),
            media_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{name}.tallow"'},
        )

    @get("/t/{token:str}/party.pdf")
    async def paper(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[bytes]:
        """The sheets that somebody sees, on paper: the party for the referee, their own for a player."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_seated()
        hall.gate.count("reckoning", caller(request))
        table = visitor.room.table
        view = table.view(visitor.seat)
        if not any(panel.kind == "sheet" for panel in view.panels):
            raise TableRefusal("nobody_on_paper")
        about = (visitor.game.id, visitor.game.words.language, view)
        paper = await hall.pools.paper.run(visitor.link.hash, party_on_paper, *about)
        return Response(paper, media_type="application/pdf")

    @get("/t/{token:str}/character.json")
    async def character(
        self, request: Asking, hall: TheHall, token: FromPath[str], seat: FromQuery[str] = ""
    ) -> Response[str]:
        """A player's own character as a file, to be brought to another table; the referee may ask for any `seat`."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_seated()
        if seat and seat != visitor.seat:
            visitor.must_be_referee()
        known = documents_of(visitor.game)
        found = known.of(visitor.room.table.state, seat or visitor.seat) if known else ()
        if not found:
            raise TableRefusal("nobody_on_paper")
        return as_file(write(visitor.game.id, "tallow", found[-1])[0], found[-1].name)

    @post("/import", request_max_body_size=ARCHIVE)
    async def bring(self, request: Asking, hall: TheHall) -> Response[str]:
        """A table from a file goes on here, under links of its own."""
        hall.gate.count("opening", caller(request))
        links = first_links()
        async with _uploaded(request, hall) as path:
            await _checked(hall.pools.files.run(caller(request), imported, address_of(hall.house.store), path, links))
        return sent_to(request, f"/t/{links[0].token}")

    @get("/verify")
    async def ask(self, request: Asking) -> Response[str]:
        """Where an archive can be given."""
        return html(request, "verify", {"told": ()})

    @post("/verify", request_max_body_size=ARCHIVE, status_code=200)
    async def verify(self, request: Asking, hall: TheHall) -> Response[str]:
        """Check every server die of an archive."""
        hall.gate.count("opening", caller(request))
        async with _uploaded(request, hall) as path:
            found = await _checked(hall.pools.files.run(caller(request), verified, path))
        return html(request, "verify", {"told": _told(found, web_phrases(wanted(request)))})


def _told(found: Verified, phrases: Phrases) -> list[str]:
    told = [phrases.say("verify.checked", n=found.checked)]
    if found.secret:
        told.append(phrases.say("verify.secret", n=found.secret))
    wrong = len(found.wrong) + found.more
    told.append(phrases.say("verify.wrong", n=wrong) if wrong else phrases.say("verify.right"))
    return [*told, *found.wrong[:WRONG]]


async def _checked(work: Awaitable[T]) -> T:
    """What comes of an archive; one that takes too long, or too much memory, is too large."""
    try:
        return await work
    except TooHard:
        raise TableRefusal("archive_large") from None


@asynccontextmanager
async def _uploaded(request: Asking, hall: Hall) -> AsyncIterator[Path]:
    """A file that somebody sent, for as long as it is needed. What is no file is not even read."""
    if request.content_type[0] != RequestEncodingType.MULTI_PART:
        raise TableRefusal("no_file")
    async with hall.pools.uploads.one(caller(request)):
        form = await request.form()
        sent = form.get("archive")
        if not isinstance(sent, UploadFile):
            raise TableRefusal("no_file")
        with TemporaryDirectory() as folder:
            path = Path(folder) / "archive"
            with path.open("wb") as file:
                while part := await sent.read(PART):
                    file.write(part)
            await sent.close()
            yield path


async def _whole(file: BinaryIO) -> AsyncIterator[bytes]:
    """A file, part by part; it has no name any more and is gone once it is closed."""
    with file:
        while part := file.read(PART):
            yield part


def address_of(store: Store) -> str:
    """Where a store is, for another process."""
    return store.engine.url.render_as_string(hide_password=False)
