"""A story in the formats that it is written in: plain text, Markdown, and a page of HTML that needs nothing else."""

import re
from collections.abc import Callable, Mapping
from html import escape
from importlib.resources import files
from types import MappingProxyType

from tallow.wording.chronicle.chronicle import Chronicle, Passage
from tallow.wording.columns import columns, wrapped

WIDTH = 80
"""Columns of plain text."""

_MARKS = re.compile(r"([\\`*_\[\]<>#|~])")
_LIST = re.compile(r"^(\s*\d*)([-+.)])(?=\s)")

STYLE = (files(__package__) / "story.css").read_text("utf-8")
"""How the story looks as a page."""


def as_text(story: Chronicle) -> str:
    """The story as plain text, wrapped to eighty columns."""
    lines = [*wrapped(story.title, WIDTH, "", ""), "=" * min(WIDTH, columns(story.title)), ""]
    lines += wrapped(story.about, WIDTH, "", "")
    for at, scene in enumerate(story.scenes):
        lines += ["", f"{'* * *':^{WIDTH}}".rstrip()] * bool(at)
        for paragraph in scene:
            lines.append("")
            for passage in paragraph:
                said = f"{_plain(passage)}  [{passage.dice}]".lstrip() if passage.dice else _plain(passage)
                marked = ["", *wrapped(f"† {said}", WIDTH, "    ", "      "), ""]
                lines += marked if passage.grave else _lines(said)
    return _without_gaps(lines)


def _lines(said: str) -> list[str]:
    """What is told in several lines stays so."""
    return [line for part in said.splitlines() for line in wrapped(part, WIDTH, "", "  ")]


def as_markdown(story: Chronicle) -> str:
    """The story as Markdown: a line for each sentence, its dice in code, what is grave quoted."""
    lines = [f"# {_markdown(story.title)}", "", f"*{_markdown(story.about)}*"]
    for at, scene in enumerate(story.scenes):
        lines += ["", "* * *"] * bool(at)
        for paragraph in scene:
            lines.append("")
            for passage in paragraph:
                said = "".join([f"**{_markdown(text)}**" if name else _markdown(text) for text, name in passage.parts])
                said = _LIST.sub(r"\1\\\2", said).replace("\n", "  \n")
                said += f" `{passage.dice}`" if passage.dice else ""
                lines += ["", f"> † {said}", ""] if passage.grave else [f"{said}  "]
    return _without_gaps(lines)


def _markdown(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def as_html(story: Chronicle) -> str:
    """The story as a page of its own."""
    title = escape(story.title)
    lines = [
        f'<!doctype html>\n<html lang="{story.language}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
        f"<p><em>{escape(story.about)}</em></p>",
    ]
    for at, scene in enumerate(story.scenes):
        lines += ["<hr>"] * bool(at) + ["<section>"]
        for paragraph in scene:
            lines += _html(paragraph)
        lines.append("</section>")
    return "\n".join([*lines, "</body>\n</html>\n"])


def _html(paragraph: tuple[Passage, ...]) -> list[str]:
    """A paragraph as elements: what is grave is one of its own."""
    lines: list[str] = []
    together: list[str] = []
    for passage in paragraph:
        said = "".join([f"<b>{escape(text)}</b>" if name else escape(text) for text, name in passage.parts])
        said = said.replace("\n", "<br>\n")
        said += f" <small>{escape(passage.dice)}</small>" if passage.dice else ""
        if not passage.grave:
            together.append(said)
            continue
        lines += _together(together)
        together = []
        lines.append(f'<p class="grave">{said}</p>')
    return [*lines, *_together(together)]


def _together(said: list[str]) -> list[str]:
    return ["<p>" + "<br>\n".join(said) + "</p>"] if said else []


def _plain(passage: Passage) -> str:
    return "".join([text for text, _ in passage.parts])


def _without_gaps(lines: list[str]) -> str:
    """Lines as text, with one empty line where there are several."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


FORMATS: Mapping[str, Callable[[Chronicle], str]] = MappingProxyType(
    {"text": as_text, "markdown": as_markdown, "html": as_html}
)
"""By name: what writes a story in that format."""
