"""Whether a character of The Black Hack from a file or another table is one that the rules can work with."""

from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import PLAYER
from tallow.games.black_hack.entries import BOOK
from tallow.games.black_hack.state import ATTRIBUTES, FIELD, Character
from tallow.games.characters import (
    MOST_COINS,
    Bounds,
    CharacterDocuments,
    check_bounds,
    check_distinct_ids,
    entry_ids,
    one_of,
)
from tallow.mechanics.documents import MOST_TEXT, BadDocument

LASTING = ("disfavoured", "doomed", "famous", "hungry", "lycanthropy")
"""Conditions that stay with a character from table to table."""

BOUNDS = Bounds(
    numbers={
        **{FIELD[attribute]: (1, 30) for attribute in ATTRIBUTES},
        "hp": (0, 200),
        "items.marks.about": (0, 1_000_000),
        "hp_max": (1, 200),
        "level": (1, 20),
        "coins": (0, MOST_COINS),
        "items.usage": (0, 20),
        "items.av": (0, 10),
        "items.hands": (0, 2),
        "items.value": (0, 1_000_000),
        "life.gains.hp": (0, 20),
        "life.drained.hp": (0, 20),
        "life.debt": (0, MOST_COINS),
    },
    known={
        "items.ref": entry_ids(BOOK, "weapon", "armour", "item", "magic_item"),
        "items.place": one_of("pack", "hands", "worn"),
        "items.mode": one_of("melee", "ranged", "both"),
        "items.spells": entry_ids(BOOK, "spell", "prayer"),
        "magic.memorised": entry_ids(BOOK, "spell", "prayer"),
        "magic.cast": entry_ids(BOOK, "spell", "prayer"),
        "life.calling": entry_ids(BOOK, "class"),
        "life.kit": entry_ids(BOOK, "kit"),
    },
    texts={
        "items.marks.about": 200,
        "life.backgrounds": 200,
        "life.concept": 200,
        "life.keepsake": 200,
        "life.experiences": 500,
        "life.tales": 500,
        "life.creditor": 200,
        "life.notes": MOST_TEXT,
    },
)


def settled(one: Character) -> Character:
    """The character as stored away from any table: a standard id and seat, things renumbered, no temporary state."""
    return replace(
        one,
        id="pc",
        seat=PLAYER,
        hp=max(1, one.hp),
        items=tuple([replace(item, id=f"i{at}", lit=False) for at, item in enumerate(one.items, 1)]),
        pool=0,
        hindrances=(),
        ongoing="",
        conditions=tuple([condition for condition in one.conditions if condition in LASTING]),
        marks=(),
        spent=(),
    )


def sound(one: Character) -> Character:
    """The character after `settled`, if every value is known and within its bounds; else raises `BadDocument`."""
    check_distinct_ids(tuple([item.id for item in one.items]))
    one = settled(one)
    check_bounds(BOUNDS, one)
    if not one.life.calling:
        raise BadDocument("life.calling", "a class is missing")
    if one.hp > one.hp_max:
        raise BadDocument("hp", f"more than the most, {one.hp_max}")
    return one


DOCUMENTS = CharacterDocuments(
    "black_hack",
    Character,
    settled,
    sound,
    of=lambda state, seat: tuple([one for one in state.party if one.seat == seat]),
)
