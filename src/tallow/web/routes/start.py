"""The front of the house: the start page, new tables, rules, odds, characters, QR codes.

What is drawn: `page("start", …)` has games, name; `page("rules", …)` game, q, found; `page("rule", …)` game, entry;
`page("odds", …)` game, inquiries, inquiry, given, goal, answer, problem; `page("character", …)` game, view, seed;
`page("compare", …)` foes, level, most_foes, most_level, found (by game what was measured, None while it is not).
"""

import secrets
from itertools import islice
from typing import Any
from urllib.parse import quote, urlsplit

from litestar import Controller, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery

from tallow.games import Game, Unknown, game, names
from tallow.games.game import Inquiry
from tallow.games.optional import needed_characters
from tallow.games.settings import chosen_settings
from tallow.mechanics.suggestions import Malformed, nearest
from tallow.play import Undecidable
from tallow.store.store import new_seed
from tallow.table import Step, open_table
from tallow.table.seats import referee
from tallow.web.background import tasks
from tallow.web.background.comparisons import MOST_FOES, MOST_LEVEL
from tallow.web.background.work_pool import TooHard
from tallow.web.drawing.templates import theme
from tallow.web.faults import reason, refused
from tallow.web.hall import (
    Asking,
    Hall,
    TheHall,
    caller,
    cookie,
    html,
    person,
    remember_name,
    remembered_name,
    said,
    see,
    sent_to,
)
from tallow.web.language import SWITCHED, wanted
from tallow.web.live.links import first_links
from tallow.web.phrases import web_phrases
from tallow.web.process.limits import TITLE, text

FOUND = 60
"""So many entries a search shows."""

PLAIN = "/%:@!$&'()*+,;=-._~?"
"""What stands in an address as it is."""


class Front(Controller):
    """Pages for anybody."""

    path = "/"
    include_in_schema = False

    @get("/")
    async def start(self, request: Asking) -> Response[str]:
        """The start page."""
        games = [game(name, wanted(request)) for name in names()]
        return html(request, "start", {"games": games, "name": remembered_name(request)})

    @post("/tables")
    async def open(self, request: Asking, hall: TheHall) -> Response[str]:
        """Open a table, and go to the referee's page."""
        hall.gate.count("opening", caller(request))
        form = await request.form()
        played = game(said(form, "game") or names()[0], wanted(request))
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
        played = game(said(form, "game") or names()[0], wanted(request))
        name = person(remembered_name(request).strip() or played.referee)
        tokens = await opened(hall, opening(played, played.title, {}, name, example=True))
        return sent_to(request, f"/t/{tokens[0]}")

    @post("/language")
    async def language(self, request: Asking) -> Response[str]:
        """Switch to another language, and go on where one was."""
        form = await request.form()
        return see(back(request, said(form, "back")), [cookie(SWITCHED, said(form, "language")[:10], request)])

    @get("/rules/{name:str}")
    async def rules(self, request: Asking, name: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
        """Search a rulebook, or read it by section."""
        book = game(name, wanted(request))
        listed = book.book.search(q[:100]) if q.strip() else iter(book.book.entries().values())
        found = list(islice(listed, FOUND if q.strip() else None))
        return html(request, "rules", {"game": book, "q": q[:100], "found": found})

    @get("/rules/{name:str}/{id_:str}")
    async def rule(self, request: Asking, name: FromPath[str], id_: FromPath[str]) -> Response[str]:
        """One entry whole."""
        book = game(name, wanted(request))
        entries = book.book.entries()
        if id_ not in entries:
            raise Unknown("rule", id_[:100], nearest(id_[:100], entries), book.title)
        return html(request, "rule", {"game": book, "entry": entries[id_]})

    @get("/theme/{name:str}", media_type="text/css")
    async def theme(self, name: FromPath[str]) -> str:
        """The one colour that a game brings."""
        return theme(name.removesuffix(".css"))

    @get("/odds/{name:str}")
    async def odds(self, request: Asking, name: FromPath[str]) -> Response[str]:
        """The questions that a game answers."""
        asked = game(name, wanted(request))
        return html(request, "odds", _odds(asked))

    @get("/odds/{name:str}/{question:str}")
    async def chance(
        self, request: Asking, hall: TheHall, name: FromPath[str], question: FromPath[str]
    ) -> Response[str]:
        """The odds of one question, with what was given."""
        asked = game(name, wanted(request))
        inquiry = next((one for one in asked.odds.inquiries if one.name == question), None)
        if inquiry is None:
            raise Unknown("question", question[:60], nearest(question[:60], [one.name for one in asked.odds.inquiries]))
        known = [parameter.name for parameter in inquiry.parameters]
        given = {name: value[:200] for name, value in request.query_params.items() if name in known and value.strip()}
        goal = request.query_params.get("goal", "")
        context = {**_odds(asked), "inquiry": inquiry, "given": given, "goal": goal}
        if not request.query_params and any(parameter.default is None for parameter in inquiry.parameters):
            return html(request, "odds", context)
        hall.gate.count("reckoning", caller(request))
        phrases = web_phrases(asked.words.language)
        try:
            about = (asked.id, asked.words.language, question, given, goal)
            answer = await hall.pools.odds.run(caller(request), tasks.odds, *about)
        except (Unknown, Malformed, Undecidable) as problem:
            return html(request, "odds", {**context, "problem": reason(problem, phrases)}, status=400)
        except TooHard:
            return html(request, "odds", {**context, "problem": refused("too_hard", phrases)}, status=400)
        return html(request, "odds", {**context, "answer": answer})

    @get("/compare")
    async def compare(
        self, request: Asking, hall: TheHall, foes: FromQuery[int] = 3, level: FromQuery[int] = 1
    ) -> Response[str]:
        """The games side by side, as far as they are measured; the page asks again until it has them all."""
        hall.gate.count("looking", caller(request))
        foes, level = max(1, min(foes, MOST_FOES)), max(1, min(level, MOST_LEVEL))
        context = {"foes": foes, "level": level, "most_foes": MOST_FOES, "most_level": MOST_LEVEL}
        return html(request, "compare", {**context, "found": hall.comparisons.ask(foes, level)})

    @get("/character/{name:str}")
    async def character(
        self, hall: TheHall, request: Asking, name: FromPath[str], seed: FromQuery[int | None] = None
    ) -> Response[Any]:
        """A character made by chance; the same seed makes the same."""
        hall.gate.count("reckoning", caller(request))
        played = game(name, wanted(request))
        sheet = needed_characters(played).sheet
        number = secrets.randbelow(1_000_000) if seed is None else seed
        made = await hall.pools.characters.run(caller(request), tasks.character, played.id, number)
        return html(request, "character", {"game": played, "view": sheet(made), "seed": number})

    @get("/character/{name:str}/sheet.pdf")
    async def sheet(self, hall: TheHall, request: Asking, name: FromPath[str], seed: FromQuery[int]) -> Response[bytes]:
        """Its sheet on paper."""
        hall.gate.count("reckoning", caller(request))
        played = game(name, wanted(request))
        about = (played.id, played.words.language, seed)
        paper = await hall.pools.paper.run(caller(request), tasks.character_on_paper, *about)
        return Response(paper, media_type="application/pdf")

    @get("/character/{name:str}/character.json")
    async def document(
        self, hall: TheHall, request: Asking, name: FromPath[str], seed: FromQuery[int]
    ) -> Response[str]:
        """The character as a file, to be brought to a table."""
        hall.gate.count("reckoning", caller(request))
        about = (game(name).id, seed)
        return as_file(*await hall.pools.characters.run(caller(request), tasks.character_document, *about))

    @get("/qr/{token:str}")
    async def qr(self, hall: TheHall, request: Asking, token: FromPath[str]) -> Response[bytes]:
        """A link as a QR code."""
        visitor = await hall.visitor(request, token.removesuffix(".svg"))
        drawn = await hall.pools.qr_code(visitor.link.hash, hall.link(request, visitor.token))
        return Response(drawn, media_type="image/svg+xml")


def as_file(document: str, name: str) -> Response[str]:
    """A character in our own format as a file of that name."""
    called = "".join(c if c.isascii() and c.isalnum() else "-" for c in name).strip("-") or "character"
    headers = {"Content-Disposition": f'attachment; filename="{called}.json"'}
    return Response(document, media_type="application/json", headers=headers)


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


def back(request: Asking, where: str = "") -> str:
    """The address within this server that somebody comes from."""
    came = urlsplit(where or request.headers.get("referer", ""))
    if came.netloc not in {"", request.headers.get("host")}:
        return "/"
    path, query = f"/{quote(came.path.lstrip('/'), safe=PLAIN)}", quote(came.query, safe=PLAIN)
    return f"{path}?{query}" if query else path


def _named(request: Asking, name: str) -> list[Cookie]:
    return [remember_name(person(name), request)] if name.strip() else []


def _odds(asked: Game[Any]) -> dict[str, Any]:
    inquiry: Inquiry | None = None
    return {
        "game": asked,
        "inquiries": asked.odds.inquiries,
        "inquiry": inquiry,
        "given": {},
        "goal": "",
        "answer": None,
        "problem": "",
    }
