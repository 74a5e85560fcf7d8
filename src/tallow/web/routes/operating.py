"""For whoever operates a server: whether it can serve, for balancers, and its numbers, for Prometheus."""

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST

from tallow.web.process.metrics import exposition
from tallow.web.requests import Request, client_address
from tallow.web.services import ServicesDep


@get("/health", include_in_schema=False)
async def health(services: ServicesDep) -> Response[str]:
    """Answer 200 if the database answers; 503 with a sentence if it does not, or not soon."""
    await services.health.check()
    return Response("ok\n", media_type="text/plain")


@get("/metrics", include_in_schema=False)
async def numbers(request: Request, services: ServicesDep) -> Response[bytes]:
    """All numbers; of all workers, whichever of them is asked."""
    services.limiter.count("read", client_address(request))
    services.upkeep.measure()
    return Response(exposition(), media_type=CONTENT_TYPE_LATEST)
