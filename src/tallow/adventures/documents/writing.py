"""Writing a document as TOML, such that reading it gives the same document again."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tallow.adventures.documents.document import Document

WHOLE = frozenset(("use", "talk", "step", "risk"))
"""What is written as a table of its own inside another; all else stands in one line."""


def written(document: Document) -> str:
    """The document as TOML."""
    plain = msgspec.to_builtins(document)
    head = [f"schema = {document.schema}", "", *_table("[adventure]", plain.pop("adventure"), "adventure")]
    return "\n".join([*head, *(line for kind, listed in plain.items() for line in _listed(kind, listed))]) + "\n"


def _listed(name: str, listed: Any) -> Iterator[str]:
    if isinstance(listed, Mapping):
        yield from _table(f"[{name}]", listed, name)
    elif isinstance(listed, (list, tuple)):
        for one in listed:
            yield from _table(f"[[{name}]]", one, name)


def _table(head: str, table: Mapping[str, Any], name: str) -> Iterator[str]:
    yield head
    for key, value in table.items():
        if key not in WHOLE:
            yield f"{key} = {_value(value)}"
    if "." not in name:
        yield ""
    for key, value in table.items():
        if key in WHOLE and value:
            yield from _listed(f"{name}.{key}", value)
            yield ""


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join([f"{key} = {_value(one)}" for key, one in value.items()]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([_value(one) for one in value]) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
