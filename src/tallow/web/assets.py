"""Static files: style sheets by component, sent as one, and scripts, sent as they are.

They are served from a folder whose name is a hash of all of them, `/static/<version>/`, so that browsers can cache them
for good. What a script imports or a style sheet refers to is found beside it, in the same version.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).parent / "static"

SHEETS = (
    "tokens",
    "base",
    "controls",
    "plain",
    "start",
    "join",
    "rules",
    "odds",
    "character",
    "compare",
    "rehearse",
    "table",
    "dying",
    "guide",
    "bar",
    "tabs",
    "notices",
    "blocks",
    "chart",
    "bands",
    "map",
    "slots",
    "sheet",
    "scene",
    "cards",
    "edit",
    "actions",
    "question",
    "answers",
    "now",
    "now-height",
    "vitals",
    "dice-pad",
    "dice",
    "log",
    "desk",
    "foot",
    "replay",
    "dialogs",
    "languages",
)
"""The style sheets in `static/css`, in order: of two rules of the same specificity the later one holds."""


@cache
def version() -> str:
    """A hash of all static files."""
    found = sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        found.update(path.relative_to(STATIC).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:8]


def folder() -> str:
    """The path of the folder that static files are served from."""
    return f"/static/{version()}"


@cache
def stylesheet() -> str:
    """All style sheets as one, since a browser shows a page only once it has them."""
    return "\n".join((STATIC / "css" / f"{name}.css").read_text("utf-8") for name in SHEETS)


@cache
def modules() -> tuple[str, ...]:
    """The names of the scripts that are ES modules. Pages preload them all, not each when another imports it."""
    return tuple(sorted(path.stem for path in (STATIC / "js").glob("*.js") if path.stem != BEFORE))


BEFORE = "before-paint"
"""The script that is no module: it runs before a page is first shown."""
