"""The width of text in columns of a terminal, and where lines may break. Japanese letters take two columns."""

import re
import textwrap
import unicodedata
from functools import lru_cache

_WIDE = re.compile(r"[\u1100-\U000e0000]")
_NEVER_FIRST = frozenset("、。，．・：；！？」』）】〉》〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…,.:;!?)]}%")
_NEVER_LAST = frozenset("「『（【〈《〔([{")


def columns(text: str) -> int:
    """How many columns of a terminal text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(letter) else 2 if _wide(letter) else 1 for letter in text)


@lru_cache(10_000)
def _wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in {"W", "F"}


def padded(text: str, width: int) -> str:
    """Text, padded with spaces to a width."""
    return text + " " * max(0, width - columns(text))


def wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """A paragraph wrapped to a width, with an indent for the first line and one for the rest."""
    if not _WIDE.search(text):
        return textwrap.wrap(
            text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
        )
    start = text.lstrip()
    lines, line, gap = [], first + text[: len(text) - len(start)], ""
    for part in _parts(start):
        if part.isspace():
            gap = part if line.strip() else ""
        elif not line.strip() or columns(line + gap + part) <= width:
            line, gap = line + gap + part, ""
        else:
            lines.append(line)
            line, gap = rest + part, ""
    return [*lines, line]


def _parts(text: str) -> list[str]:
    """The parts between which a line may break: words, spaces, and single letters that are wide."""
    parts: list[str] = []
    for letter in text:
        last = parts[-1] if parts else ""
        joins = (
            bool(last)
            and last.isspace() == letter.isspace()
            and (
                letter in _NEVER_FIRST
                or last[-1] in _NEVER_LAST
                or not (_wide(letter) or _wide(last[-1]))
                or letter.isspace()
            )
        )
        if joins:
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts
