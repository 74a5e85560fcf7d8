"""Check the dice of an archive."""

from litestar import Controller, Response, get, post

from tallow.store import Verified
from tallow.web.background import tasks
from tallow.web.language import preferred_language
from tallow.web.phrases import web_phrases
from tallow.web.process.limits import ARCHIVE
from tallow.web.requests import Request, client_address
from tallow.web.responses import render
from tallow.web.routes.uploads import checked, uploaded
from tallow.web.services import ServicesDep
from tallow.wording.phrases import Phrases

MOST_WRONG = 20
"""How many wrong dice are listed."""


class VerifyRoutes(Controller):
    """Routes of the page that checks an archive."""

    path = "/verify"
    include_in_schema = False

    @get("/")
    async def form(self, request: Request) -> Response[str]:
        """The form for an archive."""
        return render(request, "verify", {"told": ()})

    @post("/", request_max_body_size=ARCHIVE, status_code=200)
    async def verify(self, request: Request, services: ServicesDep) -> Response[str]:
        """Check every die that the server threw."""
        client = client_address(request)
        await services.count("open_table", client)
        async with uploaded(request, services) as path:
            found = await checked(services.pools.files.run(client, tasks.verify_archive, path))
        return render(request, "verify", {"told": _told(found, web_phrases(preferred_language(request)))})


def _told(found: Verified, phrases: Phrases) -> list[str]:
    told = [phrases.say("verify.checked", n=found.checked)]
    if found.secret:
        told.append(phrases.say("verify.secret", n=found.secret))
    wrong = len(found.wrong) + found.more
    told.append(phrases.say("verify.wrong", n=wrong) if wrong else phrases.say("verify.right"))
    return [*told, *found.wrong[:MOST_WRONG]]
