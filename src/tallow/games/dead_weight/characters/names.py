"""Names: two parts, each from a pattern of syllables."""

from tallow.games.dead_weight.checks.random_draw import draw
from tallow.games.dead_weight.entries.characters import name_lists
from tallow.play import Play, Seat, rule

FIRST = ("sV'i", "Bv", "sV", "Bs")
SECOND = ("sV", "Dvdv")
PATTERN = "dead_weight.name.pattern"


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
    """One of the patterns, each letter of it replaced by an entry of its list, capitalized."""
    said = ""
    for letter in draw(play, patterns, seat, PATTERN):
        found = name_lists().get(letter)
        said += draw(play, found.parts, seat, PATTERN) if found else letter
    return said.capitalize()
