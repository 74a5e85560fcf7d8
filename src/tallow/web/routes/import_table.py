"""Continue a table from an archive."""

from litestar import Response, post

from tallow.web.background import tasks
from tallow.web.live.links import first_links
from tallow.web.process.limits import ARCHIVE
from tallow.web.requests import Request, client_address
from tallow.web.responses import redirect
from tallow.web.routes.uploads import checked, uploaded
from tallow.web.services import ServicesDep


@post("/import", request_max_body_size=ARCHIVE, include_in_schema=False)
async def import_table(request: Request, services: ServicesDep) -> Response[str]:
    """Add the table in an archive to this server, under links of its own, and go to the referee's page."""
    client, links = client_address(request), first_links()
    await services.count("open_table", client)
    async with uploaded(request, services) as path:
        await checked(services.pools.files.run(client, tasks.import_archive, services.rooms.store_url, path, links))
    return redirect(request, f"/t/{links[0].token}")
