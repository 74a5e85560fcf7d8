"""Links to tables: who comes by one, and what it makes them. Tokens are stored only as hashes.

The links that a referee hands out are derived from the referee's own token and a salt stored beside the hash, so that
the referee's page can show them again though nobody could read them from the store.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from typing import Any

from msgspec import Struct

from tallow.games import Game
from tallow.play import REFEREE, Seat
from tallow.store import Entry, Link, NewLink, NoSuchTable
from tallow.store.store import hashed, new_token
from tallow.table import Seated, TableRefusal
from tallow.table.seats import ONLOOKER, Role
from tallow.web.live.room import Room
from tallow.web.live.rooms import Rooms
from tallow.web.phrases import web_phrases
from tallow.wording.phrases import Phrases

MOST_KNOWN = 20_000
"""How many links are kept in memory."""


class UnknownLink(LookupError):
    """A token that opens nothing: it never did, or its link was revoked."""


class Forbidden(Exception):
    """Something that only another role may do; `code` says what it takes."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Visitor(Struct, frozen=True):
    """Somebody who came by a link; `wants` is the language that they prefer."""

    token: str
    link: Link
    room: Room
    wants: str = "en"

    @property
    def game(self) -> Game[Any]:
        """The game of the table, in the visitor's language where it speaks that."""
        return self.room.table.speaking(self.wants)

    @property
    def phrases(self) -> Phrases:
        """The phrases of the table's pages, in the language that the game speaks with this visitor."""
        return web_phrases(self.game.words.language)

    @property
    def seat(self) -> Seat:
        """Where they sit; "" for somebody who has not joined yet."""
        return {"referee": REFEREE, "onlooker": ONLOOKER}.get(self.link.role, self.link.seat)

    @property
    def role(self) -> Role:
        """What the link makes them."""
        return self.link.role

    @property
    def seated(self) -> Seated:
        """Their entry in the table's list of seats."""
        return self.room.table.seated(self.seat)

    def must_be_seated(self) -> None:
        """Refuse those who have not joined yet."""
        if not self.seat:
            raise Forbidden("sit_first")

    def must_play(self) -> None:
        """Refuse those who have not joined yet, and onlookers."""
        self.must_be_seated()
        if self.role == "onlooker":
            raise TableRefusal("onlookers_watch")

    def must_preside(self) -> None:
        """Refuse all but the referee, or at a table without one whoever sat down first."""
        if not self.room.table.presides(self.seat):
            raise Forbidden("referee_only")

    def must_be_referee(self) -> None:
        """Refuse all but the referee."""
        if self.role != "referee":
            raise Forbidden("referee_only")


class Links:
    """Finds what tokens open; keeps recent ones in memory.

    Where other processes may revoke them, each is looked up again whenever somebody comes by it.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._known: OrderedDict[str, Link] = OrderedDict()

    async def find(self, token: str) -> Link | None:
        """The link that a token opens, or None."""
        found = await self._entry(token)
        return found.link if found else None

    async def _entry(self, token: str) -> Entry | None:
        """What a token opens, or None."""
        link = self._known.get(token)
        if link is not None and self._rooms.store.peers is None:
            return Entry(link)
        found = await self._rooms.read(self._rooms.store.entry, token)
        if found is None:
            self._known.pop(token, None)
            return None
        self._known[token] = found.link
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return found

    def known(self, token: str) -> Link | None:
        """The link that a token opens, if it is in memory."""
        return self._known.get(token)

    def forget(self, hash_: str) -> None:
        """Forget a link that was revoked."""
        for token in [token for token, link in self._known.items() if link.hash == hash_]:
            del self._known[token]

    def forget_table(self, table: str) -> None:
        """Forget all links that led to a table and lead to another now."""
        for token in [token for token, link in self._known.items() if link.table == table]:
            del self._known[token]

    async def visitor(self, token: str, wants: str = "en") -> Visitor:
        """Whoever comes with this token; `UnknownLink` if it opens nothing."""
        entry = await self._entry(token)
        if entry is None:
            raise UnknownLink
        try:
            room = await self._rooms.room(entry.link.table, entry.records)
        except NoSuchTable:
            raise UnknownLink from None
        if self._rooms.store.peers:
            room.show_elsewhere(entry.elsewhere)
        return Visitor(token, entry.link, room, wants)


def derive_link(referee: str, role: Role, seat: Seat = "") -> NewLink:
    """A new link whose token whoever holds the referee's token can derive again."""
    salt = secrets.token_urlsafe(12)
    return NewLink(_token(referee, salt), role, seat, salt)


def derived_token(referee: str, link: Link) -> str:
    """The token of a link that was derived from the referee's token, or "" if it was not."""
    if not link.salt:
        return ""
    token = _token(referee, link.salt)
    return token if hashed(token) == link.hash else ""


def first_links() -> tuple[NewLink, NewLink, NewLink]:
    """The links of a new table: the referee's own, one for all players, one for onlookers."""
    own = new_token()
    return NewLink(own, "referee", REFEREE), derive_link(own, "player"), derive_link(own, "onlooker")


def _token(referee: str, salt: str) -> str:
    return urlsafe_b64encode(hmac.digest(referee.encode(), salt.encode(), "sha256")[:18]).decode()
