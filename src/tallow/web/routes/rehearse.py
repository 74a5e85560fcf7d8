"""Rehearse an expedition: with any party, or for a referee with that of a table as it stands.

The page opens on a party and rooms that are worked out at once, and asks again until the expeditions are simulated.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from litestar import Controller, Response, get
from litestar.params import FromPath
from msgspec.structs import replace

from tallow.adventures import Document, Explored, ready
from tallow.games import Game, Unknown, game
from tallow.games.optional import archetypes_of, expedition_of, games_with
from tallow.mechanics.suggestions import Malformed
from tallow.odds.words import percent
from tallow.simulate import Plan, Report
from tallow.simulate.expeditions import Nobody, checked, set_out
from tallow.web.adventures import offered
from tallow.web.background.rehearsals import HERE, Rehearsal
from tallow.web.background.results import Failed
from tallow.web.background.work_pool import Busy
from tallow.web.drawing.rehearsed_place import rehearsed, span
from tallow.web.faults import reason
from tallow.web.language import preferred_language
from tallow.web.live.links import Visitor
from tallow.web.phrases import web_phrases
from tallow.web.requests import Request, client_address
from tallow.web.responses import render
from tallow.web.services import Services, ServicesDep
from tallow.wording.phrases import Phrases
from tallow.wording.refusals import refusal_in
from tallow.wording.speech import Speech, upper

MOST_ROOMS, MOST_TURNS, LONGEST = 12, 50, 500

NOBODY = "-"
"""What is typed for a room without foes."""

MANY = re.compile(r"\s+x\d+$")
"""How many of somebody there are, behind the name."""

SHARED_COUNTS = ("rooms", "fights")
"""Counts of any expedition; all others are the game's own."""


class RehearseRoutes(Controller):
    """Routes of rehearsals."""

    include_in_schema = False

    @get("/rehearse/{name:str}")
    async def named_party(self, request: Request, services: ServicesDep, name: FromPath[str]) -> Response[str]:
        """An expedition of a party of names or stat lines."""
        played = game(name, preferred_language(request))
        asked = read(played, request.query_params)
        return answered(request, services, played, asked, asked.party)

    @get("/t/{token:str}/rehearse")
    async def table_party(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """An expedition of a table's party, for its referee. A page that asks again says of which state (`at`)."""
        visitor = await services.visitor(request, token)
        visitor.must_be_referee()
        table, id_ = visitor.room.table, visitor.link.table
        state = table.state.game if isinstance(table.state, Explored) else table.state
        played = game(table.game, visitor.wants)
        asked = read(
            played, request.query_params, id_, request.query_params.get("at", ""), placed=bool(table.adventure)
        )
        if asked not in services.rehearsals:
            asked = replace(asked, at=f"{hash(state) & 0xFFFF_FFFF:x}")
        return answered(request, services, played, asked, state, visitor)


def answered(
    request: Request,
    services: Services,
    played: Game[Any],
    asked: Rehearsal,
    party: Any,
    visitor: Visitor | None = None,
) -> Response[str]:
    """The form, and what is known so far of what it asks for, or what is wrong with that."""
    filled, phrases = bool(request.query_params.keys() - {"at"}), web_phrases(played.words.language)
    context: dict[str, Any] = {
        "game": played,
        "visitor": visitor,
        "asked": asked,
        "rooms": "\n".join([room or NOBODY for room in asked.plan.rooms]),
        "most_rooms": MOST_ROOMS,
        "most_turns": MOST_TURNS,
        "query": urlencode({**request.query_params, "at": asked.at}),
        "creatures": creatures(played.id, played.words.language),
        "heroes": heroes(played),
        "report": None,
        "failed": False,
        "problem": "",
        "adventures": adventures(played, visitor),
        "place": place_of(asked, visitor),
    }
    wrong = 400 if filled else 200
    services.limiter.count("read", client_address(request))
    try:
        place = place_of(asked, visitor)
        if asked not in services.rehearsals:
            begun = set_out(played, party, asked.pack)
            checked(played, begun, Plan(("",)) if place else asked.plan)
        found = services.rehearsals.ask(asked, party, place)
    except (Unknown, Malformed) as error:
        return render(request, "rehearse", {**context, "problem": reason(error, phrases)}, status=wrong)
    except Nobody:
        return render(request, "rehearse", {**context, "problem": refusal_in(phrases, "nobody_able")}, status=wrong)
    except Busy as busy:
        full = render(request, "rehearse", {**context, "problem": refusal_in(phrases, "busy")}, status=503)
        full.headers["Retry-After"] = str(round(busy.seconds))
        return full
    speech = Speech(played)
    if place is not None:
        return render(request, "rehearse", {**context, **rehearsed(found, place, speech, phrases)})
    return render(request, "rehearse", {**context, **_found(found, asked.plan, speech, phrases)})


@cache
def creatures(game_id: str, language: str) -> tuple[tuple[str, str], ...]:
    """All creatures that fights know by name, each with what a reader of that language calls it, in that order."""
    played = game(game_id)
    exploring = played.exploring
    if exploring is None:
        return ()
    found = []
    for id_, entry in played.book.entries().items():
        if id_.startswith(f"{game_id}.monster."):
            with suppress(Unknown, Malformed):
                exploring.creatures(entry.title)
                found.append(entry.title)
    called = game(game_id, language).book.called
    return tuple(sorted([(name, called(name)) for name in found], key=itemgetter(1)))


def heroes(played: Game[Any]) -> list[str]:
    """The names of those who make up a usual party."""
    four = archetypes_of(played)
    parts = four.party(1).split(";") if four else []
    return list(dict.fromkeys([MANY.sub("", part.strip()) for part in parts]))


def adventures(played: Game[Any], visitor: Visitor | None) -> list[tuple[str, str]]:
    """The places that a party can be sent through: that of the table first, then those that are ready."""
    if played.exploring is None or played.rulings is None:
        return []
    table = visitor.room.table if visitor else None
    own = [(HERE, table.adventure.adventure.title)] if table and table.adventure else []
    listed = [(one.name, one.document.adventure.title) for one in offered([played])]
    return [*own, *[one for one in listed if one[1] not in {title for _, title in own}]]


def place_of(asked: Rehearsal, visitor: Visitor | None) -> Document | None:
    """The document of the place that a rehearsal goes through."""
    if asked.adventure == HERE:
        return visitor.room.table.adventure if visitor else None
    return ready(asked.game, asked.adventure) if asked.adventure else None


def read(
    played: Game[Any], given: Mapping[str, str], table: str = "", at: str = "", *, placed: bool = False
) -> Rehearsal:
    """What the form asks for, within bounds; an empty form is four archetypes against some of the weakest foe.

    At a table that is `placed` in an adventure, an empty form is that.
    """
    expedition = expedition_of(played)
    if expedition is None:
        raise Unknown("game with expeditions", played.id, games_with(expedition_of))
    if not given.keys() - {"at"}:
        four = archetypes_of(played)
        first = Plan((f"{four.foe} x2", "", f"{four.foe} x3")) if four else Plan(("",))
        light = "" if table else expedition.pack
        here = HERE if placed else ""
        return Rehearsal(played.id, four.party(1) if four else "", light, first, table, at, here)
    lines = [line.strip()[:LONGEST] for line in given.get("rooms", "").splitlines() if line.strip()]
    rooms = tuple(["" if line == NOBODY else line for line in lines[:MOST_ROOMS] or [NOBODY]])
    turns = given.get("turns", "")
    far = min(int(turns), MOST_TURNS) if turns.isdecimal() and len(turns) < 5 else 0
    party, pack, wandering = (given.get(name, "").strip()[:LONGEST] for name in ("party", "pack", "wandering"))
    plan = Plan(rooms, far, wandering, rests="rest" in given)
    adventure = given.get("adventure", "")[:40]
    if adventure:
        plan = Plan(("",))
    return Rehearsal(played.id, "" if table else party, pack, plan, table, at, adventure)


def _found(found: Report | Failed | None, plan: Plan, speech: Speech, phrases: Phrases) -> dict[str, Any]:
    """A report in words: how often the party comes home, room by room, how expeditions end, and the counts."""
    if not isinstance(found, Report):
        return {"failed": found == "failed"}
    won = found.cleared(len(plan.rooms))
    always = phrases.say("rehearse.always")
    return {
        "report": found,
        "n": f"{found.n:,}",
        "often": unbroken(always if found.wins.p >= 1 else phrases.chance(found.wins.p)),
        "bounds": (percent(found.wins.low), percent(found.wins.high)),
        "cleared": [
            (f"{at}. {foes or phrases.say('expedition.nobody')}", share, percent(share))
            for at, (foes, share) in enumerate(zip(plan.rooms, won, strict=True), 1)
        ],
        "ends": [(phrases.say(f"expedition.{how}"), share, percent(share)) for how, share in found.ends.items()],
        "numbers": [
            (_count_title(name, speech, phrases), f"{spread.mean:.2f}", span(spread, phrases))
            for name, spread in found.counts.items()
        ],
    }


def unbroken(said: str) -> str:
    """What is said of a share, in which no number is parted from its sign."""
    return said.replace(" %", "\N{NO-BREAK SPACE}%")


def _count_title(name: str, speech: Speech, phrases: Phrases) -> str:
    return phrases.say(f"expedition.{name}") if name in SHARED_COUNTS else upper(speech.label(name))
