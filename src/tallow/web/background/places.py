"""Places by chance, made in another process, one after another, and remembered by what they were asked for."""

from functools import partial

from msgspec import Struct

from tallow.adventures import Document
from tallow.web.background import tasks
from tallow.web.background.results import BackgroundResults, Failed
from tallow.web.background.work_pool import Busy, WorkPool

MOST_WAITING = 12
"""How many places may wait to be made."""

RETRY_SECONDS = 5


class PlaceAsked(Struct, frozen=True):
    """A place of so many rooms for a game; the same seed gives the same place."""

    game: str
    rooms: int
    seed: int


class Places(BackgroundResults[PlaceAsked, Document | None]):
    """What was made; None where no draft was fit for a party."""

    def __init__(self, pool: WorkPool) -> None:
        super().__init__()
        self._pool = pool

    def ask(self, what: PlaceAsked, client: str) -> Document | Failed | None:
        """A place, None while it is being made, "failed" if there is none. `Busy` when too many wait."""
        if what not in self and len(self) >= MOST_WAITING:
            raise Busy(RETRY_SECONDS)
        self.start(what, partial(self._made, what, client))
        found = self.found(what)
        return "failed" if found is None and what not in self._tasks else found

    async def _made(self, what: PlaceAsked, client: str) -> Document | None:
        return await self._pool.run(client, tasks.place, what.game, what.rooms, what.seed)

    async def get(self, what: PlaceAsked, client: str) -> Document | None:
        """A place, once it is made; None if there is none."""
        found = self.found(what)
        return await self._made(what, client) if found is None or found == "failed" else found
