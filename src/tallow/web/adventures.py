"""The adventure that somebody chooses on a page: one that is ready, a place by chance, or a file of their own."""

from collections.abc import Mapping
from typing import Any

from litestar.datastructures import FormMultiDict
from msgspec import Struct

from tallow.adventures import Document, names, ready
from tallow.adventures.generating.draft import FEWEST, MOST
from tallow.games import Game, game
from tallow.games import names as game_names
from tallow.mechanics.documents import BadDocument
from tallow.table import TableRefusal
from tallow.web.background import tasks
from tallow.web.background.places import PlaceAsked
from tallow.web.requests import Request, client_address, form_int, form_text
from tallow.web.services import Services

USUAL = 8
"""So many rooms a new place has unless somebody says otherwise."""


class AdventureOffered(Struct, frozen=True):
    """An adventure that can be played at once: its game, its name there, and its document."""

    game: Game[Any]
    name: str
    document: Document


def playable(language: str) -> list[Game[Any]]:
    """The games that can be played in a place without a referee."""
    games = [game(name, language) for name in game_names()]
    return [one for one in games if one.exploring is not None and one.rulings is not None]


def offered(games: list[Game[Any]], besides: str = "") -> list[AdventureOffered]:
    """Every adventure of these games that is ready, `besides` the one of that title."""
    listed = [AdventureOffered(one, name, ready(one.id, name)) for one in games for name in names(one.id)]
    return [one for one in listed if one.document.adventure.title != besides]


def place_asked(played: Game[Any], given: Mapping[str, str]) -> PlaceAsked | None:
    """The place by chance that a query asks for, within bounds; None without a seed."""
    rooms, seed = given.get("rooms", ""), given.get("seed", "")
    if not seed.isdecimal() or len(seed) > 9 or played.stocking is None or played.exploring is None:
        return None
    many = int(rooms) if rooms.isdecimal() and len(rooms) < 4 else USUAL
    return PlaceAsked(played.id, max(FEWEST, min(many, MOST)), int(seed))


async def brought(
    services: Services, request: Request, played: Game[Any], text: bytes
) -> tuple[Document, tuple[str, ...]]:
    """The adventure in a file, and what of it has no counterpart; refused with the place where something is wrong."""
    if not text.strip():
        raise TableRefusal("no_file")
    try:
        return await services.pools.files.run(client_address(request), tasks.read_adventure, played.id, text)
    except BadDocument as bad:
        raise TableRefusal("bad_adventure", str(bad)) from None


async def chosen(services: Services, request: Request, played: Game[Any], form: FormMultiDict) -> Document:
    """The adventure that a form names, the place by chance of its `rooms` and `seed`, or the `document` in it."""
    if text := form_text(form, "document"):
        return (await brought(services, request, played, text.encode()))[0]
    if form_int(form, "seed") is None:
        return ready(played.id, form_text(form, "adventure"))
    asked = place_asked(played, {name: form_text(form, name) for name in ("rooms", "seed")})
    if asked is None:
        raise TableRefusal("no_place")
    found = await services.places.get(asked, client_address(request))
    if found is None:
        raise TableRefusal("no_place")
    return found
