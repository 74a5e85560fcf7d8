"""Whether a character of Cairn from elsewhere is one that the rules can work with."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from tallow.games.cairn.attacks import dice
from tallow.games.cairn.content import BOOK, backgrounds, scars, spells, tables
from tallow.games.cairn.creation import PLAYER
from tallow.games.cairn.inventory import OWN
from tallow.games.cairn.sheet import sheet
from tallow.games.cairn.state import Creature, Item
from tallow.games.characters import MOST_COINS, Characters, drawn
from tallow.mechanics.documents import MOST_NAME, MOST_TEXT, BadDocument, clean, name_of

MOST_ITEMS = 100
SCORES = ("strength", "strength_max", "dexterity", "dexterity_max", "willpower", "willpower_max")
_LIMITS = {"hp": 99, "hp_max": 99, "armor": 3, "gp": MOST_COINS, "cp": MOST_COINS, "fatigue": 10, "burden": 20}
_ITEM_LIMITS = {
    "slots": 20, "hands": 4, "armor": 3, "uses": 999, "charges": 999, "charges_max": 999, "value_gp": 1_000_000,
    "room": 200,
}  # fmt: skip
_CONDITION = re.compile(r"[a-z][a-z0-9_]{0,40}(?::[\w-]{1,40})?")
_SIDES = (4, 6, 8, 10, 12, 20)
DAMAGE = re.compile(r"(?:[1-9]?d(?:4|6|8|10|12|20))(?:\+[1-9]?d(?:4|6|8|10|12|20)){0,9}")


def settled(creature: Creature) -> Creature:
    """The character as it is away from any table: its own id and seat, its things numbered in their order."""
    ids = {item.id: f"i{at}" for at, item in enumerate(creature.items, 1)}
    items = tuple(
        replace(item, id=f"i{at}", place=ids.get(item.place, item.place)) for at, item in enumerate(creature.items, 1)
    )
    conditions = tuple(
        ":".join((code, ids.get(what, what))) if what else code
        for code, _, what in (condition.partition(":") for condition in creature.conditions)
    )
    return replace(creature, id="pc", seat=PLAYER, items=items, conditions=conditions, at=0)


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
    name_of(creature.name, "name")
    for field in SCORES:
        _within(field, getattr(creature, field), 99)
    for field, most in _LIMITS.items():
        _within(field, getattr(creature, field), most)
    if len(creature.items) > MOST_ITEMS:
        raise BadDocument("items", f"at most {MOST_ITEMS} things, not {len(creature.items)}")
    if len({item.id for item in creature.items}) < len(creature.items):
        raise BadDocument("items.id", "two things have the same id")
    for item in creature.items:
        _item(item, creature)
    _life(creature)
    for attack in creature.attacks:
        if not attack.dice or len(attack.dice) > 10 or any(sides not in _SIDES for sides in attack.dice):
            raise BadDocument(f"attacks ({attack.name})", "dice that nobody has")
    drawn(sheet, creature)
    return settled(creature)


def sound_damage(damage: str) -> bool:
    """Whether damage can be rolled."""
    return not damage or (bool(DAMAGE.fullmatch(damage)) and len(dice(damage)) <= 10)


def _within(field: str, value: int, most: int) -> None:
    if not 0 <= value <= most:
        raise BadDocument(field, f"a whole number from 0 to {most:,}, not {value}")


def _known(field: str, value: str, listed: Iterable[str], what: str) -> None:
    if value and value not in listed:
        raise BadDocument(field, f'"{value[:60]}" is not {what} that Tallow knows')


def _item(item: Item, creature: Creature) -> None:
    at = f"items ({item.name[:40]})"
    name_of(item.name, "items.name")
    for field, most in _ITEM_LIMITS.items():
        _within(f"{at}.{field}", getattr(item, field), most)
    if not sound_damage(item.damage):
        raise BadDocument(f"{at}.damage", f'"{item.damage[:40]}" cannot be rolled')
    _known(f"{at}.ref", item.ref, BOOK.entries(), "an entry")
    _known(f"{at}.spell", item.spell, spells(), "a spell")
    places = (*OWN, "beside", *(other.id for other in creature.items if other.room and other.id != item.id))
    if item.place not in places:
        raise BadDocument(f"{at}.place", "it is on something that is not there")
    for field in ("recharge", "heals", "save", "effect", "oddity"):
        _text(f"{at}.{field}", getattr(item, field), 2_000)
    if len(item.qualities) > 20 or any(len(quality) > MOST_NAME for quality in item.qualities):
        raise BadDocument(f"{at}.qualities", "more than any thing has")


def _life(creature: Creature) -> None:
    life = creature.life
    _known("life.background", life.background, backgrounds(), "a background")
    for field, codes in (("boons", life.boons), ("bonds", life.bonds), ("omen", (life.omen, life.private_omen))):
        for code in codes:
            table, _, rest = code.partition(":")
            rows = [row.on for row in tables()[table].rows] if table in tables() else []
            if rest.partition(":")[0] not in rows and (rows or field != "omen"):
                raise BadDocument(f"life.{field}", f'"{code[:60]}" is not a row that Tallow knows')
    if len(life.boons) + len(life.bonds) > 60 or len(life.traits) > 20 or len(creature.scars) > 60:
        raise BadDocument("life", "more than any life has")
    for scar in creature.scars:
        _known("scars", scar.of, [one.id for one in scars().values()], "a scar")
        _text("scars.part", scar.part, MOST_NAME)
    for _, value in life.traits:
        _text("life.traits", value, 200)
    for field, text in (("omen", life.omen), ("private_omen", life.private_omen), ("notes", life.notes)):
        _text(f"life.{field}", text, MOST_TEXT)
    _within("life.age", life.age, 999)
    for condition in creature.conditions:
        if not _CONDITION.fullmatch(condition):
            raise BadDocument("conditions", f'"{condition[:60]}" is not a condition')
    if len(creature.conditions) > 40 or len(creature.deprived) > 20 or len(creature.spent) > 60:
        raise BadDocument("conditions", "more than anybody has")
    _known("of", creature.of, BOOK.entries(), "an entry")


def _text(field: str, text: str, most: int) -> None:
    if len(text) > most:
        raise BadDocument(field, f"at most {most:,} characters, not {len(text):,}")
    if text != clean(text):
        raise BadDocument(field, "plain text, without control characters")


CHARACTERS = Characters(
    "cairn",
    Creature,
    settled,
    sound,
    of=lambda state, seat: tuple(one for one in state.party if one.seat == seat and one.kind == "pc"),
)
