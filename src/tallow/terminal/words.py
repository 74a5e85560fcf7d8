"""The fixed words of the terminal, from `words.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def catalogue() -> Mapping[str, str]:
    """Every phrase by its code."""
    read: dict[str, str] = tomllib.loads((files("tallow.terminal") / "words.toml").read_text("utf-8"))["say"]
    return read


def say(code: str, **facts: object) -> str:
    """A phrase with its facts in it."""
    return catalogue()[code].format(**facts)
