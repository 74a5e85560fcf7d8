"""Foundry's actor for the system `cairn`: numbers in `system`, things as `items`, a life as markup in the biography.

What the system has no field for is written as flags of ours, which Foundry keeps. Its own fields take precedence over
the flags, because people change those.
"""

import html
import json
import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tallow.exchange.cairn_life import Texts, lived, told
from tallow.exchange.cairn_things import description, known, thing
from tallow.exchange.documents import Format, plain
from tallow.games import game
from tallow.games.cairn.characters.creation import PLAYER, equipped
from tallow.games.cairn.characters.import_check import DAMAGE, DOCUMENTS, MOST_ITEMS, settled, sound
from tallow.games.cairn.entries import spells
from tallow.games.cairn.gear.things import spellbook
from tallow.games.cairn.harm.deprivation import FOOD
from tallow.games.cairn.state import Cause, Creature, Item, Life
from tallow.games.stored import schema_of
from tallow.mechanics.conditions import gain, shed
from tallow.mechanics.documents import BadDocument, Lost, name_of, parsed, prose_of, typed

FATIGUE, BURDEN = "Fatigue", "Burden"
SECTIONS = ("gifts", "traits", "bonds", "omens", "scars", "notes")

Score = Annotated[int, Meta(ge=0, le=99)]


class Level(Struct):
    """A current value and its maximum."""

    value: Score
    max: Score | None = None


class Abilities(Struct):
    """The three abilities."""

    STR: Level
    DEX: Level
    WIL: Level


class System(Struct):
    """The numbers of an actor."""

    hp: Level
    abilities: Abilities
    background: str | None = None
    biography: str | None = None
    deprived: bool | None = None
    panicked: bool | None = None
    gold: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class Uses(Struct):
    """The uses of a thing."""

    value: Annotated[int, Meta(ge=0, le=999)] | None = None
    max: Annotated[int, Meta(ge=0, le=999)] | None = None


class ItemSystem(Struct):
    """The numbers of a thing."""

    bulky: bool = False
    weightless: bool = False
    equipped: bool = False
    quantity: Annotated[int, Meta(ge=0, le=100)] | None = None
    uses: Uses | None = None
    damageFormula: str | None = None  # noqa: N815  (Foundry's own name)
    blast: bool = False
    armor: Annotated[int, Meta(ge=0, le=3)] | None = None
    description: str | None = None


class ActorItem(Struct):
    """A thing of an actor."""

    name: str
    type: str = "item"
    system: ItemSystem = msgspec.field(default_factory=ItemSystem)
    flags: dict[str, Any] = msgspec.field(default_factory=dict)


class Actor(Struct):
    """A character as Foundry has it."""

    name: str
    type: str
    system: System
    items: list[ActorItem] = msgspec.field(default_factory=list)
    flags: dict[str, Any] = msgspec.field(default_factory=dict)


def write(creature: Creature) -> str:
    """A character as an actor to be imported."""
    creature = settled(creature)
    life = told(creature)
    rest = replace(creature, items=(), scars=(), life=Life())
    schema = schema_of(game("cairn"))
    made = [_item(item, schema) for item in creature.items]
    made += [_filler(FATIGUE)] * creature.fatigue + [_filler(BURDEN)] * creature.burden
    document = {
        "name": creature.name,
        "type": "character",
        "system": {
            "hp": {"value": creature.hp, "max": creature.hp_max},
            "abilities": {
                "STR": {"value": creature.strength, "max": creature.strength_max},
                "DEX": {"value": creature.dexterity, "max": creature.dexterity_max},
                "WIL": {"value": creature.willpower, "max": creature.willpower_max},
            },
            "background": life.background,
            "biography": _page(life),
            "deprived": bool(creature.deprived),
            "panicked": "panicked" in creature.conditions,
            "gold": creature.gp,
            "containers": [],
        },
        "items": made,
        "flags": {"tallow": {"schema": schema, "character": msgspec.to_builtins(rest)}},
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _page(life: Texts) -> str:
    parts = []
    for name in SECTIONS:
        if text := getattr(life, name):
            lines = "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in text.split("\n"))
            parts.append(f"<h3>{name.capitalize()}</h3>{lines}")
    return "".join(parts)


def _item(item: Item, schema: int) -> dict[str, Any]:
    kind = "spellbook" if item.spell and item.slots else "weapon" if item.damage else "armor" if item.armor else "item"
    near = item.place in {"pack", "hands", "worn"}
    counted = (item.charges, item.charges_max) if item.charges_max else (item.uses, item.uses)
    text = description(item)
    system = {
        "description": "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in text.split("\n") if line),
        "bulky": near and item.slots > 1,
        "weightless": not near or item.slots == 0,
        "equipped": item.place in {"hands", "worn"},
        "cost": item.value_gp,
        "quantity": 1,
        "uses": {"value": counted[0], "max": counted[1]},
        "damageFormula": _formula(item.damage),
        "criticalDamage": "",
        "blast": item.blast,
        "armor": item.armor,
    }
    flags = {"tallow": {"schema": schema, "item": msgspec.to_builtins(item)}}
    return {"name": item.name, "type": kind, "system": system, "flags": flags}


def _filler(name: str) -> dict[str, Any]:
    return {"name": name, "type": "item", "system": {"bulky": False, "weightless": False, "equipped": False}}


def _formula(damage: str) -> str:
    """A pool of which the highest die counts, in Foundry's notation."""
    dice = [die if die[0] != "d" else f"1{die}" for die in damage.split("+") if die]
    return dice[0] if len(dice) == 1 else f"{{{','.join(dice)}}}kh" if dice else ""


def read(text: str) -> tuple[Creature, tuple[Lost, ...]]:
    """The character of an actor, and what of it could not be read."""
    value = parsed(text)
    if isinstance(value, dict) and isinstance(value.get("type"), str) and value["type"] != "character":
        raise BadDocument("type", f'expected "character", not "{value["type"][:40]}"')
    actor = typed(value, Actor, strict=False)
    if len(actor.items) > MOST_ITEMS:
        raise BadDocument("items", f"at most {MOST_ITEMS} things, not {len(actor.items)}")
    system, abilities = actor.system, actor.system.abilities
    ours = _flagged(actor.flags, "character", "flags.tallow.character")
    base = Creature("pc", "", "pc", 0, 0, 0, 0, 0, 0, 0, 0, seat=PLAYER)
    if ours is not None:
        base = _upgraded(ours, ours[0], "flags.tallow.character")
    creature = replace(
        base,
        name=name_of(actor.name, "name"),
        hp=system.hp.value,
        hp_max=_most(system.hp),
        strength=abilities.STR.value,
        strength_max=_most(abilities.STR),
        dexterity=abilities.DEX.value,
        dexterity_max=_most(abilities.DEX),
        willpower=abilities.WIL.value,
        willpower_max=_most(abilities.WIL),
        gp=system.gold or 0,
        fatigue=sum(item.name == FATIGUE for item in actor.items),
        burden=sum(item.name == BURDEN for item in actor.items),
        deprived=(base.deprived or (Cause(FOOD, 0),)) if system.deprived else (),
        items=tuple(_things(actor.items, ours[0] if ours else msgspec.to_builtins(base))),
        scars=(),
        life=Life(),
    )
    creature = gain(creature, "panicked") if system.panicked else shed(creature, "panicked")
    if not actor.flags.get("tallow") and not any(item.system.equipped for item in actor.items):
        creature = equipped(creature)
    texts = _sections(plain(prose_of(system.biography, "system.biography")))
    texts = replace(texts, background=prose_of(system.background, "system.background"))
    return sound(lived(creature, texts)), tuple(_left(value))


def _most(level: Level) -> int:
    return level.value if level.max is None else level.max


def _flagged(flags: dict[str, Any], name: str, field: str) -> tuple[dict[str, Any], int] | None:
    """The plain values of our flags and their schema, or None if there are none."""
    ours = flags.get("tallow")
    if not isinstance(ours, dict) or name not in ours:
        return None
    if not isinstance(ours[name], dict) or not isinstance(schema := ours.get("schema"), int):
        raise BadDocument(field, "the flags are not as Tallow writes them")
    return ours[name], schema


def _upgraded(flagged: tuple[dict[str, Any], int], whole: dict[str, Any], field: str) -> Creature:
    """The `whole` character of flags, of whatever schema they were written in."""
    try:
        return DOCUMENTS.upgraded(whole, flagged[1])
    except BadDocument as bad:
        inner = bad.field.removeprefix("character").removeprefix(".").removeprefix("items[...]").removeprefix(".")
        raise BadDocument(".".join(part for part in (field, inner) if part), bad.why) from bad


def _things(listed: list[ActorItem], whole: dict[str, Any]) -> list[Item]:
    """The things of an actor, whose own flags or numbers are `whole`."""
    items = []
    for at, one in enumerate(listed):
        if one.name in {FATIGUE, BURDEN}:
            continue
        field = f"items[{at}]"
        quantity = 1 if one.system.quantity is None else one.system.quantity
        for copy in range(min(quantity, MOST_ITEMS)):
            made = _thing(one, whole, field)
            items.append(made if made.id and not copy else replace(made, id=f"n{at}x{copy}"))
    return items


def _thing(one: ActorItem, whole: dict[str, Any], field: str) -> Item:
    system = one.system
    flag = f"{field}.flags.tallow.item"
    ours = _flagged(one.flags, "item", flag)
    kept = _upgraded(ours, whole | {"items": [ours[0]]}, flag).items[0] if ours else None
    damage = _damage(system.damageFormula, f"{field}.system.damageFormula")
    uses = system.uses or Uses()
    if kept is None:
        item = _strange(one, damage, field)
    else:
        near = kept.place in {"pack", "hands", "worn"}
        size = 0 if system.weightless else 2 if system.bulky else 1
        kept_size = kept.slots if not near or size == min(kept.slots, 2) else size
        item = replace(
            kept, name=name_of(one.name, f"{field}.name"), slots=kept_size, damage=damage, blast=system.blast
        )
        item = replace(item, armor=system.armor or 0)
        text = plain(prose_of(system.description, f"{field}.system.description"))
        if text != description(item):
            item = replace(item, effect=text)
    if item.charges_max:
        item = replace(item, charges=uses.value or 0, charges_max=uses.max or item.charges_max)
    else:
        item = replace(item, uses=uses.value or 0)
    return _placed(item, equipped=system.equipped)


def _placed(item: Item, *, equipped: bool) -> Item:
    if equipped == (item.place in {"hands", "worn"}):
        return item
    if not equipped:
        return replace(item, place="pack", lit=False)
    return replace(item, place="worn" if item.armor and not item.hands else "hands")


def _strange(one: ActorItem, damage: str, field: str) -> Item:
    """A thing that was made in Foundry: a book by its spell, otherwise the thing of that name."""
    system = one.system
    text = plain(prose_of(system.description, f"{field}.system.description"))
    name = name_of(one.name, f"{field}.name")
    spell = next((id_ for id_, found in spells().items() if found.name.casefold() == name.casefold()), "")
    if one.type == "spellbook" and spell:
        return spellbook(spell, "", oddity="")
    said = [word for word, given in (("petty", system.weightless), ("bulky", system.bulky)) if given]
    said += [damage] if damage else []
    said += [f"{system.armor} Armor"] if system.armor else []
    if system.armor and not any(one.armor and not one.bonus for one in known().get(name.casefold(), ())):
        said += ["bonus defense"] if re.search(r"shield|helm|gambeson|buckler", name, re.IGNORECASE) else []
    said += ["blast"] if system.blast else []
    return thing(name, said, text, "", field=field)


def _damage(formula: str | None, field: str) -> str:
    """The dice of a formula; the highest counts, however they are combined."""
    text = (formula or "").replace(" ", "")
    if not text:
        return ""
    dice = re.findall(r"\d?d\d{1,2}", text)
    damage = "+".join(die.removeprefix("1") if die.startswith("1d") else die for die in dice)
    if not DAMAGE.fullmatch(damage) or re.sub(r"\d?d\d{1,2}|[{},+]|kh1?", "", text):
        raise BadDocument(field, f'"{text[:40]}" is not dice that Cairn has')
    return damage


def _sections(text: str) -> Texts:
    """The parts of a biography under our headings; without headings, all of it is notes."""
    parts: dict[str, list[str]] = {name: [] for name in SECTIONS}
    at = "notes"
    for line in text.split("\n"):
        if line.casefold() in parts:
            at = line.casefold()
        elif line:
            parts[at].append(line)
    return Texts(**{name: "\n".join(lines) for name, lines in parts.items()})


_KNOWN = {"name", "type", "system", "items", "flags", "_id", "img", "folder", "sort", "ownership", "_stats", "effects"}
_KNOWN |= {"prototypeToken", "permission", "token"}


def _left(value: dict[str, Any]) -> list[Lost]:
    """What the actor has that a character has no field for."""
    lost = [Lost(name[:60], str(said)[:200]) for name, said in value.items() if name not in _KNOWN and said]
    if value.get("effects"):
        lost.append(Lost("effects", f"{len(value['effects'])} of them" if isinstance(value["effects"], list) else "…"))
    fields = (*System.__struct_fields__, "armor", "slotsUsed", "encumbered")
    system = value["system"]
    lost += [
        Lost(f"system.{name[:60]}", str(said)[:200]) for name, said in system.items() if name not in fields and said
    ]
    return lost


def mine(value: Any) -> bool:
    """Whether a document looks like an actor."""
    return isinstance(value, dict) and "type" in value and isinstance(value.get("system"), dict)


FORMAT = Format(".json", write, read, mine)
