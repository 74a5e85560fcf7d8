"""Whether a character of Cairn from elsewhere is one that the rules can work with."""

import re

from msgspec.structs import replace

from tallow.games.cairn.characters.creation import PLAYER
from tallow.games.cairn.entries import BOOK, rows, spells, tables
from tallow.games.cairn.folk import backgrounds
from tallow.games.cairn.gear.inventory import OWN
from tallow.games.cairn.state import Creature, Item, Life
from tallow.games.characters import (
    DEFAULT_MOST,
    MOST_COINS,
    Bounds,
    CharacterDocuments,
    check_bounds,
    check_distinct_ids,
    entry_ids,
)
from tallow.mechanics.documents import MOST_NAME, MOST_TEXT, BadDocument, clean
from tallow.mechanics.statline import dice
from tallow.mechanics.tables import entry_of

MOST_ITEMS = DEFAULT_MOST
_SCORES = ("hp", "strength", "dexterity", "willpower")
_MOMENT = (0, 10**12)
BOUNDS = Bounds(
    numbers={
        **{f"{score}{most}": (0, 99) for score in _SCORES for most in ("", "_max")},
        "armor": (0, 3),
        "gp": (0, MOST_COINS),
        "cp": (0, MOST_COINS),
        "fatigue": (0, 10),
        "spent.about": (0, 1_000_000_000),
        "burden": (0, 20),
        "items.slots": (0, 20),
        "items.hands": (0, 4),
        "items.armor": (0, 3),
        "items.uses": (0, 999),
        "items.charges": (0, 999),
        "items.charges_max": (0, 999),
        "items.value_gp": (0, 1_000_000),
        "items.room": (0, 200),
        "items.recharged": _MOMENT,
        "deprived.since": _MOMENT,
        "deprived.counted": _MOMENT,
        "scars.since": _MOMENT,
        "dies_at": _MOMENT,
        "life.age": (0, 999),
        "pay.gp_a_day": (0, MOST_COINS),
        "pay.paid_until": _MOMENT,
    },
    known={
        "of": BOOK.entries,
        "items.ref": BOOK.entries,
        "items.spell": spells,
        "scars.of": entry_ids(BOOK, "scar"),
        "life.background": backgrounds,
    },
    texts={
        "attacks.name": MOST_NAME,
        "attacks.qualities": MOST_NAME,
        **{f"items.{field}": 2_000 for field in ("recharge", "heals", "save", "effect", "oddity")},
        "items.qualities": MOST_NAME,
        "scars.part": MOST_NAME,
        "deprived.name": MOST_NAME,
        "spent.about": 200,
        "life.boons": 500,
        "life.chosen": 500,
        "life.bonds": 500,
        "life.traits": 200,
        **{f"life.{field}": MOST_TEXT for field in ("omen", "private_omen", "notes")},
    },
)
_CONDITION = re.compile(r"[a-z][a-z0-9_]{0,40}")
_SIDES = (4, 6, 8, 10, 12, 20)
DAMAGE = re.compile(r"(?:[1-9]?d(?:4|6|8|10|12|20))(?:\+[1-9]?d(?:4|6|8|10|12|20)){0,9}")


def settled(creature: Creature) -> Creature:
    """The character as it is away from any table: its own id and seat, its things numbered in their order."""
    ids = {item.id: f"i{at}" for at, item in enumerate(creature.items, 1)}
    items = tuple(
        replace(item, id=f"i{at}", place=ids.get(item.place, item.place)) for at, item in enumerate(creature.items, 1)
    )
    rides = ids.get(creature.rides, creature.rides)
    return replace(creature, id="pc", seat=PLAYER, items=items, rides=rides, at=0)


def plainly(creature: Creature) -> Creature:
    """The character as others can read it: names without markup, and things on nothing that is not there."""
    carriers = [item.id for item in creature.items if item.room]
    items = tuple(
        replace(
            item,
            name=_plain_name(item.name, "Thing"),
            place=item.place if item.place in (*OWN, "beside", *carriers) else "pack",
        )
        for item in creature.items
    )
    notes = clean(creature.life.notes)[:MOST_TEXT]
    life = replace(creature.life, notes=notes.strip())
    return settled(replace(creature, name=_plain_name(creature.name, "Nobody"), items=items, life=life))


def _plain_name(name: str, otherwise: str) -> str:
    bare = " ".join(clean(name).replace("<", " ").replace(">", " ").split())
    return bare[:MOST_NAME].strip() or otherwise


def sound(creature: Creature) -> Creature:
    """The character, settled, if nothing in it is out of all bounds or unknown; else `BadDocument`."""
    check_distinct_ids(tuple([item.id for item in creature.items]))
    creature = settled(creature)
    check_bounds(BOUNDS, creature)
    for item in creature.items:
        _item(item, creature)
    for attack in creature.attacks:
        if not attack.dice or len(attack.dice) > 10 or any(sides not in _SIDES for sides in attack.dice):
            raise BadDocument(f"attacks ({attack.name})", "dice that nobody has")
    for condition in creature.conditions:
        if not _CONDITION.fullmatch(condition):
            raise BadDocument("conditions", f'"{condition[:60]}" is not a condition')
    _rows(creature.life)
    return creature


def sound_damage(damage: str) -> bool:
    """Whether damage can be rolled."""
    return not damage or (bool(DAMAGE.fullmatch(damage)) and len(dice(damage)) <= 10)


def _item(item: Item, creature: Creature) -> None:
    """A thing does damage that can be rolled, and is where a thing can be."""
    at = f"items ({item.name[:40]})"
    if not sound_damage(item.damage):
        raise BadDocument(f"{at}.damage", f'"{item.damage[:40]}" cannot be rolled')
    places = (*OWN, "beside", *(other.id for other in creature.items if other.room and other.id != item.id))
    if item.place not in places:
        raise BadDocument(f"{at}.place", "it is on something that is not there")


def _rows(life: Life) -> None:
    """What is told of a life are rows that there are; an omen may be in words of its own."""
    for field, codes in (("boons", life.boons), ("bonds", life.bonds), ("omen", (life.omen, life.private_omen))):
        for code in codes:
            if code not in rows() and (entry_of(code) in tables() or field != "omen"):
                raise BadDocument(f"life.{field}", f'"{code[:60]}" is not a row that Tallow knows')


DOCUMENTS = CharacterDocuments(
    "cairn",
    Creature,
    settled,
    sound,
    of=lambda state, seat: tuple(one for one in state.party if one.seat == seat and one.kind == "pc"),
)
