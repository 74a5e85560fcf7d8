"""Who comes in by a link, and what it makes them. Tokens are kept as hashes only.

The links that a referee hands out are derived from the referee's own token and a salt kept beside the hash, so that the
referee's page can show them again though nobody could read them from the store.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from typing import Any

from msgspec import Struct

from tallow.games import Game, game
from tallow.play import REFEREE, Seat
from tallow.store import Link, NewLink, NoSuchTable
from tallow.store.store import hashed, new_token
from tallow.table import Seated, TableRefusal
from tallow.table.seats import ONLOOKER, Role
from tallow.web.live.rooms import House, Room
from tallow.web.phrases import web_phrases
from tallow.wording.phrases import Phrases

MOST = 20_000


class NoEntry(LookupError):
    """A link that opens nothing: it never did, or it was revoked."""


class NotYours(Exception):
    """Something that only another role may do."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Visitor(Struct, frozen=True):
    """Somebody who came by a link, and the language that they would rather read."""

    token: str
    link: Link
    room: Room
    wants: str = "en"

    @property
    def game(self) -> Game[Any]:
        """The game of the table, as they read it."""
        return game(self.room.table.game, self.wants)

    @property
    def phrases(self) -> Phrases:
        """The words of the table's pages: in the language that the game speaks with them."""
        return web_phrases(self.game.words.language)

    @property
    def seat(self) -> Seat:
        """Where they sit; "" for somebody who has still to sit down."""
        return {"referee": REFEREE, "onlooker": ONLOOKER}.get(self.link.role, self.link.seat)

    @property
    def role(self) -> Role:
        """What the link makes them."""
        return self.link.role

    @property
    def who(self) -> Seated:
        """As they are seated."""
        return self.room.table.seated(self.seat)

    def must_be_seated(self) -> None:
        """Refuse those who have still to sit down."""
        if not self.seat:
            raise NotYours("sit_first")

    def must_play(self) -> None:
        """Refuse those who have still to sit down, and those who only look on: they write nothing."""
        self.must_be_seated()
        if self.role == "onlooker":
            raise TableRefusal("onlookers_watch")

    def must_be_referee(self) -> None:
        """Refuse all but the referee."""
        if self.role != "referee":
            raise NotYours("referee_only")


class Door:
    """Finds what a token opens; remembers those that came lately."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[str, Link] = OrderedDict()

    async def find(self, token: str) -> Link | None:
        """What a token opens, or None."""
        link = self._known.get(token)
        if link is None and (link := await self._house.read(self._house.store.link, token)) is not None:
            self._known[token] = link
            if len(self._known) > MOST:
                self._known.popitem(last=False)
        return link

    def forget(self, hash_: str) -> None:
        """A link was revoked."""
        for token in [token for token, link in self._known.items() if link.hash == hash_]:
            del self._known[token]

    async def visitor(self, token: str, wants: str = "en") -> Visitor:
        """Whoever comes with this token, or `NoEntry`; `wants` is the language that they would rather read."""
        link = await self.find(token)
        if link is None:
            raise NoEntry
        try:
            room = await self._house.room(link.table)
        except NoSuchTable:
            raise NoEntry from None
        return Visitor(token, link, room, wants)


def derived(referee: str, role: Role, seat: Seat = "") -> NewLink:
    """A new link that whoever holds the referee's token can read again."""
    salt = secrets.token_urlsafe(12)
    return NewLink(_token(referee, salt), role, seat, salt)


def read_again(referee: str, link: Link) -> str:
    """The token of a link that was derived from this one, or "" if it was not."""
    if not link.salt:
        return ""
    token = _token(referee, link.salt)
    return token if hashed(token) == link.hash else ""


def first_links() -> tuple[NewLink, NewLink, NewLink]:
    """The links of a new table: the referee's own, one for all players, one for onlookers."""
    own = new_token()
    return NewLink(own, "referee", REFEREE), derived(own, "player"), derived(own, "onlooker")


def _token(referee: str, salt: str) -> str:
    return urlsafe_b64encode(hmac.digest(referee.encode(), salt.encode(), "sha256")[:18]).decode()
