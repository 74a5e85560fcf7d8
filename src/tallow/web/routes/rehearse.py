"""Rehearse an expedition: with any party, or for a referee with that of a table as it stands.

The page asks again until the expeditions are simulated.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from litestar import Controller, Response, get
from litestar.params import FromPath
from msgspec.structs import replace

from tallow.games import Game, Unknown, game
from tallow.games.optional import archetypes_of, expedition_of, games_with
from tallow.mechanics.suggestions import Malformed
from tallow.odds.words import percent
from tallow.simulate import Plan, Report
from tallow.simulate.expeditions import Nobody, checked, set_out
from tallow.simulate.report import Spread
from tallow.web.background.rehearsals import Rehearsal
from tallow.web.background.results import Failed
from tallow.web.background.work_pool import Busy
from tallow.web.faults import reason, refusal_text
from tallow.web.language import preferred_language
from tallow.web.live.links import Visitor
from tallow.web.phrases import web_phrases
from tallow.web.requests import Request, client_address
from tallow.web.responses import render
from tallow.web.services import Services, ServicesDep
from tallow.wording.phrases import Phrases
from tallow.wording.speech import Speech, upper

MOST_ROOMS, MOST_TURNS, LONGEST = 12, 50, 500

NOBODY = "-"
"""What is typed for a room without foes."""

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
        state, id_ = visitor.room.table.state, visitor.link.table
        asked = read(visitor.game, request.query_params, id_, request.query_params.get("at", ""))
        if asked not in services.rehearsals:
            asked = replace(asked, at=f"{hash(state) & 0xFFFF_FFFF:x}")
        return answered(request, services, visitor.game, asked, state, visitor)


def answered(
    request: Request,
    services: Services,
    played: Game[Any],
    asked: Rehearsal,
    party: Any,
    visitor: Visitor | None = None,
) -> Response[str]:
    """The form, and once it was filled in what is known so far, or what is wrong with it."""
    filled, phrases = bool(request.query_params), web_phrases(played.words.language)
    context: dict[str, Any] = {
        "game": played,
        "visitor": visitor,
        "asked": asked,
        "rooms": "\n".join([room or NOBODY for room in asked.plan.rooms]),
        "most_rooms": MOST_ROOMS,
        "most_turns": MOST_TURNS,
        "filled": filled,
        "query": urlencode({**request.query_params, "at": asked.at}),
        "report": None,
        "failed": False,
        "problem": "",
    }
    if not filled:
        return render(request, "rehearse", context)
    services.limiter.count("read", client_address(request))
    try:
        if asked not in services.rehearsals:
            checked(played, set_out(played, party, asked.pack), asked.plan)
        found = services.rehearsals.ask(asked, party)
    except (Unknown, Malformed) as error:
        return render(request, "rehearse", {**context, "problem": reason(error, phrases)}, status=400)
    except Nobody:
        return render(request, "rehearse", {**context, "problem": refusal_text("nobody_able", phrases)}, status=400)
    except Busy as busy:
        full = render(request, "rehearse", {**context, "problem": refusal_text("busy", phrases)}, status=503)
        full.headers["Retry-After"] = str(round(busy.seconds))
        return full
    return render(request, "rehearse", {**context, **_found(found, asked.plan, Speech(played), phrases)})


def read(played: Game[Any], given: Mapping[str, str], table: str = "", at: str = "") -> Rehearsal:
    """What the form asks for, within bounds; an empty form is four archetypes against some of the weakest foe."""
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


def _found(found: Report | Failed | None, plan: Plan, speech: Speech, phrases: Phrases) -> dict[str, Any]:
    """A report in words: how often the party comes home, room by room, how expeditions end, and the counts."""
    if not isinstance(found, Report):
        return {"failed": found == "failed"}
    won = found.cleared(len(plan.rooms))
    return {
        "report": found,
        "n": f"{found.n:,}",
        "often": phrases.chance(found.wins.p),
        "bounds": (percent(found.wins.low), percent(found.wins.high)),
        "cleared": [
            (f"{at}. {foes or phrases.say('expedition.nobody')}", share, percent(share))
            for at, (foes, share) in enumerate(zip(plan.rooms, won, strict=True), 1)
        ],
        "ends": [(phrases.say(f"expedition.{how}"), share, percent(share)) for how, share in found.ends.items()],
        "numbers": [
            (_count_title(name, speech, phrases), f"{spread.mean:.2f}", _span(spread, phrases))
            for name, spread in found.counts.items()
        ],
    }


def _count_title(name: str, speech: Speech, phrases: Phrases) -> str:
    return phrases.say(f"expedition.{name}") if name in SHARED_COUNTS else upper(speech.label(name))


def _span(spread: Spread, phrases: Phrases) -> str:
    low, high = f"{spread.p5:g}", f"{spread.p95:g}"
    return low if low == high else phrases.say("simulate.from_to", low=low, high=high)
