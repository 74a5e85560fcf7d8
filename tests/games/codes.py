"""The source of each built-in game, read for its codes; see `tallow.testing.codes`."""

from functools import cache

from tallow.games import game
from tallow.testing.codes import Bindings, Source, argument, offered, said

__all__ = ["Bindings", "Source", "argument", "offered", "said", "source"]


@cache
def source(name: str) -> Source:
    return Source(game(name))
