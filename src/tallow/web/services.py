"""The parts of a running server, which routes get as the dependency `services`."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

from litestar.di import NamedDependency
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from tallow.store import Store
from tallow.table import Table
from tallow.web.background.comparisons import Comparisons
from tallow.web.background.places import Places
from tallow.web.background.pools import Pools
from tallow.web.background.rehearsals import Rehearsals
from tallow.web.language import preferred_language
from tallow.web.live.health import Health
from tallow.web.live.links import Links, UnknownLink, Visitor
from tallow.web.live.rooms import Rooms
from tallow.web.live.watch import Watch
from tallow.web.process.limits import TOGETHER, Kind, Limits, RateLimiter, TooMany
from tallow.web.requests import Request, client_address, token_of
from tallow.web.upkeep import Upkeep

COUNT_SECONDS = 1.0
"""So long the database has to say what a client has asked for at other processes."""


class Services(Struct, frozen=True):
    """The parts of a server.

    `address` is where others reach it, if that was configured. `network` finds an address for others when the server is
    asked by its own machine, "" if they cannot reach it.
    """

    rooms: Rooms
    health: Health
    links: Links
    limiter: RateLimiter
    comparisons: Comparisons
    rehearsals: Rehearsals
    places: Places
    pools: Pools
    upkeep: Upkeep
    watch: Watch | None = None
    address: str = ""
    network: Callable[[], str] | None = None

    async def visitor(self, request: Request, token: str, kind: Kind = "read") -> Visitor:
        """Whoever comes by a link. Counts the request for the link, and an unknown token for the client's address."""
        try:
            visitor = await self.links.visitor(token, preferred_language(request))
        except UnknownLink:
            await self.count("guess", client_address(request))
            raise
        self.limiter.count(kind, visitor.link.hash)
        return visitor

    async def count(self, kind: Kind, client: str) -> None:
        """Count one request; `TooMany` when the client has used up its rate, at this process or at all together.

        While the database is away each process counts for itself alone.
        """
        self.limiter.count(kind, client)
        peers = self.rooms.store.peers
        if peers is None or kind not in TOGETHER:
            return
        rate, seconds = self.limiter.rate(kind), 0.0
        with suppress(SQLAlchemyError, TimeoutError):
            counted = self.rooms.read(peers.count, f"{kind} {client}", rate.burst, rate.a_second)
            seconds = await asyncio.wait_for(counted, COUNT_SECONDS)
        if seconds:
            raise TooMany(seconds)

    def table(self, request: Request) -> Table | None:
        """The table that a request is about, if its link is known and the table is in memory."""
        link = self.links.known(token_of(request))
        return self.rooms.table(link.table) if link else None

    def begin(self) -> None:
        """Begin what runs in the background from the first."""
        self.upkeep.begin()
        if self.watch:
            self.watch.begin()

    async def close(self) -> None:
        """End what runs in the background, and every event stream."""
        await self.upkeep.close()
        if self.watch:
            await self.watch.close()
        await self.comparisons.close()
        await self.rehearsals.close()
        await self.places.close()
        await self.pools.close()
        self.rooms.close()
        self.rooms.stop_reading()

    def link_url(self, request: Request, token: str) -> str:
        """The URL of a link, as others can open it where that is possible."""
        here = str(request.base_url).rstrip("/")
        return f"{self.address or (self._network() if self._asked_by_itself(request) else '') or here}/t/{token}"

    def is_unreachable(self, request: Request) -> bool:
        """Whether nobody at another machine can open the links that are made here."""
        return not self.address and self._asked_by_itself(request) and not self._network()

    def _asked_by_itself(self, request: Request) -> bool:
        """Whether the server is asked by a loopback address, which is no address for others."""
        return self.network is not None and is_loopback(request.base_url.hostname or "")

    def _network(self) -> str:
        return self.network() if self.network else ""


ServicesDep = NamedDependency[Services]
"""The type of the argument `services` of a route."""


def make_services(
    store: Store, limits: Limits, address: str = "", network: Callable[[], str] | None = None, sweep_days: int = 0
) -> Services:
    """The parts of a server over this store."""
    rooms, pools = Rooms(store), Pools()
    return Services(
        rooms,
        Health(rooms),
        Links(rooms),
        RateLimiter(limits),
        Comparisons(pools.simulations),
        Rehearsals(pools.simulations),
        Places(pools.places),
        pools,
        Upkeep(rooms, pools, sweep_days),
        Watch(rooms, store.peers) if store.peers else None,
        address.rstrip("/"),
        network,
    )


def is_loopback(host: str) -> bool:
    """Whether a host name or address means the machine itself."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
