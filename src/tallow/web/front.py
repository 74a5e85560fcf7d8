"""The front of the house: the start page, new tables, rules, odds, characters, QR codes.

What is drawn: `page("start", …)` has games, name; `page("rules", …)` game, q, found; `page("rule", …)` game, entry;
`page("odds", …)` game, inquiries, inquiry, given, goal, answer, problem; `page("character", …)` game, view, seed.
"""

import asyncio
import secrets
from io import BytesIO
from itertools import islice
from random import Random
from typing import Any

import segno
from litestar import Controller, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery

from tallow.games import Game, Unknown, game, names
from tallow.games.game import Inquiry
from tallow.games.settings import chosen_settings
from tallow.mechanics.near import Malformed, nearest
from tallow.odds import ask
from tallow.play import Undecidable
from tallow.simulate.anyhow import Anyhow
from tallow.store.store import new_seed
from tallow.table import Step, open_table
from tallow.table.seats import referee
from tallow.web.draw import theme
from tallow.web.faults import words_for
from tallow.web.hall import Asking, Hall, TheHall, caller, html, person, remember_name, remembered_name, said, sent_to
from tallow.web.limits import TITLE, text
from tallow.web.links import first_links

FOUND = 60
"""So many entries a search shows."""

RECKONING = 20.0
"""Seconds that odds may take."""


class Front(Controller):
    """Pages for anybody."""

    path = "/"
    include_in_schema = False

    @get("/")
    async def start(self, request: Asking) -> Response[str]:
        """The start page."""
        return html("start", {"games": [game(name) for name in names()], "name": remembered_name(request)})

    @post("/tables")
    async def open(self, request: Asking, hall: TheHall) -> Response[str]:
        """Open a table, and go to the referee's page."""
        hall.gate.count("opening", caller(request))
        form = await request.form()
        played = game(said(form, "game") or names()[0])
        settings = {
            name.removeprefix("setting."): value
            for name, value in form.multi_items()
            if name.startswith("setting.") and isinstance(value, str)
        }
        title = text(said(form, "title").strip() or played.title, TITLE)
        name = person(said(form, "name").strip() or played.referee)
        tokens = await opened(hall, opening(played, title, settings, name))
        return sent_to(request, f"/t/{tokens[0]}", _named(request, said(form, "name")))

    @post("/try")
    async def try_it(self, request: Asking, hall: TheHall) -> Response[str]:
        """A table ready to play: a party, and a small adventure in the referee's notes."""
        hall.gate.count("opening", caller(request))
        form = await request.form()
        played = game(said(form, "game") or names()[0])
        name = person(remembered_name(request).strip() or played.referee)
        tokens = await opened(hall, opening(played, played.title, {}, name, example=True))
        return sent_to(request, f"/t/{tokens[0]}")

    @get("/rules/{name:str}")
    async def rules(self, name: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
        """Search a rulebook, or read it by section."""
        book = game(name)
        listed = book.book.search(q[:100]) if q.strip() else iter(book.book.entries().values())
        found = list(islice(listed, FOUND if q.strip() else None))
        return html("rules", {"game": book, "q": q[:100], "found": found})

    @get("/rules/{name:str}/{id_:str}")
    async def rule(self, name: FromPath[str], id_: FromPath[str]) -> Response[str]:
        """One entry whole."""
        book = game(name)
        entries = book.book.entries()
        if id_ not in entries:
            raise Unknown("rule", id_[:100], nearest(id_[:100], entries), book.title)
        return html("rule", {"game": book, "entry": entries[id_]})

    @get("/theme/{name:str}", media_type="text/css")
    async def theme(self, name: FromPath[str]) -> str:
        """The one colour that a game brings."""
        return theme(name.removesuffix(".css"))

    @get("/odds/{name:str}")
    async def odds(self, name: FromPath[str]) -> Response[str]:
        """The questions that a game answers."""
        asked = game(name)
        return html("odds", _odds(asked))

    @get("/odds/{name:str}/{question:str}")
    async def chance(
        self, request: Asking, hall: TheHall, name: FromPath[str], question: FromPath[str]
    ) -> Response[str]:
        """The odds of one question, with what was given."""
        asked = game(name)
        inquiry = next((one for one in asked.inquiries if one.name == question), None)
        if inquiry is None:
            raise Unknown("question", question[:60], nearest(question[:60], [one.name for one in asked.inquiries]))
        known = [parameter.name for parameter in inquiry.parameters]
        given = {name: value[:200] for name, value in request.query_params.items() if name in known and value.strip()}
        goal = request.query_params.get("goal", "")
        context = {**_odds(asked), "inquiry": inquiry, "given": given, "goal": goal}
        if not request.query_params and any(parameter.default is None for parameter in inquiry.parameters):
            return html("odds", context)
        hall.gate.count("reckoning", caller(request))
        try:
            answer = await asyncio.wait_for(asyncio.to_thread(ask, asked, question, given, goal=goal), RECKONING)
        except (Unknown, Malformed, Undecidable) as problem:
            return html("odds", {**context, "problem": str(problem)}, status=400)
        except TimeoutError:
            return html("odds", {**context, "problem": words_for("too_hard")}, status=400)
        return html("odds", {**context, "answer": answer})

    @get("/character/{name:str}")
    async def character(
        self, hall: TheHall, request: Asking, name: FromPath[str], seed: FromQuery[int | None] = None
    ) -> Response[Any]:
        """A character made by chance; the same seed makes the same."""
        hall.gate.count("reckoning", caller(request))
        played = game(name)
        number = secrets.randbelow(1_000_000) if seed is None else seed
        made = await asyncio.to_thread(_character, played, number)
        return html("character", {"game": played, "view": played.sheet(made), "seed": number})

    @get("/character/{name:str}/sheet.pdf")
    async def sheet(self, hall: TheHall, request: Asking, name: FromPath[str], seed: FromQuery[int]) -> Response[bytes]:
        """Its sheet on paper."""
        from tallow.sheets import pdf  # noqa: PLC0415  (an extra: only those who want paper have it)

        hall.gate.count("reckoning", caller(request))
        played = game(name)
        paper = await asyncio.to_thread(lambda: pdf(played, [_character(played, seed)]))
        return Response(paper, media_type="application/pdf")

    @get("/qr/{token:str}")
    async def qr(self, hall: TheHall, request: Asking, token: FromPath[str]) -> Response[bytes]:
        """A link as a QR code."""
        visitor = await hall.visitor(request, token.removesuffix(".svg"))
        drawn = BytesIO()
        segno.make(hall.link(request, visitor.token), error="m").save(
            drawn, kind="svg", scale=6, border=2, xmldecl=False, svgclass=None, lineclass=None, omitsize=True
        )
        return Response(drawn.getvalue(), media_type="image/svg+xml")


def opening(played: Game[Any], title: str, settings: dict[str, str], name: str, *, example: bool = False) -> Step:
    """A new table with its referee."""
    chosen = chosen_settings(played, settings)
    step = open_table(played.id, title, chosen, new_seed(), example=example)
    seated = step.table.sit(referee(name))
    return Step(seated.table, (*step.records, *seated.records), step.line)


async def opened(hall: Hall, step: Step) -> tuple[str, str, str]:
    """A new table is kept; the tokens of referee, players and onlookers."""
    links = first_links()
    await hall.house.open(step, links)
    return links[0].token, links[1].token, links[2].token


def _named(request: Asking, name: str) -> list[Cookie]:
    return [remember_name(person(name), request)] if name.strip() else []


def _odds(asked: Game[Any]) -> dict[str, Any]:
    inquiry: Inquiry | None = None
    return {
        "game": asked,
        "inquiries": asked.inquiries,
        "inquiry": inquiry,
        "given": {},
        "goal": "",
        "answer": None,
        "problem": "",
    }


def _character(played: Game[Any], seed: int) -> Any:
    return played.create(Anyhow(Random(seed)), played.settings())
