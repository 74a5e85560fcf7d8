"""What a table gives and takes as a file: the whole of it as an archive, sheets on paper, characters."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from litestar import Controller, Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, FromQuery

from tallow.store import Verified, export_table, import_table, read_archive, verify_archive
from tallow.table import TableRefusal
from tallow.web.front import as_file
from tallow.web.hall import Asking, TheHall, caller, html, sent_to
from tallow.web.language import wanted
from tallow.web.limits import ARCHIVE
from tallow.web.links import first_links
from tallow.web.words import Face, face

WRONG = 20
"""So many wrong dice are listed."""


class Archives(Controller):
    """Routes for files."""

    include_in_schema = False

    @get("/t/{token:str}/archive")
    async def archive(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[bytes]:
        """The whole table as a file, secrets and all, for the referee."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_referee()
        hall.gate.count("reckoning", caller(request))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "table"
            await asyncio.to_thread(export_table, hall.house.store, visitor.link.table, path)
            body = await asyncio.to_thread(path.read_bytes)
        name = (
            "".join(c if c.isascii() and c.isalnum() else "-" for c in visitor.room.table.title).strip("-") or "table"
        )
        return Response(
            body,
            media_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{name}.tallow"'},
        )

    @get("/t/{token:str}/party.pdf")
    async def paper(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[bytes]:
        """The sheets that somebody sees, on paper: the party for the referee, their own for a player."""
        from tallow.sheets import party_pdf  # noqa: PLC0415  (an extra: only those who want paper have it)

        visitor = await hall.visitor(request, token)
        visitor.must_be_seated()
        hall.gate.count("reckoning", caller(request))
        table = visitor.room.table
        view = table.view(visitor.seat)
        if not any(panel.kind == "sheet" for panel in view.panels):
            raise TableRefusal("nobody_on_paper")
        return Response(await asyncio.to_thread(party_pdf, visitor.game, view), media_type="application/pdf")

    @get("/t/{token:str}/character.json")
    async def character(
        self, request: Asking, hall: TheHall, token: FromPath[str], seat: FromQuery[str] = ""
    ) -> Response[str]:
        """A player's own character as a file, to be brought to another table; the referee may ask for any `seat`."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_seated()
        if seat and seat != visitor.seat:
            visitor.must_be_referee()
        known = visitor.game.characters
        found = known.of(visitor.room.table.state, seat or visitor.seat) if known else ()
        if not found:
            raise TableRefusal("nobody_on_paper")
        return as_file(visitor.game.id, found[-1])

    @post("/import", request_max_body_size=ARCHIVE)
    async def bring(self, request: Asking, hall: TheHall) -> Response[str]:
        """A table from a file goes on here, under links of its own."""
        hall.gate.count("opening", caller(request))
        async with _uploaded(request) as path:
            kept = await asyncio.to_thread(import_table, hall.house.store, path)
        links = first_links()
        await hall.house.waiting.until(hall.house.store.add_links(kept.id, links))
        return sent_to(request, f"/t/{links[0].token}")

    @get("/verify")
    async def ask(self, request: Asking) -> Response[str]:
        """Where an archive can be given."""
        return html(request, "verify", {"told": ()})

    @post("/verify", request_max_body_size=ARCHIVE, status_code=200)
    async def verify(self, request: Asking, hall: TheHall) -> Response[str]:
        """Check every server die of an archive."""
        hall.gate.count("opening", caller(request))
        async with _uploaded(request) as path:
            found = await asyncio.to_thread(lambda: verify_archive(read_archive(path)))
        return html(request, "verify", {"told": _told(found, face(wanted(request)))})


def _told(found: Verified, words: Face) -> list[str]:
    told = [words.phrase("verify.checked", n=found.checked)]
    if found.secret:
        told.append(words.phrase("verify.secret", n=found.secret))
    told.append(words.phrase("verify.wrong", n=len(found.wrong)) if found.wrong else words.phrase("verify.right"))
    return [*told, *found.wrong[:WRONG]]


@asynccontextmanager
async def _uploaded(request: Asking) -> AsyncIterator[Path]:
    """A file that somebody sent, for as long as it is needed."""
    form = await request.form()
    sent = form.get("archive")
    if not isinstance(sent, UploadFile):
        raise TableRefusal("no_file")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "archive"
        path.write_bytes(await sent.read())
        yield path
