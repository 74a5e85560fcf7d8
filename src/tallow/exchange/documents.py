"""Formats of other tools: how documents are written and read, and what is lost between them."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import msgspec
from msgspec import Struct

from tallow.mechanics.documents import Lost


class Format(Struct, frozen=True):
    """A format: `write(character)` returns text, `read(text)` a character and what was lost.

    `mine(value)` says whether plain values, or a text, look like this format.
    """

    suffix: str
    write: Callable[[Any], str]
    read: Callable[[str], tuple[Any, tuple[Lost, ...]]]
    mine: Callable[[Any], bool]


class _Plain(HTMLParser):
    """Converts HTML to plain text: a line for each block element, without scripts and styles."""

    BLOCKS = frozenset("p div br li h1 h2 h3 h4 h5 h6 tr ul ol blockquote hr section article".split())  # noqa: SIM905
    SILENT = frozenset(("script", "style"))

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self._silent += tag in self.SILENT
        if tag in self.BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in self.SILENT and self._silent > 0
        if tag in self.BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)


def plain(markup: str) -> str:
    """The text of an HTML fragment."""
    parser = _Plain()
    parser.feed(markup)
    parser.close()
    lines = [" ".join(line.split()) for line in "".join(parser.parts).split("\n")]
    return "\n".join(line for line in lines if line)


def differences(before: Any, after: Any, at: str = "", *, but: frozenset[str] = frozenset()) -> Iterator[Lost]:
    """The fields of `before` that differ in `after`; fields in `but` are ignored."""
    if before == after:
        return
    if isinstance(before, Struct) and type(before) is type(after):
        for name in before.__struct_fields__:
            if name not in but:
                yield from differences(getattr(before, name), getattr(after, name), f"{at}.{name}".lstrip("."), but=but)
    elif isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after) and _structs(before):
        for one, other in zip(before, after, strict=True):
            yield from differences(one, other, f"{at} ({getattr(one, 'name', '') or '…'})", but=but)
    elif isinstance(before, tuple) and isinstance(after, tuple):
        yield Lost(at, _said(tuple(one for one in before if one not in after) or before))
    else:
        yield Lost(at, _said(before))


def _structs(values: tuple[Any, ...]) -> bool:
    return bool(values) and all(isinstance(value, Struct) for value in values)


def _said(value: Any) -> str:
    if isinstance(value, Struct):
        if name := getattr(value, "name", ""):
            return str(name)
        return ", ".join(f"{name} {_said(kept)}" for name, kept in msgspec.structs.asdict(value).items() if kept)
    if isinstance(value, tuple):
        return "; ".join(" ".join(map(str, one)) if isinstance(one, tuple) else _said(one) for one in value) or "none"
    return str(value) if value != "" else "none"
