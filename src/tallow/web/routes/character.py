"""A character made by chance and by taps: as a page, on paper, as a file, and at a table of its own.

The same seed with the same choices makes the same character.
"""

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from tallow.games import Game, game
from tallow.games.optional import documents_of, needed_characters
from tallow.play import Choice, Writing
from tallow.simulate.chosen_answers import OWN, WRITTEN, Asked, marked
from tallow.web import actions
from tallow.web.adventures import offered, playable
from tallow.web.background import tasks
from tallow.web.language import preferred_language
from tallow.web.live.typed_text import clean_name
from tallow.web.phrases import web_phrases
from tallow.web.requests import Request, client_address, remembered_name, seat_cookie, year_cookie
from tallow.web.responses import character_file, redirect, render
from tallow.web.services import ServicesDep
from tallow.wording.speech import Speech, upper

SEEDS = 1_000_000
LONGEST = 100
"""The longest answer that is read."""

MOST_CHOICES = 40
FEW = 4
"""So many options, if they are short, stand side by side; more are a list to open."""

SHORT = 34


class Part(Struct, frozen=True):
    """A decision of making a character: what is asked, its options with their marks, and which of them is taken.

    `own` is the field for words of one's own, "" if there are none to write, and `written` is what stands in it.
    """

    key: str
    asked: str
    options: list[tuple[str, str]]
    mark: str
    own: str
    written: str

    @property
    def few(self) -> bool:
        """Whether its options stand side by side."""
        return len(self.options) <= FEW and all(len(said) <= SHORT for _, said in self.options)


class CharacterRoutes(Controller):
    """Routes of making a character."""

    path = "/character/{name:str}"
    include_in_schema = False

    @get("/")
    async def character(self, request: Request, services: ServicesDep, name: FromPath[str]) -> Response[str]:
        """The character's sheet, with all that can be chosen. Without a seed one is drawn."""
        client = client_address(request)
        await services.count("compute", client)
        played = game(name, preferred_language(request))
        sheet = needed_characters(played).sheet
        seed, chosen = wanted(request.query_params)
        made, asked = await services.pools.characters.run(client, tasks.character, played.id, seed, chosen)
        speech = Speech(played)
        context = {
            "game": played,
            "panels": sheet(made).panels,
            "seed": seed,
            "parts": parts(asked, chosen, speech),
            "query": urlencode({"seed": seed, **chosen}),
            "kept": urlencode(chosen),
            "chosen": chosen,
            "adventure": next(iter(offered([played])), None) if can_be_played(played) else None,
        }
        return render(request, "character", context)

    @get("/sheet.pdf")
    async def pdf(self, request: Request, services: ServicesDep, name: FromPath[str]) -> Response[bytes]:
        """The sheet on paper."""
        client = client_address(request)
        await services.count("compute", client)
        played = game(name, preferred_language(request))
        about = (played.id, played.words.language, *wanted(request.query_params))
        paper = await services.pools.paper.run(client, tasks.character_pdf, *about)
        return Response(paper, media_type="application/pdf")

    @get("/character.json")
    async def document(self, request: Request, services: ServicesDep, name: FromPath[str]) -> Response[str]:
        """The character as a file, to be brought to a table."""
        client = client_address(request)
        await services.count("compute", client)
        about = (game(name).id, *wanted(request.query_params))
        return character_file(*await services.pools.characters.run(client, tasks.character_document, *about))

    @post("/play")
    async def play(self, request: Request, services: ServicesDep, name: FromPath[str]) -> Response[str]:
        """Open a table without a referee for the game's first adventure, with this character, and go to its page."""
        client = client_address(request)
        await services.count("open_table", client)
        played = game(name, preferred_language(request))
        about = (played.id, *wanted({key: str(value) for key, value in (await request.form()).multi_items()}))
        document, _ = await services.pools.characters.run(client, tasks.character_document, *about)
        nameless = web_phrases(played.words.language).say("play.player")
        who = clean_name(remembered_name(request).strip() or nameless)
        place = offered([played])[0].document
        own, table = await actions.open_adventure(services, played, place, who, ready=False)
        await actions.bring_character(services, await services.visitor(request, own), "", document)
        return redirect(request, f"/t/{own}", [year_cookie(seat_cookie(table), own, request)])


def wanted(given: Mapping[str, str]) -> tuple[int, dict[str, str]]:
    """The seed and the choices of a query or a form, within bounds."""
    seed = given.get("seed", "")
    number = int(seed) if seed.isdecimal() and len(seed) < LONGEST else secrets.randbelow(SEEDS)
    choices = [(key[:LONGEST], value.strip()[:LONGEST]) for key, value in given.items() if key != "seed"]
    return number, dict([(key, value) for key, value in choices if value][:MOST_CHOICES])


def can_be_played(played: Game[Any]) -> bool:
    """Whether a character of this game can set out at once, without a referee."""
    return documents_of(played) is not None and any(one.id == played.id for one in playable(played.words.language))


def parts(asked: list[Asked], chosen: Mapping[str, str], speech: Speech) -> list[Part]:
    """What can be chosen, in words. A text that belongs to a choice is its field, not a part of its own."""
    made = []
    for one in asked:
        question, written = one.question, chosen.get(WRITTEN + one.key, "")
        said = speech.asked(question)
        if isinstance(question, Writing):
            made.append(Part(one.key, said, [], "", WRITTEN + one.key, written))
            continue
        options = [(marked(option), option_said(speech, question, option)) for option in question.options]
        listed = [(mark, words) for mark, words in options if mark not in OWN]
        own = WRITTEN + one.key if len(listed) < len(options) else ""
        made.append(Part(one.key, said, listed, one.mark, own, written))
    return made


def option_said(speech: Speech, question: Choice, option: Any) -> str:
    """An option in words, with a capital."""
    return upper(speech.option(question, option))
