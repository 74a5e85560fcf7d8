"""What a weapon is by the words in its name.

Stat lines and characters from elsewhere name weapons freely, so a name is all that every attack has.
"""

import re
from functools import cache

from tallow.games.cairn.entries import tables
from tallow.play import RuleId, rule

TYPES: RuleId = "cairn.table.weapon_type"
MATERIALS: RuleId = "cairn.table.weapon_material"


@rule("cairn.table.weapon_type", "cairn.table.hexenbane_2")
def weapon_types() -> tuple[str, ...]:
    """Every type of weapon."""
    return tuple(row.on for row in tables()[TYPES].rows)


@cache
@rule("cairn.table.weapon_type", "cairn.table.hexenbane_2")
def weapon_type(name: str) -> str:
    """The type of a weapon: the first of which a word is in its name, "" where none is."""
    return next((row.on for row in tables()[TYPES].rows if _named(name, row.words)), "")


@cache
@rule("cairn.table.weapon_material")
def named_for_metal(name: str) -> bool:
    """Whether a name has a word for a weapon of metal, and none for wood, bone or stone."""
    words = frozenset(re.findall(r"[a-z]+", name.casefold()))
    metal, other = (frozenset(tables()[MATERIALS].row(row).words) for row in ("metal", "other"))
    return not words.isdisjoint(metal) and words.isdisjoint(other)


def _named(name: str, words: tuple[str, ...]) -> bool:
    said = name.casefold()
    return any(word in said for word in words)
