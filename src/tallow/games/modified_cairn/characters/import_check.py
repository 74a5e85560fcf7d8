"""Check that a character document from elsewhere is one that the rules can work with."""

from typing import get_args

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
from tallow.games.modified_cairn.characters.creation import PLAYER
from tallow.games.modified_cairn.entries import BOOK, rows, tables
from tallow.games.modified_cairn.state import Creature, Region
from tallow.mechanics.documents import MOST_TEXT, BadDocument
from tallow.mechanics.tables import entry_of

LASTING = ("deafened", "doomed", "fatigued", "hamstrung", "hopeless", "unresponsive", "wounded")
"""States that stay with a character from table to table."""

_SCORE = (0, 99)
BOUNDS = Bounds(
    numbers={
        "vigour": (1, 99),
        **{f"{name}{most}": _SCORE for name in ("clarity", "spirit", "guard") for most in ("", "_max")},
        "vigour_max": _SCORE,
        "items.dice": (1, 20),
        "items.armor": (0, 3),
        "items.count": (1, 1_000),
        "items.burned": (0, 100_000_000),
        "items.price": (0, 1_000_000),
        "scars.since": (0, 0),
        "life.age": (0, 999),
        "wealth.copper": (0, MOST_COINS),
        "wealth.silver": (0, MOST_COINS),
        "wealth.gold": (0, MOST_COINS // 10),
    },
    known={
        "items.ref": BOOK.entries,
        "items.place": one_of(*get_args(Region)),
        "scars.of": entry_ids(BOOK, "scar", "monster"),
    },
    texts={
        "items.runes": 80,
        "items.recharge": 500,
        "items.effect": 2_000,
        "items.qualities": 80,
        "scars.part": 80,
        "life.background": 80,
        "life.skills": 80,
        "life.history": 200,
        "life.traits": 200,
        "life.bonds": 200,
        "life.omen": 200,
        "life.notes": MOST_TEXT,
        "life.sworn": 80,
    },
)


def settled(one: Creature) -> Creature:
    """The character apart from any table: default id and seat, things renumbered, temporary states removed."""
    regions = get_args(Region)
    items = [
        replace(item, id=f"i{at}", place=item.place if item.place in regions else "pack", lit=False)
        for at, item in enumerate(one.items, 1)
    ]
    plain = Creature("pc", one.name, "pc")
    kept = ("vigour", "vigour_max", "clarity", "clarity_max", "spirit", "spirit_max", "guard", "guard_max", "strain")
    lasting = {name: getattr(one, name) for name in (*kept, "feats", "life", "wealth")}
    states = tuple([state for state in one.states if state in LASTING])
    scars = tuple([replace(scar, since=0) for scar in one.scars])
    return replace(plain, **lasting, seat=PLAYER, items=tuple(items), states=states, scars=scars)


def sound(one: Creature) -> Creature:
    """The character as `settled` gives it; raises `BadDocument` if a value is out of bounds or unknown."""
    check_distinct_ids(tuple([item.id for item in one.items]))
    one = settled(one)
    check_bounds(BOUNDS, one)
    for field, told in (("history", one.life.history), ("bonds", one.life.bonds), ("omen", (one.life.omen,))):
        for code in told:
            _row(f"life.{field}", code)
    return one


def _row(field: str, code: str) -> None:
    """Raise `BadDocument` if `code` names a row that its table does not have; plain words are allowed."""
    if entry_of(code) in tables() and code not in rows():
        raise BadDocument(field, f'"{code[:60]}" is not a row that Tallow knows')


DOCUMENTS = CharacterDocuments(
    "modified_cairn",
    Creature,
    settled,
    sound,
    of=lambda state, seat: tuple([one for one in state.party if one.seat == seat and one.kind == "pc"]),
)
