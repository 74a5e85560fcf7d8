"""A table in use: its newest log lines, the event streams of its pages, and what was drawn of it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from collections.abc import Set as AbstractSet

from tallow.play import Seat
from tallow.store import Kept, Link
from tallow.table import Table, TableRefusal
from tallow.web.drawing.caches import TableDrawings
from tallow.web.drawing.elements import Elements
from tallow.web.drawing.log import LogRow
from tallow.web.drawing.seat_page import seat_page
from tallow.wording.phrases import Phrases

MOST_PAGES = 10
MOST_PLAYING = 200
MOST_LOOKING_ON = 60
"""How many pages of one table may be open at a time: by one link of the referee or of a player, of all players, and of
all onlookers, who share one link. None of them can use up the places of the others."""

MOST_BY_LINK = 24
"""How many may join by one link while the server runs: fewer than a table seats."""

KEEPALIVE_SECONDS = 15.0
"""How often event streams send something when nothing changes."""


class Room:
    """A table in use.

    `kept` is the table as the store has it, `log` its newest lines. `changes` counts whatever a page may show of it.
    `lock` is held while somebody does something. `connected` counts the open event streams of each seat, `elsewhere`
    are seats that have one at another process; `revoked` are hashes of links that no longer open anything. A `closed`
    room ends all streams. `plays_on`: bots are playing there just now.
    """

    def __init__(self, kept: Kept, log: list[LogRow]) -> None:
        self.kept = kept
        self.log = log
        self.changes = 0
        self.lock = asyncio.Lock()
        self.drawings = TableDrawings()
        self.connected: dict[Seat, int] = {}
        self.elsewhere: frozenset[Seat] = frozenset()
        self.revoked: set[str] = set()
        self.closed = False
        self.plays_on = False
        self.joined_by: Counter[str] = Counter()
        self._pages: Counter[str] = Counter()
        self._wake = asyncio.Event()
        self._keepalive: asyncio.TimerHandle | None = None

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.kept.table

    @property
    def version(self) -> int:
        """How far the history of the table goes: for all processes the same number of the same table."""
        return self.kept.records

    @property
    def here(self) -> AbstractSet[Seat]:
        """The seats whose page is open, at whichever process."""
        return self.connected.keys() | self.elsewhere

    def page(self, seat: Seat, phrases: Phrases) -> Elements:
        """The elements of a seat's page; drawn once for each change, however many pages show them."""
        cache = self.drawings.seat(seat, phrases.language)
        if cache.changes != self.changes:
            cache.elements = seat_page(self.drawings, self.table, self.log, self.here, seat, phrases)
            cache.changes = self.changes
        return cache.elements

    def changed(self) -> None:
        """Tell every event stream that something has changed."""
        self.changes += 1
        self._wake_streams()

    def show_elsewhere(self, seats: frozenset[Seat]) -> None:
        """Show that these seats have pages open at other processes."""
        if self.elsewhere != seats:
            self.elsewhere = seats
            self.changed()

    def close(self) -> None:
        """End every event stream."""
        self.closed = True
        self.changed()

    async def awaited(self, seat: Seat, link: Link) -> AsyncIterator[bool]:
        """True for now and after changes, until the link is revoked; False now and then, to keep a connection alive.

        Ends at once if there is no room for one more page.
        """
        try:
            self.must_have_room(link)
        except TableRefusal:
            return
        self._pages.update((link.role, link.hash))
        self._connect(seat)
        if self._keepalive is None:
            self._keepalive = asyncio.get_running_loop().call_later(KEEPALIVE_SECONDS, self._keep_alive)
        seen = -1
        try:
            while link.hash not in self.revoked and not self.closed:
                if self.changes != seen:
                    seen = self.changes
                    yield True
                    continue
                await self._wake.wait()
                if self.changes == seen:
                    yield False
        finally:
            self._pages.subtract((link.role, link.hash))
            self._disconnect(seat)

    def _wake_streams(self) -> None:
        """Wake all streams that wait; those that wait next wait for a new event."""
        self._wake.set()
        self._wake = asyncio.Event()

    def _keep_alive(self) -> None:
        self._wake_streams()
        loop = asyncio.get_running_loop()
        self._keepalive = loop.call_later(KEEPALIVE_SECONDS, self._keep_alive) if self.connected else None

    def _connect(self, seat: Seat) -> None:
        self.connected[seat] = self.connected.get(seat, 0) + 1
        if self.connected[seat] == 1:
            self.changed()

    def _disconnect(self, seat: Seat) -> None:
        self.connected[seat] -= 1
        if not self.connected[seat]:
            del self.connected[seat]
            self.changed()
        if not self.connected:
            self.drawings.clear()

    def must_have_room(self, link: Link) -> None:
        """Refuse one page too many: of a link, or of all who share a role."""
        if link.role == "onlooker":
            if self._pages["onlooker"] >= MOST_LOOKING_ON:
                raise TableRefusal("too_many_pages", MOST_LOOKING_ON)
            return
        if self._pages[link.hash] >= MOST_PAGES:
            raise TableRefusal("too_many_of_link", MOST_PAGES)
        if link.role == "player" and self._pages["player"] >= MOST_PLAYING:
            raise TableRefusal("too_many_pages", MOST_PLAYING)

    def must_let_join(self, link: Link) -> None:
        """Refuse one more who would join by a link by which many have."""
        if self.joined_by[link.hash] >= MOST_BY_LINK:
            raise TableRefusal("link_used_up", MOST_BY_LINK)
