"""Documents from elsewhere: bounded, typed, and refused with the name of the field that is wrong."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

MOST_BYTES = 1_000_000
MOST_NAME = 80
MOST_TEXT = 20_000

T = TypeVar("T")


class BadDocument(ValueError):
    """A document that cannot be read: which field of it, and what is wrong there."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}" if field else why)
        self.field, self.why = field, why


class Lost(Struct, frozen=True):
    """Something that has no place where it was to go: its field, and what stood there."""

    field: str
    what: str

    def __str__(self) -> str:
        return f"{self.field}: {self.what}"


class Format(Struct, frozen=True):
    """How characters of one game are written and read: `write(character) -> text`, `read(text) -> character, lost`."""

    suffix: str
    write: Callable[[Any], str]
    read: Callable[[str], tuple[Any, tuple[Lost, ...]]]
    mine: Callable[[Any], bool]


# ---------------------------------------------------------------- reading JSON


def text_of(document: str | bytes) -> str:
    """A document as text, if it is not absurdly long."""
    size = len(document) if isinstance(document, bytes) else len(document.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        raise BadDocument("", f"the document has more than {MOST_BYTES:,} bytes, as no character has")
    if isinstance(document, str):
        return document
    try:
        return document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadDocument("", f"the document is not text in UTF-8 (byte {error.start + 1})") from error


def parsed(text: str, what: str = "the document") -> Any:
    """JSON as plain values."""
    try:
        return msgspec.json.decode(text)
    except RecursionError as error:
        raise BadDocument("", f"{what} is nested too deeply") from error
    except msgspec.MsgspecError as error:
        raise BadDocument("", f"{what} is not JSON: {error}") from error
    except UnicodeError as error:
        raise BadDocument("", f"{what} is not text in UTF-8") from error


def typed(value: Any, into: type[T], at: str = "", *, strict: bool = True) -> T:
    """Plain values as a struct; the field that does not fit is named."""
    try:
        return msgspec.convert(value, into, strict=strict)
    except RecursionError as error:
        raise BadDocument(at, "it is nested too deeply") from error
    except (msgspec.ValidationError, OverflowError) as error:
        said, _, where = str(error).partition(" - at `$")
        field = ".".join(part for part in (at, where.rstrip("`").removeprefix(".")) if part)
        raise BadDocument(field, _plainly(said)) from error


_MISSING = re.compile(r"Object missing required field `(.+)`")


def _plainly(said: str) -> str:
    if missing := _MISSING.fullmatch(said):
        return f'"{missing[1]}" is missing'
    words = {"`int`": "a whole number", "`str`": "text", "`bool`": "true or false", "`array`": "a list"}
    words |= {"`object`": "an object", "`null`": "nothing", "`float`": "a number with a fraction"}
    for code, word in words.items():
        said = said.replace(code, word)
    return said[:1].lower() + said[1:]


# ---------------------------------------------------------------- names and texts


def name_of(text: str, field: str) -> str:
    """A name: one line of text, short, without markup."""
    name = " ".join(text.split())
    if not name:
        raise BadDocument(field, "a name is missing")
    if len(name) > MOST_NAME:
        raise BadDocument(field, f"a name has at most {MOST_NAME} characters, not {len(name)}")
    if "<" in name or ">" in name or name != clean(name):
        raise BadDocument(field, "a name is plain text, without markup or control characters")
    return name


def prose_of(text: str | None, field: str) -> str:
    """Text of several lines, without what cannot be shown."""
    if text is None:
        return ""
    if len(text) > MOST_TEXT:
        raise BadDocument(field, f"at most {MOST_TEXT:,} characters, not {len(text):,}")
    return clean(text).strip()


_TURN = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")


def clean(text: str) -> str:
    """Text without controls, lone surrogates, and marks that turn the direction of writing."""
    told = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(c for c in told if c == "\n" or (unicodedata.category(c) not in {"Cc", "Cs"} and c not in _TURN))


class _Plain(HTMLParser):
    """Markup to plain text: a line for each block; what scripts and styles say is dropped."""

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
    """What a page of markup says, as text."""
    parser = _Plain()
    parser.feed(markup)
    parser.close()
    lines = [" ".join(line.split()) for line in "".join(parser.parts).split("\n")]
    return "\n".join(line for line in lines if line)


# ---------------------------------------------------------------- what was lost


def differences(before: Any, after: Any, at: str = "", *, but: frozenset[str] = frozenset()) -> Iterator[Lost]:
    """What of `before` is no longer so in `after`, field by field; fields in `but` are passed over."""
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
