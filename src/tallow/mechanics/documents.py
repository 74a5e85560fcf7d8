"""Documents from outside: limited in size, checked by type, and refused with the name of the wrong field."""

import re
import unicodedata
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

MOST_BYTES = 1_000_000
MOST_NAME = 80
MOST_TEXT = 20_000

T = TypeVar("T")


class BadDocument(ValueError):
    """A document that cannot be read: the field, and what is wrong with it."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}" if field else why)
        self.field, self.why = field, why


class Lost(Struct, frozen=True):
    """Something that the target format has no field for: where it was, and its value."""

    field: str
    what: str

    def __str__(self) -> str:
        return f"{self.field}: {self.what}"


def text_of(document: str | bytes) -> str:
    """A document as text; `BadDocument` if it is too long or not UTF-8."""
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
    """Decode JSON to plain values; `what` names the document in errors."""
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
    except (RecursionError, msgspec.ValidationError, OverflowError) as error:
        raise misfit(error, at) from error


def misfit(error: BaseException, at: str = "") -> BadDocument:
    """The fault of a document that does not fit its struct, with the name of the field."""
    if isinstance(error, RecursionError):
        return BadDocument(at, "it is nested too deeply")
    said, _, where = str(error).partition(" - at `$")
    field = ".".join(part for part in (at, where.rstrip("`").removeprefix(".")) if part)
    if unknown := _UNKNOWN.fullmatch(said):
        return BadDocument(field, f'there is no "{unknown[1][:60]}"')
    return BadDocument(field, plainly(said))


_MISSING = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.+)`", re.DOTALL)


def plainly(said: str) -> str:
    """What msgspec says of a value that does not fit, in plain words."""
    if missing := _MISSING.fullmatch(said):
        return f'"{missing[1]}" is missing'
    words = {"`int`": "a whole number", "`str`": "text", "`bool`": "true or false", "`array`": "a list"}
    words |= {"`object`": "an object", "`null`": "nothing", "`float`": "a number with a fraction"}
    for code, word in words.items():
        said = said.replace(code, word)
    return said[:1].lower() + said[1:]


def name_of(text: str, field: str) -> str:
    """A name, with its white space normalised; `BadDocument` if it is empty, too long or has markup."""
    name = " ".join(text.split())
    if not name:
        raise BadDocument(field, "a name is missing")
    if len(name) > MOST_NAME:
        raise BadDocument(field, f"a name has at most {MOST_NAME} characters, not {len(name)}")
    if "<" in name or ">" in name or name != clean(name):
        raise BadDocument(field, "a name is plain text, without markup or control characters")
    return name


def prose_of(text: str | None, field: str) -> str:
    """Text of several lines, without characters that cannot be shown."""
    if text is None:
        return ""
    if len(text) > MOST_TEXT:
        raise BadDocument(field, f"at most {MOST_TEXT:,} characters, not {len(text):,}")
    return clean(text).strip()


_TURN = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")


def clean(text: str) -> str:
    """Text without control characters, lone surrogates and marks that change the direction of writing."""
    told = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(c for c in told if c == "\n" or (unicodedata.category(c) not in {"Cc", "Cs"} and c not in _TURN))
