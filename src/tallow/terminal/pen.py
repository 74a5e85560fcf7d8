"""The capabilities of a terminal (width, colour, characters) and its language."""

import os
import shutil
from collections.abc import Sequence
from copy import copy
from typing import TextIO

from tallow.terminal.phrases import terminal_phrases
from tallow.wording.columns import columns, wrapped

WIDEST = 100


class Pen:
    """Formats text for one terminal, or plainly for a pipe."""

    def __init__(
        self, *, width: int = 80, colour: bool = False, shapes: bool = True, accent: str = "", language: str = "en"
    ) -> None:
        self.width = width
        self.colour = colour
        self.shapes = shapes
        self.phrases = terminal_phrases(language)
        self.say, self.chance = self.phrases.say, self.phrases.chance
        self._accent = _foreground(accent) if accent else "1"

    def narrower(self, less: int) -> "Pen":
        """The same pen for a part that is narrower by so many columns."""
        part = copy(self)
        part.width = self.width - less
        return part

    def _mark(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def strong(self, text: str) -> str:
        """Names, headings, current values."""
        return self._mark("1", text)

    def faint(self, text: str) -> str:
        """What may be skipped: dice, maxima, ids."""
        return self._mark("2", text)

    def accent(self, text: str) -> str:
        """The game's own colour."""
        return self._mark(self._accent, text)

    def bad(self, text: str) -> str:
        """Harm and conditions."""
        return self._mark("31", text)

    def shape(self, drawn: str, plain: str) -> str:
        """A shape if the terminal can show it, otherwise its plain form."""
        return drawn if self.shapes else plain

    def rule(self, title: str = "", note: str = "") -> str:
        """A line across, with a title in it."""
        line = self.shape("─", "-")
        head = f"{line * 2} {title} " if title else ""
        tail = f" {note} {line}" if note else ""
        middle = line * max(2, self.width - columns(head) - columns(tail))
        if not title:
            return self.faint(middle + tail)
        return f"{self.faint(line * 2)} {self.accent(self.strong(title))} {self.faint(middle + tail)}"

    def wrap(self, text: str, indent: int = 0, hang: int | None = None) -> list[str]:
        """Text wrapped to the width; `hang` indents all lines but the first."""
        first, rest = " " * indent, " " * (indent if hang is None else hang)
        lines: list[str] = []
        for paragraph in text.splitlines() or [""]:
            lines += wrapped(paragraph, max(20, self.width), rest if lines else first, rest) or [""]
        return lines

    def flow(self, parts: Sequence[tuple[str, str]], indent: int = 0, hang: int = 2, gap: str = "   ") -> list[str]:
        """Pieces side by side, as many as fit on a line; each is (plain, painted). `hang` indents all but the first."""
        lines: list[str] = []
        line, used = "", 0
        for plain, painted in parts:
            if line and used + len(gap) + columns(plain) > self.width:
                lines.append(line)
                line = ""
            if line:
                line, used = line + gap + painted, used + len(gap) + columns(plain)
            else:
                before = hang if lines else indent
                line, used = " " * before + painted, before + columns(plain)
        return [*lines, line] if line else lines


def _foreground(hex_colour: str) -> str:
    red, green, blue = (int(hex_colour[at : at + 2], 16) for at in (1, 3, 5))
    if os.environ.get("COLORTERM") in {"truecolor", "24bit"}:
        return f"38;2;{red};{green};{blue}"
    level = [round(part / 255 * 5) for part in (red, green, blue)]
    return f"38;5;{16 + 36 * level[0] + 6 * level[1] + level[2]}"


def pen_for(stream: TextIO, accent: str = "", language: str = "en") -> Pen:
    """A pen for a stream: colour and width of a terminal, or eighty plain columns for a pipe."""
    terminal = stream.isatty()
    columns = os.environ.get("COLUMNS", "")
    width = shutil.get_terminal_size((80, 24)).columns if terminal else int(columns) if columns.isdecimal() else 80
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    encoding = (getattr(stream, "encoding", "") or "utf-8").casefold().replace("-", "")
    return Pen(
        width=max(30, min(width, WIDEST)),
        colour=terminal and not plain,
        shapes=encoding.startswith("utf"),
        accent=accent,
        language=language,
    )
