"""Pages on which a referee rehearses an expedition, with any party or with that of a table as it stands.

What is drawn: `page("rehearse", …)` has game, asked, mine (the party is that of a table), most_rooms, most_turns,
set_out, query, found (None while it is under way), problem; and visitor at a table.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from litestar import Controller, Response, get
from litestar.params import FromPath
from msgspec.structs import replace

from tallow.games import Game, Unknown, game
from tallow.games.optional import archetypes_of, expedition_of, games_with
from tallow.mechanics.suggestions import Malformed
from tallow.simulate import Plan
from tallow.simulate.expeditions import Nobody, checked, set_out
from tallow.web.background.rehearsals import NOBODY, Export, Rehearsal
from tallow.web.background.tasks import exported
from tallow.web.background.work_pool import Busy
from tallow.web.faults import reason, refused
from tallow.web.hall import Asking, Hall, TheHall, caller, html
from tallow.web.language import wanted
from tallow.web.phrases import web_phrases
from tallow.web.routes.archives import address_of

MOST_ROOMS, MOST_TURNS, LONGEST = 12, 50, 500


class Rehearse(Controller):
    """Routes for rehearsals."""

    include_in_schema = False

    @get("/rehearse/{name:str}")
    async def any_party(self, request: Asking, hall: TheHall, name: FromPath[str]) -> Response[str]:
        """An expedition of names or stat lines."""
        played = game(name, wanted(request))
        asked = read(played, request.query_params)
        return answered(request, hall, played, asked, asked.party, {"mine": False})

    @get("/t/{token:str}/rehearse")
    async def this_party(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """An expedition of a table's party, for its referee; a page that asks again says of which moment (`at`)."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_referee()
        state, id_ = visitor.room.table.state, visitor.link.table
        asked = read(visitor.game, request.query_params, id_, request.query_params.get("at", ""))
        if asked not in hall.rehearsals:
            asked = replace(asked, at=f"{hash(state) & 0xFFFF_FFFF:x}")
        shown = {"mine": True, "visitor": visitor}

        async def export(path: Path) -> None:
            await hall.pools.files.run(visitor.link.hash, exported, address_of(hall.house.store), id_, path)

        return answered(request, hall, visitor.game, asked, state, shown, export)


def answered(
    request: Asking,
    hall: Hall,
    played: Game[Any],
    asked: Rehearsal,
    party: Any,
    context: Mapping[str, Any],
    export: Export | None = None,
) -> Response[str]:
    """The form, and once it was filled in what is known so far; the page asks again until that is all."""
    filled, phrases = bool(request.query_params), web_phrases(played.words.language)
    query = urlencode({**request.query_params, "at": asked.at})
    shown = {"game": played, "asked": asked, "most_rooms": MOST_ROOMS, "most_turns": MOST_TURNS, **context}
    shown |= {"set_out": filled, "query": query, "found": None, "problem": ""}
    if not filled:
        return html(request, "rehearse", shown)
    hall.gate.count("looking", caller(request))
    try:
        if asked not in hall.rehearsals:
            checked(played, set_out(played, party, asked.pack), asked.plan)
        return html(request, "rehearse", {**shown, "found": hall.rehearsals.ask(asked, export)})
    except (Unknown, Malformed) as problem:
        return html(request, "rehearse", {**shown, "problem": reason(problem, phrases)}, status=400)
    except Nobody:
        return html(request, "rehearse", {**shown, "problem": refused("nobody_able", phrases)}, status=400)
    except Busy as busy:
        full = html(request, "rehearse", {**shown, "problem": refused("busy", phrases)}, status=503)
        full.headers["Retry-After"] = str(round(busy.seconds))
        return full


def read(played: Game[Any], given: Mapping[str, str], table: str = "", at: str = "") -> Rehearsal:
    """What somebody asks for, within bounds; at first four people of the game's against some of its weakest foe."""
    expedition = expedition_of(played)
    if expedition is None:
        raise Unknown("game with expeditions", played.id, games_with(expedition_of))
    if not given:
        four = archetypes_of(played)
        first = Plan((f"{four.foe} x2", "", f"{four.foe} x3")) if four else Plan(("",))
        light = "" if table else expedition.pack
        return Rehearsal(played.id, four.party(1) if four else "", light, first, table, at)
    lines = [line.strip()[:LONGEST] for line in given.get("rooms", "").splitlines() if line.strip()]
    rooms = tuple(["" if line == NOBODY else line for line in lines[:MOST_ROOMS] or [NOBODY]])
    turns = given.get("turns", "")
    far = min(int(turns), MOST_TURNS) if turns.isdecimal() and len(turns) < 5 else 0
    party, pack, wandering = (given.get(name, "").strip()[:LONGEST] for name in ("party", "pack", "wandering"))
    plan = Plan(rooms, far, wandering, rests="rest" in given)
    return Rehearsal(played.id, "" if table else party, pack, plan, table, at)
