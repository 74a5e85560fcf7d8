"""The `example.toml` of a game: a table that is ready to play."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_example(package: str) -> dict[str, Any]:
    """The content of a game's `example.toml`, with tuples for lists, as rules need them."""
    read: dict[str, Any] = _frozen(tomllib.loads((files(package) / "example.toml").read_text("utf-8")))
    return read


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(part) for key, part in value.items()}
    return tuple([_frozen(part) for part in value]) if isinstance(value, list) else value
