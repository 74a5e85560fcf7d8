"""A character of Cairn in one line, to be pasted into a chat.

`Hestia, Aurifex, 34 years | 3/5 HP, 1 Armor, 7/12 STR, 13 DEX, 9 WIL, 37 gp, 1 Fatigue | Needle-knife [d6, held]; Torch
[3 uses] | Lasting Scar (Eye)`: who, numbers (current and maximum), things with their tags, and scars.
"""

import re
from typing import Any

from msgspec.structs import replace

from tallow.exchange.cairn_life import Texts, lived, told
from tallow.exchange.cairn_things import tags, thing, title, unknown
from tallow.exchange.documents import Format
from tallow.games.cairn.characters.creation import PLAYER
from tallow.games.cairn.characters.import_check import MOST_ITEMS, settled, sound
from tallow.games.cairn.gear.inventory import armor
from tallow.games.cairn.harm.deprivation import FOOD
from tallow.games.cairn.state import Cause, Creature, Item
from tallow.mechanics.conditions import gain
from tallow.mechanics.documents import BadDocument, Lost, clean, name_of

MOST_LINE = 20_000
_NUMBER = re.compile(
    r"(\d{1,7})(?:/(\d{1,7}))? (HP|STR|DEX|WIL|gp|cp|Fatigue|Burden|Armor|years?)|deprived|panicked", re.IGNORECASE
)
_THING = re.compile(r"([^\[\]]+?)\s*(?:\[([^\[\]]*)\])?")
_FIELDS = {"hp": "hp", "str": "strength", "dex": "dexterity", "wil": "willpower"}


def write(creature: Creature) -> str:
    """A character in one line."""
    creature = settled(creature)
    life = told(creature)
    age = f"{creature.life.age} years" if creature.life.age else ""
    who = ", ".join(part for part in (_safe(creature.name).replace(",", " "), life.background, age) if part)
    things = "; ".join(_thing(item, creature) for item in creature.items)
    parts = [who, ", ".join(_numbers(creature)), things, "; ".join(life.scars.split("\n"))]
    while parts and not parts[-1]:
        parts.pop()
    return " | ".join(parts)


def _safe(text: str) -> str:
    return " ".join(re.sub(r"[\[\]|;]", " ", clean(text)).split())


def _numbers(creature: Creature) -> list[str]:
    scores = (
        ("HP", creature.hp, creature.hp_max),
        ("STR", creature.strength, creature.strength_max),
        ("DEX", creature.dexterity, creature.dexterity_max),
        ("WIL", creature.willpower, creature.willpower_max),
    )
    said = [f"{now} {label}" if now == most else f"{now}/{most} {label}" for label, now, most in scores]
    more = [("Armor", armor(creature)), ("gp", creature.gp), ("cp", creature.cp)]
    more += [("Fatigue", creature.fatigue), ("Burden", creature.burden)]
    said += [f"{value} {label}" for label, value in more if value]
    said += ["deprived"] if creature.deprived else []
    return [*said, "panicked"] if "panicked" in creature.conditions else said


def _thing(item: Item, creature: Creature) -> str:
    carriers = [other for other in creature.items if other.room]
    said = [word for word in tags(item) if word]
    for at, other in enumerate(carriers, 1):
        if other.id == item.place:
            said.append(f"on {at}")
    words = ", ".join(_safe(word).replace(",", " ") for word in said)
    return f"{_safe(title(item))} [{words}]" if words else _safe(title(item))


def read(text: str) -> tuple[Creature, tuple[Lost, ...]]:
    """The character of a line."""
    line = " ".join(text.split())
    if len(line) > MOST_LINE:
        raise BadDocument("", f"a line of a character has at most {MOST_LINE:,} characters")
    who, numbers, things, scars, *more = [*(part.strip() for part in line.split("|")), "", "", ""]
    if any(more):
        raise BadDocument("", 'a line has four parts at most, with "|" between them')
    name, *rest = [part.strip() for part in who.split(",")]
    creature = Creature("pc", name_of(name, "name"), "pc", 0, 0, 0, 0, 0, 0, 0, 0, seat=PLAYER)
    creature = _numbered(creature, numbers)
    creature = replace(creature, items=_things(things))
    ages = [part for part in rest if re.fullmatch(r"\d{1,3} years?", part)]
    origin = ", ".join(part for part in rest if part not in ages)
    traits = f"Age: {ages[0].split()[0]}." if ages else ""
    life = Texts(background=origin, traits=traits, scars="\n".join(part.strip() for part in scars.split(";")))
    return sound(lived(creature, life)), ()


def _numbered(creature: Creature, text: str) -> Creature:
    given: dict[str, int] = {}
    for part in (part.strip() for part in text.split(",")):
        found = _NUMBER.fullmatch(part)
        if not found:
            raise BadDocument(
                "numbers", f'"{part[:40]}" is not one of HP, STR, DEX, WIL, gp, cp, Armor, Fatigue, Burden'
            )
        if found[3] is None:
            if part.casefold() == "deprived":
                creature = replace(creature, deprived=(Cause(FOOD, 0),))
            else:
                creature = gain(creature, "panicked")
            continue
        label, now = found[3].casefold(), int(found[1])
        if label in _FIELDS:
            given[_FIELDS[label]] = now
            given[_FIELDS[label] + "_max"] = int(found[2] or now)
        elif label != "armor":
            given[label] = now
    for label, field in _FIELDS.items():
        if field not in given:
            raise BadDocument(field, f'"{label.upper()}" is missing')
    return replace(creature, **given)


def _things(text: str) -> tuple[Item, ...]:
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(parts) > MOST_ITEMS:
        raise BadDocument("items", f"at most {MOST_ITEMS} things, not {len(parts)}")
    items: list[Item] = []
    loads: list[tuple[int, int]] = []
    for at, part in enumerate(parts):
        found = _THING.fullmatch(part)
        if not found:
            raise BadDocument(f"items[{at}]", f'"{part[:40]}" is not of the form: name [tag, tag]')
        words = [word.strip() for word in (found[2] or "").split(",") if word.strip()]
        field = f"items[{at}]"
        items.append(thing(found[1], words, ", ".join(unknown(words)) or None, f"i{at + 1}", field=field))
        loads += [(at, int(word[3:])) for word in words if re.fullmatch(r"on \d{1,2}", word)]
    carriers = [item.id for item in items if item.room]
    for at, number in loads:
        if not 1 <= number <= len(carriers):
            raise BadDocument(f"items[{at}]", f"there is no beast or cart {number}")
        items[at] = replace(items[at], place=carriers[number - 1])
    return tuple(items)


def mine(value: Any) -> bool:
    """Whether a document looks like such a line."""
    return isinstance(value, str) and value.count("|") in {1, 2, 3} and " HP" in value and "\n" not in value.strip()


FORMAT = Format(".txt", write, read, mine)
