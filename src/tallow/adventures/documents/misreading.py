"""What is wrong with the shape of a document, in words of people who write one: the place, and the nearest names."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from tallow.adventures.documents.document import Document
from tallow.mechanics.documents import BadDocument, plainly
from tallow.mechanics.suggestions import nearest

_PATH = re.compile(r"\$((?:\.[a-z_]+(?:\[(?:\d+|\.\.\.)\])*)+)")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(\w+)`")
_VALUE = re.compile(r"Invalid (?:enum )?value '(.*)'")


def misread(raw: bytes, said: str) -> BadDocument:
    """What msgspec found wrong, with the id of the part where it stands and what may have been meant."""
    found = _PATH.search(said)
    what = said.split(" - at ", maxsplit=1)[0]
    path = found[1].removeprefix(".") if found else ""
    plain = msgspec.toml.decode(raw)
    return BadDocument(_place(path, plain), _in_words(what, path, plain))


def _place(path: str, plain: Any) -> str:
    """The path with the id of its part instead of a number."""
    part = re.match(r"([a-z]+)\[(\d+)\]", path)
    if part and isinstance(plain.get(part[1]), list) and int(part[2]) < len(plain[part[1]]):
        one = plain[part[1]][int(part[2])]
        if isinstance(one, dict) and isinstance(one.get("id"), str):
            return path.replace(part[0], f'{part[1]} "{one["id"][:40]}"', 1)
    return path


def _in_words(what: str, path: str, plain: Any) -> str:
    missing = _MISSING.fullmatch(what)
    if missing and not path and missing[1] not in plain:
        return f"there is no [{missing[1]}]" if missing[1] == "adventure" else f"there is no [[{missing[1]}]]"
    types = _at(path)
    if unknown := _UNKNOWN.fullmatch(what):
        tag = _value(path, plain)
        known = [field.encode_name for one in types if _fits(one, tag) for field in _fields(one)]
        return meant(f'there is no "{unknown[1]}" here', unknown[1], known)
    if value := _VALUE.fullmatch(what):
        words = [str(one) for type_ in types for one in _words(type_)]
        words = words or [tag for one in _at(path.rpartition(".")[0]) if (tag := _tag_of(one))]
        return meant(f'"{value[1][:40]}" is none of the words for this', value[1], words)
    return plainly(what)


FEW = 24
"""So many names are listed where none is near; more would tell nothing."""


def meant(said: str, name: str, known: Iterable[str]) -> str:
    """With the nearest names of those that are known, or with all of them if they are few."""
    listed = list(dict.fromkeys(filter(None, known)))
    near = nearest(name, listed)
    if near:
        return f"{said}. Did you mean {' or '.join(f'{one!r}' for one in near)}?"
    return f"{said}. There are: {', '.join(listed)}" if 0 < len(listed) <= FEW else said


@cache
def _struct() -> inspect.StructType:
    found = inspect.type_info(Document)
    if not isinstance(found, inspect.StructType):
        raise TypeError("a document is a struct")
    return found


def _fields(type_: inspect.Type) -> tuple[inspect.Field, ...]:
    return type_.fields if isinstance(type_, inspect.StructType) else ()


def _flat(type_: inspect.Type) -> Iterator[inspect.Type]:
    """A type, or each of a union."""
    if isinstance(type_, inspect.UnionType):
        for one in type_.types:
            yield from _flat(one)
    elif isinstance(type_, inspect.Metadata):
        yield from _flat(type_.type)
    else:
        yield type_


def _at(path: str) -> list[inspect.Type]:
    """The types that may stand at a path; of a struct with a tag, its tag stands there as well."""
    types: list[inspect.Type] = [_struct()]
    for key in re.findall(r"[a-z_]+|\[[\d.]+\]", path):
        if key.startswith("["):
            found = [one.item_type for one in types if isinstance(one, inspect.VarTupleType)]
        else:
            found = [field.type for one in types for field in _fields(one) if field.encode_name == key]
        types = [flat for one in found for flat in _flat(one)]
    return types


def _words(type_: inspect.Type) -> tuple[Any, ...]:
    return type_.values if isinstance(type_, inspect.LiteralType) else ()


def _tag_of(type_: inspect.Type) -> str:
    return str(type_.tag) if isinstance(type_, inspect.StructType) and type_.tag else ""


def _value(path: str, plain: Any) -> Any:
    """What stands at a path of the document as it was written."""
    for key in re.findall(r"[a-z_]+|\[\d+\]", path):
        try:
            plain = plain[int(key[1:-1])] if key.startswith("[") else plain[key]
        except (KeyError, IndexError, TypeError):
            return None
    return plain


def _fits(type_: inspect.Type, value: Any) -> bool:
    """Whether a type is the one that the tag of a value names, where it has one."""
    if not isinstance(type_, inspect.StructType) or not type_.tag_field or not isinstance(value, dict):
        return True
    return value.get(type_.tag_field) == type_.tag
