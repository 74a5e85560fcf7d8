"""The content of the game as typed values, by kind: gear, magic, monsters, characters, places, tables."""

from tallow.games.rulebook import Rulebook
from tallow.play import RuleId

BOOK = Rulebook("tallow.games.dead_weight")


def short(ref: RuleId) -> str:
    """The last part of an id, by which containers, skills, traits and the like are kept: `bash` of its whole id."""
    return ref.rpartition(".")[2]
