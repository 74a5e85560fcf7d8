"""The pools of processes of a server, one for each kind of work: slow odds do not delay sheets, nor sheets archives.

Links and tables need none of them: those are read by the threads of `Rooms`.
"""

from tallow.web.background.tasks import qr_code
from tallow.web.background.work_pool import MEGABYTE, Admission, Bounds, WorkPool

MOST_QR_CODES = 500
"""How many QR codes are remembered."""


class Pools:
    """The pools of a server. Each starts its processes when something is asked of it."""

    def __init__(self) -> None:
        self.odds = WorkPool(Bounds(at_once=2))
        self.characters = WorkPool(Bounds(seconds=10, memory=512 * MEGABYTE))
        self.paper = WorkPool(Bounds())
        self.files = WorkPool(Bounds(waiting=10, of_one=8, seconds=60, memory=512 * MEGABYTE))
        self.qr_codes = WorkPool(Bounds(waiting=40, of_one=20, seconds=10, memory=256 * MEGABYTE))
        self.places = WorkPool(Bounds(waiting=10, of_one=4, seconds=30, memory=512 * MEGABYTE))
        self.simulations = WorkPool(Bounds(at_once=2, waiting=0, of_one=1, seconds=120))
        self.uploads = Admission(8, 4)
        self._qr_codes: dict[str, bytes] = {}

    async def qr_code(self, client: str, link: str) -> bytes:
        """A link as a QR code, drawn once."""
        if link not in self._qr_codes:
            drawn = await self.qr_codes.run(client, qr_code, link)
            if len(self._qr_codes) >= MOST_QR_CODES:
                del self._qr_codes[next(iter(self._qr_codes))]
            self._qr_codes[link] = drawn
        return self._qr_codes[link]

    def by_name(self) -> dict[str, WorkPool]:
        """Every pool."""
        return {name: pool for name, pool in vars(self).items() if isinstance(pool, WorkPool)}

    async def close(self) -> None:
        """End every process."""
        for pool in self.by_name().values():
            await pool.close()
