"""A character made by chance, as a page, on paper and as a file. The same seed makes the same character."""

import secrets

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery

from tallow.games import game
from tallow.games.optional import needed_characters
from tallow.web.background import tasks
from tallow.web.language import preferred_language
from tallow.web.requests import Request, client_address
from tallow.web.responses import character_file, render
from tallow.web.services import ServicesDep


class CharacterRoutes(Controller):
    """Routes of a character made by chance."""

    path = "/character/{name:str}"
    include_in_schema = False

    @get("/")
    async def character(
        self, request: Request, services: ServicesDep, name: FromPath[str], seed: FromQuery[int | None] = None
    ) -> Response[str]:
        """The character's sheet."""
        client = client_address(request)
        services.limiter.count("compute", client)
        played = game(name, preferred_language(request))
        sheet = needed_characters(played).sheet
        number = secrets.randbelow(1_000_000) if seed is None else seed
        made = await services.pools.characters.run(client, tasks.character, played.id, number)
        return render(request, "character", {"game": played, "panels": sheet(made).panels, "seed": number})

    @get("/sheet.pdf")
    async def pdf(
        self, request: Request, services: ServicesDep, name: FromPath[str], seed: FromQuery[int]
    ) -> Response[bytes]:
        """The sheet on paper."""
        client = client_address(request)
        services.limiter.count("compute", client)
        played = game(name, preferred_language(request))
        about = (played.id, played.words.language, seed)
        paper = await services.pools.paper.run(client, tasks.character_pdf, *about)
        return Response(paper, media_type="application/pdf")

    @get("/character.json")
    async def document(
        self, request: Request, services: ServicesDep, name: FromPath[str], seed: FromQuery[int]
    ) -> Response[str]:
        """The character as a file, to be brought to a table."""
        client = client_address(request)
        services.limiter.count("compute", client)
        about = (game(name).id, seed)
        return character_file(*await services.pools.characters.run(client, tasks.character_document, *about))
