"""Kettlewright's JSON: one flat object; `items` and `containers` are lists, or JSON inside strings.

The main container has the id 0; a beast or a cart is another container. Fatigue is a thing of that name, and so is a
burden that fills a slot. The parts of a life are plain texts.
"""

import json
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from tallow.exchange.cairn_life import Texts, lived, told
from tallow.exchange.cairn_things import description, known, tags, thing, title, unknown
from tallow.exchange.documents import Format
from tallow.games.cairn.characters.creation import PLAYER, equipped
from tallow.games.cairn.characters.import_check import MOST_ITEMS, sound
from tallow.games.cairn.gear.inventory import OWN, SLOTS, armor
from tallow.games.cairn.harm.deprivation import FOOD
from tallow.games.cairn.state import Cause, Creature, Item
from tallow.mechanics.conditions import gain
from tallow.mechanics.documents import BadDocument, Lost, name_of, parsed, prose_of, typed

MAIN = 0
FATIGUE, BURDEN, CARRYING = "Fatigue", "Burden", "Carrying "

Score = Annotated[int, Meta(ge=0, le=99)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Container(Struct):
    """A container: its things are those whose `location` it is."""

    id: int
    name: str
    slots: Annotated[int, Meta(ge=0, le=200)]
    description: str | None = None


class Thing(Struct):
    """A thing as Kettlewright has it."""

    name: str
    tags: list[str] | None = None
    uses: Annotated[int, Meta(ge=0, le=999)] | None = None
    charges: Annotated[int, Meta(ge=0, le=999)] | None = None
    max_charges: Annotated[int, Meta(ge=0, le=999)] | None = None
    location: int = MAIN
    description: str | None = None
    armor_active: bool | None = None
    carrying: int | None = None


class Document(Struct):
    """A character as Kettlewright has it."""

    name: str
    strength: Score
    dexterity: Score
    willpower: Score
    hp: Score
    background: str | None = None
    strength_max: Score | None = None
    dexterity_max: Score | None = None
    willpower_max: Score | None = None
    hp_max: Score | None = None
    deprived: bool | None = None
    panicked: bool | None = None
    gold: Count | None = None
    description: str | None = None
    traits: str | None = None
    bonds: str | None = None
    scars: str | None = None
    omens: str | None = None
    notes: str | None = None
    items: Any = None
    containers: Any = None
    custom_name: str | None = None
    custom_background: str | None = None


def write(creature: Creature) -> str:
    """A character as Kettlewright imports it."""
    life = told(creature)
    carriers = {item.id: at for at, item in enumerate((i for i in creature.items if i.room), 1)}
    document = {
        "name": creature.name,
        "background": life.background,
        "strength": creature.strength,
        "strength_max": creature.strength_max,
        "dexterity": creature.dexterity,
        "dexterity_max": creature.dexterity_max,
        "willpower": creature.willpower,
        "willpower_max": creature.willpower_max,
        "hp": creature.hp,
        "hp_max": creature.hp_max,
        "armor": str(armor(creature)),
        "deprived": bool(creature.deprived),
        "panicked": "panicked" in creature.conditions,
        "gold": creature.gp,
        "description": life.gifts,
        "traits": life.traits,
        "bonds": life.bonds,
        "scars": life.scars,
        "omens": life.omens,
        "notes": life.notes,
        "items": list(_things(creature, carriers)),
        "containers": [
            {"id": MAIN, "name": "Main", "slots": SLOTS},
            *(_container(item, carriers[item.id]) for item in creature.items if item.room),
        ],
        "custom_image": False,
        "image_url": "",
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _container(item: Item, id_: int) -> dict[str, Any]:
    borne = {"carried_by": MAIN, "load": item.slots} if item.place == "hands" else {}
    made = {"id": id_, "name": item.name, "slots": item.room, **borne}
    plain = _carrier(Container(id_, item.name, item.room), "", held=False)
    return made if plain.effect == item.effect else {**made, "description": item.effect}


def _things(creature: Creature, carriers: dict[str, int]) -> list[dict[str, Any]]:
    made = []
    usual = {item.id: item.place for item in equipped(creature).items}
    for item in creature.items:
        one: dict[str, Any] = {"name": title(item), "location": carriers.get(item.place, MAIN)}
        if item.room:
            if item.place != "hands":
                continue
            one |= {"name": CARRYING + item.name, "tags": ["bulky"] * (item.slots == 2), "carrying": carriers[item.id]}
        else:
            packed = ["packed"] * (item.place == "pack" != usual[item.id])
            one |= {"tags": [*tags(item, counted=False), *packed], "description": description(item)}
            one |= {"uses": item.uses} if item.uses else {}
            one |= {"charges": item.charges, "max_charges": item.charges_max} if item.charges_max else {}
            one |= {"armor_active": item.place in {"worn", "hands"}} if item.armor else {}
        made.append(one)
    filling = [FATIGUE] * creature.fatigue + [BURDEN] * creature.burden
    made += [{"name": name, "location": MAIN, "tags": []} for name in filling]
    return [{"id": at, **one} for at, one in enumerate(made, 1)]


def read(text: str) -> tuple[Creature, tuple[Lost, ...]]:
    """The character of a document, and what of it could not be read."""
    value = parsed(text)
    document = typed(value, Document, strict=False)
    boxes = typed(_listed(document.containers, "containers"), list[Container], "containers", strict=False)
    listed = typed(_listed(document.items, "items"), list[Thing], "items", strict=False)
    if len(listed) > MOST_ITEMS or len(boxes) > MOST_ITEMS:
        raise BadDocument("items", f"at most {MOST_ITEMS} things, not {len(listed)}")
    if len({box.id for box in boxes}) < len(boxes):
        raise BadDocument("containers.id", "two containers have the same id")
    creature = Creature(
        id="pc",
        name=name_of(document.custom_name or document.name, "name"),
        kind="pc",
        hp=document.hp,
        hp_max=_either(document.hp_max, document.hp),
        strength=document.strength,
        strength_max=_either(document.strength_max, document.strength),
        dexterity=document.dexterity,
        dexterity_max=_either(document.dexterity_max, document.dexterity),
        willpower=document.willpower,
        willpower_max=_either(document.willpower_max, document.willpower),
        seat=PLAYER,
        gp=document.gold or 0,
        fatigue=sum(one.name == FATIGUE for one in listed),
        burden=sum(one.name == BURDEN for one in listed),
        deprived=(Cause(FOOD, 0),) if document.deprived else (),
        items=_items(listed, boxes),
    )
    creature = gain(creature, "panicked") if document.panicked else creature
    if not any({"held", "worn", "packed"} & set(one.tags or ()) for one in listed):
        creature = equipped(creature)
    texts = Texts(
        background=prose_of(document.custom_background or document.background, "background"),
        gifts=prose_of(document.description, "description"),
        traits=prose_of(document.traits, "traits"),
        bonds=prose_of(document.bonds, "bonds"),
        omens=prose_of(document.omens, "omens"),
        scars=prose_of(document.scars, "scars"),
        notes=prose_of(document.notes, "notes"),
    )
    return sound(lived(creature, texts)), tuple(_left(value))


def _either(most: int | None, now: int) -> int:
    return now if most is None else most


def _listed(value: Any, field: str) -> Any:
    """A list, or the list that a string contains as JSON."""
    if isinstance(value, str):
        try:
            return parsed(value, field) if value.strip() else []
        except BadDocument as error:
            raise BadDocument(field, error.why) from error
    return [] if value is None else value


def _items(listed: list[Thing], boxes: list[Container]) -> tuple[Item, ...]:
    """Beasts and carts, in the order of their containers, then all things."""
    places = {box.id: f"c{at}" for at, box in enumerate(boxes) if box.id != MAIN}
    drawn = {one.carrying for one in listed if one.carrying is not None and one.location == MAIN}
    items = [_carrier(box, places[box.id], held=box.id in drawn) for box in boxes if box.id != MAIN]
    for at, one in enumerate(listed):
        field = f"items[{at}]"
        if one.location != MAIN and one.location not in places:
            raise BadDocument(f"{field}.location", f"there is no container {one.location}")
        if one.name in {FATIGUE, BURDEN} or one.carrying is not None:
            continue
        charges = None if not one.max_charges else (one.charges or 0, one.max_charges)
        made = thing(
            one.name,
            one.tags or (),
            _description(one, field),
            f"i{at + 1}",
            uses=one.uses or 0,
            charges=charges,
            field=field,
        )
        if one.armor_active is False and made.place in {"hands", "worn"}:
            made = replace(made, place="pack")
        place = places.get(one.location, made.place if made.place in (*OWN, "beside") else "pack")
        items.append(replace(made, place=place, room=0))
    return tuple(items)


def _description(one: Thing, field: str) -> str:
    text = prose_of(one.description, f"{field}.description")
    strange = [word[:200] for word in unknown(one.tags or ())][:20]
    return "\n".join(part for part in (text, ", ".join(strange)) if part)


def _carrier(box: Container, id_: str, *, held: bool) -> Item:
    """A beast or cart: the one of that name, or a thing with as many slots."""
    name = name_of(box.name, "containers.name")
    like = [item for item in known().get(name.casefold(), ()) if item.room]
    base = replace(like[0], id=id_, name=name) if like else Item(id_, name, slots=0, hands=0)
    effect = base.effect if box.description is None else prose_of(box.description, "containers.description")
    return replace(base, effect=effect, room=max(1, box.slots), place="hands" if held else "beside")


_READ = frozenset((*Document.__struct_fields__, "id", "armor", "image_url", "custom_image"))


def _left(value: dict[str, Any]) -> list[Lost]:
    """What the document has that a character has no field for."""
    lost = [Lost(name[:60], str(said)[:200]) for name, said in value.items() if name not in _READ and said]
    if value.get("custom_image") and value.get("image_url"):
        lost.append(Lost("image_url", str(value["image_url"])[:200]))
    return lost


def mine(value: Any) -> bool:
    """Whether a document looks like one of Kettlewright's."""
    return isinstance(value, dict) and not {"strength", "dexterity", "willpower"}.isdisjoint(value)


FORMAT = Format(".json", write, read, mine)
