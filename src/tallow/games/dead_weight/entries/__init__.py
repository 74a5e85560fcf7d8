"""The content of the game as typed values, by kind: gear, magic, monsters, characters, places, tables."""

from tallow.games.rulebook import Rulebook
from tallow.play import RuleId

BOOK = Rulebook(__package__.removesuffix(".entries"))


def short(ref: RuleId) -> str:
    """The last part of an id, under which the state keeps skills, traits and the like: `bash` for its whole id."""
    return ref.rpartition(".")[2]
