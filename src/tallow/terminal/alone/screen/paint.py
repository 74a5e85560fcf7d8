"""From the terminal's own lines to what Textual draws: styles by the theme, dark and light."""

import re

from textual.content import Content
from textual.theme import Theme

from tallow.games import Game
from tallow.terminal.pen import Pen

DARK, LIGHT = "tallow-dark", "tallow-light"

MARKED = re.compile(r"\x1b\[([\d;]*)m")
STYLES = {"1": "bold", "2": "$soft", "31": "$text-error"}
"""The styles of a pen's marks; all other marks are the game's colour."""

GROUND = {"dark": "#131519", "light": "#faf6ec"}
RAISED = {"dark": "#1a1d23", "light": "#fffdf7"}
PRESSED = {"dark": "#242830", "light": "#efe8d8"}
LINE = {"dark": "#2c313a", "light": "#ddd4c0"}
INK = {"dark": "#ebe5d8", "light": "#211e19"}
SOFT = {"dark": "#b3ab9c", "light": "#5d564a"}
ON_ACCENT = {"dark": "#15130d", "light": "#fffdf7"}
BAD = {"dark": "#f08a6c", "light": "#a2321a"}


def themes(game: Game[object]) -> tuple[Theme, Theme]:
    """A candle on slate and ink on paper, both with the game's colour."""
    return _theme(DARK, "dark", game.theme.accent_dark), _theme(LIGHT, "light", game.theme.accent)


def _theme(name: str, kind: str, accent: str) -> Theme:
    own = {
        "line": LINE[kind],
        "soft": SOFT[kind],
        "on-accent": ON_ACCENT[kind],
        "text-error": BAD[kind],
        "scrollbar": LINE[kind],
        "scrollbar-background": GROUND[kind],
        "scrollbar-hover": SOFT[kind],
    }
    return Theme(
        name=name,
        primary=accent,
        accent=accent,
        error=BAD[kind],
        foreground=INK[kind],
        background=GROUND[kind],
        surface=RAISED[kind],
        panel=PRESSED[kind],
        dark=kind == "dark",
        variables=own,
    )


def screen_pen(width: int, game: Game[object]) -> Pen:
    """A pen for a part of the screen that is so wide."""
    return Pen(width=width, colour=True, accent=game.theme.accent_dark, language=game.words.language)


def painted(line: str) -> Content:
    """A line of a pen with the styles of its marks."""
    parts: list[tuple[str, str]] = []
    style: list[str] = []
    for at, piece in enumerate(MARKED.split(line)):
        if at % 2 == 0:
            if piece:
                parts.append((piece, " ".join(style)))
        elif piece == "0":
            style.clear()
        else:
            style.append(STYLES.get(piece, "$primary"))
    return Content.assemble(*parts)
