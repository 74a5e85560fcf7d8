"""Check that a character document from elsewhere is one that the rules can work with."""

from msgspec.structs import replace

from tallow.games.characters import (
    MOST_COINS,
    Bounds,
    CharacterDocuments,
    check_bounds,
    check_distinct_ids,
    entry_ids,
    one_of,
)
from tallow.games.vanilla.characters.creation import PLAYER
from tallow.games.vanilla.entries import BOOK, MINOR_ITEM
from tallow.games.vanilla.state import ATTRIBUTES, Creature
from tallow.mechanics.documents import MOST_TEXT, BadDocument

SPELLS = entry_ids(BOOK, "spell")
THINGS = entry_ids(BOOK, "weapon", "armour", "item")


class _Things:
    """The allowed entries of things, including the table of minor magic items."""

    def __contains__(self, ref: object) -> bool:
        return ref == MINOR_ITEM or ref in THINGS()


BOUNDS = Bounds(
    numbers={
        "level": (1, 30),
        "av": (0, 30),
        "st": (0, 30),
        "ac": (0, 20),
        "flesh": (0, 100),
        "flesh_max": (1, 100),
        "coins": (0, MOST_COINS),
        "gems": (0, MOST_COINS),
        "slots": (0, 60),
        "items.ac": (0, 20),
        "items.ac_start": (0, 20),
        "items.burns": (0, 1_000),
        "items.worth": (0, 1_000_000),
        "items.slots": (0, 20),
        "items.studied": (0, 1_000_000),
        "items.count": (1, 1_000),
        "items.back": (0, 0),
        "life.attributes": (1, 30),
        "life.xp": (0, 10_000_000),
        "purified": (-1, -1),
    },
    known={
        "of": entry_ids(BOOK, "class"),
        "items.ref": _Things,
        "items.place": one_of("pack", "hands", "worn"),
        "items.spell": SPELLS,
        "items.book.spell": SPELLS,
        "book.spell": SPELLS,
        "life.spells_gained": SPELLS,
    },
    texts={"gear": 200, "items.power": 200, "life.vocations": 200, "life.extra": 200, "life.notes": MOST_TEXT},
)


KEPT = (
    "level", "av", "st", "ac", "grit", "grit_max", "flesh_max", "damage", "attacks", "of", "gear",
    "coins", "gems", "bubbles", "bubbles_max", "slots", "book", "worn", "life",
)  # fmt: skip
"""The fields that stay with a character from table to table."""


def settled(one: Creature) -> Creature:
    """The character apart from any table: default id and seat, things renumbered, temporary states removed."""
    places = {"smith": "pack"}
    items = [
        replace(item, id=f"i{at}", place=places.get(item.place, item.place), lit=False, back=0, at=0)
        for at, item in enumerate(one.items, 1)
    ]
    plain = Creature("pc", one.name, "pc")
    lasting = {name: getattr(one, name) for name in KEPT}
    return replace(plain, **lasting, seat=PLAYER, flesh=max(1, one.flesh), items=tuple(items))


def sound(one: Creature) -> Creature:
    """The character as `settled` gives it; raises `BadDocument` if a value is out of bounds or unknown."""
    check_distinct_ids(tuple([item.id for item in one.items]))
    one = settled(one)
    check_bounds(BOUNDS, one)
    if not one.of:
        raise BadDocument("of", "a class is missing")
    if len(one.life.attributes) != len(ATTRIBUTES):
        raise BadDocument("life.attributes", f"{len(ATTRIBUTES)} of them, not {len(one.life.attributes)}")
    return one


DOCUMENTS = CharacterDocuments(
    "vanilla",
    Creature,
    settled,
    sound,
    of=lambda state, seat: tuple([one for one in state.party if one.seat == seat and one.kind == "pc"]),
)
