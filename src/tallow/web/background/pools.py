"""Who does what anybody may ask for, kind by kind: odds that take long hold up no sheet, and no sheet a check of dice.

None of it is what links and tables need: that is read by threads of the `House` alone.
"""

from tallow.web.background.tasks import qr_code
from tallow.web.background.work_pool import MEGABYTE, Bounds, Places, WorkPool

CODES = 500
"""So many QR codes are remembered."""


class Pools:
    """The pools of a server; each begins its processes when something is asked of it."""

    def __init__(self) -> None:
        self.odds = WorkPool(Bounds(at_once=2))
        self.characters = WorkPool(Bounds(seconds=10, memory=512 * MEGABYTE))
        self.paper = WorkPool(Bounds())
        self.files = WorkPool(Bounds(waiting=10, of_one=8, seconds=60, memory=512 * MEGABYTE))
        self.codes = WorkPool(Bounds(waiting=40, of_one=20, seconds=10, memory=256 * MEGABYTE))
        self.uploads = Places(8, 4)
        self._codes: dict[str, bytes] = {}

    async def qr_code(self, whose: str, link: str) -> bytes:
        """A link as a QR code, drawn once."""
        if link not in self._codes:
            drawn = await self.codes.run(whose, qr_code, link)
            if len(self._codes) >= CODES:
                del self._codes[next(iter(self._codes))]
            self._codes[link] = drawn
        return self._codes[link]

    async def close(self) -> None:
        """End every process."""
        for pool in (self.odds, self.characters, self.paper, self.files, self.codes):
            await pool.close()
