"""Archives that people upload."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType

from tallow.table import TableRefusal
from tallow.web.background.work_pool import TooHard
from tallow.web.requests import Request, client_address
from tallow.web.services import Services

PART = 256 * 1024
"""The bytes that are copied at a time."""

T = TypeVar("T")


@asynccontextmanager
async def uploaded(request: Request, services: Services) -> AsyncIterator[Path]:
    """The file `archive` of a form, for as long as the block runs. A body without a file is not even read."""
    if request.content_type[0] != RequestEncodingType.MULTI_PART:
        raise TableRefusal("no_file")
    async with services.pools.uploads.admit(client_address(request)):
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


async def checked(work: Awaitable[T]) -> T:
    """What comes of an archive. One that takes too long, or too much memory, is refused as too large."""
    try:
        return await work
    except TooHard:
        raise TableRefusal("archive_large") from None
