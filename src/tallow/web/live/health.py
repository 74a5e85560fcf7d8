"""Whether a server can serve, for balancers: they are told soon, also while the database says nothing at all."""

import asyncio

from tallow.web.live.rooms import Rooms

ANSWER_SECONDS = 2.0
"""So long the database has to answer before it counts as away."""

WRITING_SECONDS = 5.0
"""A transaction that takes longer than this is stuck."""


class Stalled(Exception):
    """The database does not answer, or what is to be kept does not get there."""


class Health:
    """Asks the database, one question at a time: whoever asks while it has not answered waits for the same answer."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._asking: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """See that tables can be read and written; else raises `Stalled`, or what the database says."""
        if self._rooms.store.writing_seconds() > WRITING_SECONDS:
            raise Stalled
        asking = self._asking
        if asking is None or asking.done():
            asking = self._asking = asyncio.create_task(self._rooms.read(self._rooms.store.ping))
            asking.add_done_callback(_looked_at)
        done, _ = await asyncio.wait((asking,), timeout=ANSWER_SECONDS)
        if not done:
            raise Stalled
        await asking


def _looked_at(asking: "asyncio.Task[None]") -> None:
    """Whoever asked may have gone before the answer came: it is no error that nobody has seen."""
    if not asking.cancelled():
        asking.exception()
