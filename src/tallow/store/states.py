"""Kept states: the state of a table before its first action and after each one that stands.

Most are patches upon the one before; after `EVERY` of these one is kept whole. Long ones are compressed.
"""

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from tallow.games import Game
from tallow.games.stored import Plain, Unreadable, Versions, read_state, versions_of
from tallow.store import schema
from tallow.store.patches import patch, patched
from tallow.table import TableRefusal

EVERY = 50
"""After so many patches a state is kept whole: to find any state, no more of them must be applied."""

LEVEL = 1
MOST_BYTES = 64 * 1024 * 1024
"""The level of compression (the highest saves a tenth, and takes twice the time), and the most that a body may hold."""

SHORT = 512
"""Fewer bytes than that are not compressed: most patches are shorter, and it takes longer than all else about them."""


def state_row(id_: str, action: int, versions: Versions, state: Any, before: Any = None) -> dict[str, Any]:
    """The row of a state after so many actions: whole, or as a patch upon the state `before`."""
    body = msgspec.json.encode(state if before is None else patch(before, state))
    return {
        "table_id": id_,
        "action": action,
        "body": zlib.compress(body, LEVEL) if len(body) >= SHORT else body,
        "format": versions.format,
        "schema": versions.schema,
        "patch": int(before is not None),
    }


def body_of(row: Any) -> bytes:
    """What stands in the row of a state, as JSON."""
    if bytes(row.body[:1]) in b"[{":  # what is compressed begins with another byte
        return bytes(row.body)
    try:
        opened = zlib.decompressobj()
        body = opened.decompress(row.body, MOST_BYTES)
    except zlib.error as error:
        raise Unreadable(f"the state after {row.action} actions", str(error)) from error
    if not opened.eof:
        raise Unreadable(f"the state after {row.action} actions", "it is not whole")
    return body


class Chain:
    """States in their order, each whole or a patch upon the one before."""

    def __init__(self, played: Game[Any]) -> None:
        self._played = played
        self._plain: Plain = None
        self._schema = 0

    def take(self, body: bytes, schema: int, *, patch: bool) -> None:
        """The next one, as JSON."""
        try:
            plain = msgspec.json.decode(body)
            self._plain, self._schema = patched(self._plain, plain) if patch else plain, schema
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise Unreadable("a state", f"{type(error).__name__}: {error}") from error

    def state(self) -> Any:
        """The state that they have come to."""
        return read_state(self._played, msgspec.json.decode(msgspec.json.encode(self._plain)), self._schema)


def find_state(connection: Connection, played: Game[Any], id_: str, action: int) -> tuple[Any, int]:
    """The state after so many actions, and how many patches more may follow it before one must be kept whole.

    It is read as it was kept; no rule is run. `TableRefusal` if it was not kept.
    """
    rows = _chain(connection, id_, action)
    if not rows:
        raise TableRefusal("not_kept", action)
    chain = Chain(played)
    for row in rows:
        chain.take(body_of(row), row.schema, patch=bool(row.patch))
    now = all(Versions(row.format, row.schema) == versions_of(played) for row in rows)
    return chain.state(), EVERY + 1 - len(rows) if now else 0


def _chain(connection: Connection, id_: str, action: int) -> Sequence[Any]:
    """The rows from the last whole state to the one after so many actions; none if one of them is missing."""
    states = schema.states.c
    last_whole = select(func.max(states.action)).where(
        states.table_id == id_, states.action <= action, states.patch == 0
    )
    chosen = select(schema.states).where(
        states.table_id == id_, states.action <= action, states.action >= last_whole.scalar_subquery()
    )
    rows = connection.execute(chosen.order_by(states.action)).all()
    return rows if rows and rows[-1].action == action and len(rows) == action - rows[0].action + 1 else ()


def kept_states(connection: Connection, played: Game[Any], id_: str) -> Iterator[tuple[int, Any, bool]]:
    """Every state of a table that can be read: after how many actions, the state, and whether a patch may follow it."""
    chain = Chain(played)
    chosen = select(schema.states).where(schema.states.c.table_id == id_).order_by(schema.states.c.action)
    for row in connection.execute(chosen):
        try:
            chain.take(body_of(row), row.schema, patch=bool(row.patch))
            yield row.action, chain.state(), Versions(row.format, row.schema) == versions_of(played)
        except Unreadable:
            continue
