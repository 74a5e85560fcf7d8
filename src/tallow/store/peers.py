"""Processes that serve one database together (PostgreSQL): what each hears of the others.

A process tells the others of a table in the transaction that changes it (NOTIFY), so they hear of it once it is
durable, or not at all. A notification may be lost; `Peers.news` reads what it would have led to. Moments are those of
the database: clocks of machines differ.
"""

import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from hashlib import sha256
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, TypeAlias

from msgspec import Struct
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from tallow.play import Seat
from tallow.store import schema

CHANNEL = "tallow"

PAYLOAD = 7_900
"""The most bytes of a notification, a little below what PostgreSQL takes."""

SILENT_SECONDS = 10
"""A process without a sign of life for so long has no pages open any more, as far as the others are concerned."""

GONE_SECONDS = 60
"""What a process left behind is removed after so long without a sign of life."""

HEAR_SECONDS = 0.25
"""How often the thread that listens looks whether it shall end."""

AGAIN_SECONDS = 1.0
"""When to listen again after the connection was lost."""

DOUBT_SECONDS = 20.0
DOUBT_PAUSE = 0.1
"""How long, and how often, the database is asked whether it has kept what was under way when a connection was lost."""

log = logging.getLogger("tallow.store")


Transaction: TypeAlias = dict[str, Any]
"""The number of a transaction, and of the process of PostgreSQL that it is at."""

_TELL = text(
    f"SELECT pg_notify('{CHANNEL}', :told), CAST(CAST(pg_current_xact_id() AS XID) AS TEXT) AS number, "
    "pg_backend_pid() AS process"
)
_END = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid = :process AND CAST(backend_xid AS TEXT) = :number"
)
_ADDED_BY = text("CAST(xmin AS TEXT) = :number")


class InDoubt(Exception):
    """The connection was lost while something was being kept, and whether it was cannot be found out now."""


class News(Struct, frozen=True):
    """How a table stands: its number of records, hashes of its revoked links, and seats with a page open elsewhere."""

    records: int
    revoked: frozenset[str]
    seats: frozenset[Seat]


class Peers:
    """One process among all that serve a database; `id` is its name there."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._ended = Event()
        self._listening: Thread | None = None
        self.id = secrets.token_hex(8)

    def tell(self, connection: Connection, tables: Mapping[str, int]) -> Transaction:
        """Tell the others that these tables have changed, once this transaction is durable; which that is.

        Each comes with its number of records where it has only gone on, so that the others need not ask; else with 0.
        """
        ids = [f"{id_}:{records}" if records else id_ for id_, records in sorted(tables.items())]
        at_once = (PAYLOAD - len(self.id)) // 33
        for first in range(at_once, len(ids), at_once):
            connection.execute(_TELL, {"told": ",".join([self.id, *ids[first : first + at_once]])})
        told = connection.execute(_TELL, {"told": ",".join([self.id, *ids[:at_once]])}).one()
        return {"number": told.number, "process": told.process}

    def was_kept(self, transaction: Transaction, row: Select[Any] | None) -> bool:
        """Whether a transaction whose connection was lost was committed; `InDoubt` if the database does not say.

        `row` finds one that it was to add, and which nothing changes; without one the answer is no. If the database
        still waits for the transaction it is ended: nobody will ever say more to it. Its number alone tells nothing,
        for after a crash the next transactions get numbers that were given before.
        """
        until = monotonic() + DOUBT_SECONDS
        there = row.where(_ADDED_BY) if row is not None else None
        while monotonic() < until:
            with suppress(SQLAlchemyError), self._engine.begin() as connection:
                if not connection.execute(_END, transaction).all():
                    return there is not None and connection.execute(there, transaction).first() is not None
            sleep(DOUBT_PAUSE)
        raise InDoubt

    def listen(self, heard: Callable[[dict[str, int]], object]) -> None:
        """Have a thread call `heard` with what others `tell`, until `leave`."""
        if self._engine.dialect.driver == "psycopg":  # no other driver can be listened to in this way
            self._listening = Thread(target=self._listen, args=(heard,), name="tallow-listening", daemon=True)
            self._listening.start()

    def _listen(self, heard: Callable[[dict[str, int]], object]) -> None:
        while not self._ended.is_set():
            try:
                with self._engine.connect() as connection:
                    connection.execution_options(isolation_level="AUTOCOMMIT")
                    connection.execute(text(f"LISTEN {CHANNEL}"))
                    try:
                        self._hear(connection.connection.driver_connection, heard)
                    finally:
                        connection.invalidate()  # one that listens is not given back
            except Exception as error:  # noqa: BLE001  (the driver's own, or SQLAlchemy's)
                log.debug("listening ended: %s", error)
                self._ended.wait(AGAIN_SECONDS)

    def _hear(self, driver: Any, heard: Callable[[dict[str, int]], object]) -> None:
        while not self._ended.is_set():
            for told in driver.notifies(timeout=HEAR_SECONDS):
                by, *tables = told.payload.split(",")
                if by != self.id:
                    parts = [one.partition(":") for one in tables]
                    heard({id_: int(records or 0) for id_, _, records in parts})

    def news(self, tables: Collection[str]) -> dict[str, News]:
        """How these tables stand; those that are gone are missing."""
        if not tables:
            return {}
        stand = select(schema.tables.c.id, schema.tables.c.records).where(schema.tables.c.id.in_(tables))
        links, presence = schema.links.c, schema.presence.c
        closed = select(links.table_id, links.hash).where(links.table_id.in_(tables), links.revoked == 1)
        there = self._elsewhere(presence.table_id, presence.seat).where(presence.table_id.in_(tables))
        revoked: dict[str, set[str]] = {}
        seats: dict[str, set[Seat]] = {}
        with self._engine.connect() as connection:
            found = connection.execute(stand).all()
            for table, hash_ in connection.execute(closed):
                revoked.setdefault(table, set()).add(hash_)
            for table, seat in connection.execute(there):
                seats.setdefault(table, set()).add(seat)
        return {
            id_: News(records, frozenset(revoked.get(id_, ())), frozenset(seats.get(id_, ()))) for id_, records in found
        }

    def seats_of(self, table: Any) -> Any:
        """An expression for the seats of a table, given by a column, with a page open elsewhere; for other queries."""
        presence = schema.presence.c
        return self._elsewhere(func.array_agg(presence.seat)).where(presence.table_id == table).scalar_subquery()

    def _elsewhere(self, *columns: Any) -> Select[Any]:
        """Columns of presence, of other processes that live."""
        alive = schema.processes.c.beat > _now() - SILENT_SECONDS
        return (
            select(*columns)
            .select_from(schema.presence)
            .join(schema.processes)
            .where(schema.presence.c.process_id != self.id, alive)
        )

    def beat(self) -> bool:
        """Give a sign of life, and remove those who gave none for long; whether the others did not know of this one."""
        there = postgresql.insert(schema.processes).values(id=self.id, beat=_now())
        there_now = there.on_conflict_do_update(index_elements=["id"], set_={"beat": _now()})
        processes = schema.processes.c
        with self._engine.begin() as connection:
            known = connection.execute(select(processes.id).where(processes.id == self.id)).one_or_none()
            connection.execute(there_now)
            connection.execute(delete(schema.processes).where(processes.beat < _now() - GONE_SECONDS))
            connection.execute(delete(schema.rates).where(schema.rates.c.used_until < _now() - GONE_SECONDS))
        return known is None

    def show(self, open_: Mapping[str, Collection[Seat]]) -> None:
        """Tell the others at which seats of these tables a page is open here."""
        presence = schema.presence.c
        before = delete(schema.presence).where(presence.process_id == self.id, presence.table_id == bindparam("of"))
        now = [
            {"process_id": self.id, "table_id": table, "seat": seat} for table, seats in open_.items() for seat in seats
        ]
        with self._engine.begin() as connection:
            connection.execute(before, [{"of": table} for table in open_])
            if now:
                connection.execute(insert(schema.presence), now)
            self.tell(connection, dict.fromkeys(open_, 0))

    def count(self, client: str, burst: float, a_second: float) -> float:
        """Count one request of a client, at whichever process: 0.0, or the seconds until it may ask again.

        It may ask `burst` times at once, and `a_second` times more each second. Each request uses up its share of time
        from now on, or from the end of the share before; nobody may be further ahead than a whole burst takes. Who it
        is cannot be read from what is kept.
        """
        rates, each = schema.rates.c, 1 / a_second
        key, now = sha256(client.encode()).hexdigest(), func.extract("epoch", func.clock_timestamp())
        first = postgresql.insert(schema.rates).values(client=key, used_until=now + each)
        ahead = func.greatest(rates.used_until, now) + each
        one_more = first.on_conflict_do_update(
            index_elements=["client"], set_={"used_until": ahead}, where=ahead <= now + burst * each
        )
        with self._engine.begin() as connection:
            if connection.execute(one_more.returning(rates.client)).first():
                return 0.0
            left = select(ahead - now - burst * each).where(rates.client == key)
            return max(0.001, float(connection.execute(left).scalar() or 0.0))

    def leave(self, tables: Collection[str] = ()) -> None:
        """End: the others are told of the tables at which there were pages open here."""
        self._ended.set()
        if self._listening:
            self._listening.join()
        try:
            with self._engine.begin() as connection:
                connection.execute(delete(schema.processes).where(schema.processes.c.id == self.id))
                self.tell(connection, dict.fromkeys(tables, 0))
        except SQLAlchemyError as error:
            log.debug("the database was left without a word: %s", error)


def _now() -> Any:
    """The moment, in seconds, as the database has it."""
    return func.floor(func.extract("epoch", func.clock_timestamp()))
