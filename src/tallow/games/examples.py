"""Tables ready to play, as a game's `example.toml` has them."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def given(package: str) -> dict[str, Any]:
    """What a game's example is made of; lists in it are tuples, as rules ask for them."""
    read: dict[str, Any] = _frozen(tomllib.loads((files(package) / "example.toml").read_text("utf-8")))
    return read


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(part) for key, part in value.items()}
    return tuple([_frozen(part) for part in value]) if isinstance(value, list) else value
