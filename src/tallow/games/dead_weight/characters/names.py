"""Names: two parts, each from a pattern of syllables."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from tallow.games.dead_weight.checks.lots import draw
from tallow.games.dead_weight.entries import BOOK
from tallow.play import Play, RuleId, Seat, rule

FIRST = ("sV'i", "Bv", "sV", "Bs")
SECOND = ("sV", "Dvdv")
PATTERN = "dead_weight.name.pattern"


class NameList(Struct, frozen=True):
    """The parts that one letter of a pattern stands for."""

    id: RuleId
    symbol: str
    parts: tuple[str, ...]


@cache
def lists() -> Mapping[str, NameList]:
    """The lists of parts, by their symbol."""
    return {found.symbol: found for found in BOOK.load("name_list", NameList).values()}


@rule("dead_weight.name.pattern")
def rolled_name(play: Play, seat: Seat) -> str:
    """A first and a second part, each of a random pattern."""
    return " ".join(_part(play, seat, patterns) for patterns in (FIRST, SECOND))


@rule(
    "dead_weight.name.pattern",
    "dead_weight.name_list.syllable",
    "dead_weight.name_list.vowel",
    "dead_weight.name_list.vowel_pair",
    "dead_weight.name_list.opening",
    "dead_weight.name_list.nickname",
    "dead_weight.name_list.dull_opening",
    "dead_weight.name_list.dull_syllable",
)
def _part(play: Play, seat: Seat, patterns: tuple[str, ...]) -> str:
    """One of the patterns, each letter of it replaced by an entry of its list, with a capital."""
    said = ""
    for letter in draw(play, patterns, seat, PATTERN):
        found = lists().get(letter)
        said += draw(play, found.parts, seat, PATTERN) if found else letter
    return said.capitalize()
