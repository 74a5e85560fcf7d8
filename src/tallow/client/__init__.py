"""A client of the JSON API: tables on a server, for programs. It needs nothing beyond msgspec.

`Server(address)` opens tables; `Link` is one link of a table, which is what a program has to be somebody there: it
joins, asks what can be done, acts, answers, reads the log and listens. `Refusal` is what the server refused, in words.
docs/api.md has examples.
"""

from tallow.client.answers import (
    Change,
    GameOffered,
    Joined,
    LinkShown,
    OpenQuestion,
    SeatStatus,
    TableStatus,
    TableTokens,
    UndoRequested,
)
from tallow.client.connection import Refusal
from tallow.client.server import Link, Server

__all__ = [
    "Change",
    "GameOffered",
    "Joined",
    "Link",
    "LinkShown",
    "OpenQuestion",
    "Refusal",
    "SeatStatus",
    "Server",
    "TableStatus",
    "TableTokens",
    "UndoRequested",
]
