"""What pages are made of besides HTML: style sheets by component, sent as one, and scripts, sent as they are.

All of it is sent from a folder that is named for what is in it, `/static/<version>/`, so browsers may keep it for good:
what a script imports or a style sheet refers to is found beside it, in the same version.
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
    "compare",
    "rehearse",
    "table",
    "bar",
    "tabs",
    "notices",
    "blocks",
    "chart",
    "map",
    "slots",
    "sheet",
    "scene",
    "cards",
    "actions",
    "question",
    "dice-pad",
    "dice",
    "log",
    "desk",
    "foot",
    "replay",
    "dialogs",
    "languages",
)
"""The style sheets in `static/css`. Of two rules that weigh the same, the one in the later sheet holds."""


@cache
def version() -> str:
    """Changes when anything does that pages are made of."""
    found = sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        found.update(path.relative_to(STATIC).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:8]


def folder() -> str:
    """Where a page finds them."""
    return f"/static/{version()}"


@cache
def stylesheet() -> str:
    """All style sheets as one: a page waits for it before it is shown, and asks but once."""
    return "\n".join((STATIC / "css" / f"{name}.css").read_text("utf-8") for name in SHEETS)


@cache
def modules() -> tuple[str, ...]:
    """The scripts that are modules: a page asks for all at once, not for each when another imports it."""
    return tuple(sorted(path.stem for path in (STATIC / "js").glob("*.js") if path.stem != BEFORE))


BEFORE = "before-paint"
"""The script that is no module: a page waits for it before it is shown."""
