"""Style sheets, scripts, fonts and pictures."""

from litestar import get
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from tallow.games import game
from tallow.web.assets import STATIC, folder, stylesheet

static_files = create_static_files_router("/static", [STATIC])
versioned_files = create_static_files_router(folder(), [STATIC], name="static-version")


@get(f"{folder()}/css/tallow.css", media_type="text/css", include_in_schema=False)
async def styles() -> str:
    """All style sheets as one, in the folder that they are in, so that what they refer to is found."""
    return stylesheet()


@get("/theme/{name:str}", media_type="text/css", include_in_schema=False)
async def theme(name: FromPath[str]) -> str:
    """The colour of a game: `<game>.css`."""
    chosen = game(name.removesuffix(".css")).theme
    return f":root{{--accent:light-dark({chosen.accent},{chosen.accent_dark})}}"
