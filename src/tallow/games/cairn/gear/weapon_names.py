"""What a weapon is by the words in its name.

Stat lines and characters from elsewhere name weapons freely, so a name is all that every attack has.
"""

from functools import cache

from tallow.games.cairn.entries import tables
from tallow.games.cairn.state import Attack
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


@rule("cairn.table.weapon_material", "cairn.monster.kinds")
def of_metal(attack: Attack) -> bool:
    """Whether an attack is made with metal: things unless their name says otherwise, a creature's own if it says so."""
    if attack.items:
        return not _made_of("other", attack.name)
    return _made_of("metal", attack.name)


@cache
def _made_of(material: str, name: str) -> bool:
    return _named(name, tables()[MATERIALS].row(material).words)


def _named(name: str, words: tuple[str, ...]) -> bool:
    said = name.casefold()
    return any(word in said for word in words)
