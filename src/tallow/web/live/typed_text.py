"""Text that people type at a table: cleaned, and within limits."""

import unicodedata

from tallow.table import TableRefusal

NAME = 40
TITLE = 100
REMARK = 500
"""The most characters of a person's name, a table's title, and a remark to the table."""

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def clean_text(given: str, most: int, *, lines: bool = False) -> str:
    """Text without control characters; refused when it is empty or longer than `most`. `lines` keeps line breaks."""
    kept = "".join(
        letter
        for letter in unicodedata.normalize("NFC", given)
        if (letter == "\n" and lines) or (unicodedata.category(letter) not in {"Cc", "Cs"} and letter not in _BIDI)
    ).strip()
    if not kept:
        raise TableRefusal("empty")
    if len(kept) > most:
        raise TableRefusal("too_long", len(kept), most)
    return kept


def clean_name(given: str) -> str:
    """A person's name, cleaned."""
    return clean_text(given, NAME)
