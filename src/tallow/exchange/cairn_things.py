"""Things of Cairn for other tools: a name, a few tags, and a description.

Tags are properties of a thing: `petty`, `bulky`, `d6`, `blast`, `1 Armor`, `bonus defense`, `3 uses`, `2/3 charges`.
Further properties get a tag only if they differ from those of the thing of this name (`held`, `lit`, `2 hands` …).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.characters.import_check import DAMAGE
from tallow.games.cairn.entries import Gear, armours, relics, spells, tables, things, weapons
from tallow.games.cairn.folk import backgrounds, roles
from tallow.games.cairn.gear.things import HEAD, METAL, from_gear, from_ref, scroll, spellbook
from tallow.games.cairn.state import Item
from tallow.mechanics.documents import BadDocument, name_of

BOOK, SCROLL = "cairn.item.spellbook", "cairn.item.scroll"
_MADE = {BOOK: "Spellbook of ", SCROLL: "Scroll of "}
_ODDITY, _RECHARGE = "Oddity: ", "Recharge: "

_ARMOR = re.compile(r"\+?([0-3]) armou?r", re.IGNORECASE)
_USES = re.compile(r"(\d{1,3}) uses?")
_CHARGES = re.compile(r"(\d{1,3})/(\d{1,3}) charges?")
QUALITIES = frozenset(
    (
        "silver", "iron", "fire", "cold", "lightning", "metal", "head", "magic", "limb", "reload", "club", "lashing",
        "thirsting", "everbloom", "against poison", "shut", "primed", "whetted",
    )
)  # fmt: skip


def title(item: Item) -> str:
    """The name of a thing with its kind, such as that of a spellbook."""
    return f"{_MADE.get(item.ref, '') if item.spell else ''}{item.name}"


@cache
def _spell(name: str) -> str:
    return next((id_ for id_, spell in spells().items() if spell.name.casefold() == name.casefold()), "")


@cache
def known() -> dict[str, tuple[Item, ...]]:
    """All things of the game by name; several may share one."""
    found: dict[str, list[Item]] = {}
    gear: list[Gear] = [line for one in backgrounds().values() for line in one.gear]
    gear += [line for table in tables().values() for row in table.rows for line in row.gives]
    gear += [line for role in roles().values() for line in role.gear]
    made = [from_gear(line, "") for line in gear if not line.ref.startswith("cairn.spell.") or line.charges]
    made += [from_ref(ref, "") for ref in (*armours(), *relics(), *things())]
    made += [from_ref(ref, "", name=kind) for ref, one in weapons().items() for kind in (one.kinds or (one.name,))]
    for item in made:
        listed = found.setdefault(item.name.casefold(), [])
        if item not in listed and item.ref not in _MADE:
            listed.append(item)
    return {name: tuple(listed) for name, listed in found.items()}


def tags(item: Item, *, counted: bool = True) -> list[str]:
    """The tags of a thing. `counted`: with the numbers of uses and charges, for formats that have no field for them."""
    plain = [*_size(item), *_numbers(item)]
    if item.uses:
        plain.append(f"{item.uses} use{'s' * (item.uses > 1)}" if counted else "uses")
    if item.charges_max:
        plain.append(f"{item.charges}/{item.charges_max} charges" if counted else "charges")
    if item.spell and item.ref not in _MADE:
        plain.append(f"casts {spells()[item.spell].name}")
    guessed = thing(title(item), plain, description(item), item.id, uses=item.uses, charges=_charges(item))
    more = [say(item) for field, say in _MORE.items() if getattr(guessed, field) != getattr(item, field)]
    added = [quality for quality in item.qualities if quality not in guessed.qualities and _quality(quality)]
    return [*plain, *(word for word in more if word), *added]


def _quality(word: str) -> bool:
    return word in QUALITIES or word.startswith("repels ")


def _charges(item: Item) -> tuple[int, int] | None:
    return (item.charges, item.charges_max) if item.charges_max else None


def _size(item: Item) -> Iterator[str]:
    if item.slots != 1:
        yield {0: "petty", 2: "bulky"}.get(item.slots, f"{item.slots} slots")


def _numbers(item: Item) -> Iterator[str]:
    if item.damage:
        yield item.damage
    if item.blast:
        yield "blast"
    if item.armor:
        yield f"{item.armor} Armor"
    if item.bonus:
        yield "bonus defense"


_MORE: dict[str, Callable[[Item], str]] = {
    "range": lambda item: item.range,
    "hands": lambda item: f"{item.hands} hand{'s' * (item.hands != 1)}",
    "heals": lambda item: f"heals {item.heals}" if item.heals else "",
    "save": lambda item: f"{item.save} save" if item.save else "",
    "value_gp": lambda item: f"worth {item.value_gp} gp",
    "room": lambda item: f"+{item.room} slots",
    "place": lambda item: {"hands": "held", "worn": "worn", "pack": "packed", "beside": "beside"}.get(item.place, ""),
    "lit": lambda item: "lit" if item.lit else "",
}


def description(item: Item) -> str:
    """The description of a thing: its effect, oddity and recharge."""
    effect = item.effect or (spells()[item.spell].effect if item.spell else "")
    lines = [effect, item.oddity and _ODDITY + item.oddity, item.recharge and _RECHARGE + item.recharge]
    return "\n".join(line for line in lines if line)


def thing(
    name: str,
    said: Iterable[str],
    described: str | None,
    id: str,  # noqa: A002
    *,
    uses: int = 0,
    charges: tuple[int, int] | None = None,
    field: str = "items",
) -> Item:
    """The thing of this name and these tags. `described` is None if the format has no descriptions."""
    words = [" ".join(tag.split()) for tag in said]
    item = _numbered(Item(id, name_of(name, f"{field}.name")), words, field)
    spell, kind = _written(item.name)
    if spell:
        item = replace(_spelled(spell, kind, id), slots=item.slots if _sized(words) else int(kind == BOOK))
    else:
        item = _likest(item, None if described is None else plain_effect(described))
    for word in words:
        item = _with(item, word, field)
    item = replace(item, uses=uses or item.uses)
    if charges is not None:
        item = replace(item, charges=charges[0], charges_max=charges[1])
    return _described(item, described or "")


def _sized(words: list[str]) -> bool:
    return any(word in {"petty", "bulky"} or word.endswith(" slots") for word in words)


def _written(name: str) -> tuple[str, str]:
    """The spell in the name of a book or scroll, and which of the two it is."""
    for kind, made in _MADE.items():
        if name.casefold().startswith(made.casefold()) and (spell := _spell(name[len(made) :])):
            return spell, kind
    return "", ""


def _spelled(spell: str, kind: str, id: str) -> Item:  # noqa: A002
    return spellbook(spell, id, oddity="") if kind == BOOK else replace(scroll(spell, id), uses=0)


def _numbered(item: Item, words: list[str], field: str) -> Item:
    """A thing with the numbers of its tags alone."""
    for word in words:
        if word in {"petty", "bulky"}:
            item = replace(item, slots=0 if word == "petty" else 2)
        elif DAMAGE.fullmatch(word.replace(" ", "")):
            item = replace(item, damage=word.replace(" ", ""))
        elif armor := _ARMOR.fullmatch(word):
            item = replace(item, armor=int(armor[1]), bonus=item.bonus or word.startswith("+"))
        elif word in {"blast", "bonus defense"}:
            item = replace(item, **{"blast" if word == "blast" else "bonus": True})
        elif charges := _CHARGES.fullmatch(word):
            item = replace(item, charges=int(charges[1]), charges_max=int(charges[2]))
        elif len(word) > 200:
            raise BadDocument(f"{field}.tags", "a tag has at most 200 characters")
    return item


def _likest(item: Item, effect: str | None) -> Item:
    """The known thing of that name whose numbers agree most; otherwise a new thing."""
    core = ("slots", "damage", "blast", "armor", "bonus")

    def fit(one: Item) -> tuple[int, bool, bool]:
        agree = sum(getattr(one, name) == getattr(item, name) for name in core)
        return agree, effect is not None and one.effect == effect, bool(one.ref)

    candidates = known().get(item.name.casefold(), ())
    like = max(candidates, key=fit, default=None)
    if like is None:
        gear = Gear(item.name, item.slots, damage=item.damage, blast=item.blast, armor=item.armor, bonus=item.bonus)
        return from_gear(replace(gear, hands=_hands_of(item), qualities=_qualities_of(item)), item.id)
    numbers = {name: getattr(item, name) for name in core}
    return replace(like, id=item.id, name=item.name, uses=0, charges=0, charges_max=0, **numbers)


def _hands_of(item: Item) -> int:
    """How many hands a thing takes that the game does not know: two for a bulky weapon, none for armour but shields."""
    if item.slots == 2 and item.damage:
        return 2
    return 0 if item.armor and not any(word in item.name.casefold() for word in _HELD) else 1


def _qualities_of(item: Item) -> tuple[str, ...]:
    """What a weapon or armour that the game does not know is made of, by the words in its name."""
    said = item.name.casefold()
    found = [stuff for stuff in _STUFF if stuff in said] if item.damage or item.armor else []
    if item.armor and any(word in said for word in _METAL_ARMOUR):
        found += [METAL, HEAD] if "helm" in said else [METAL]
    return tuple(found)


_HELD = ("shield", "buckler")
_STUFF = ("silver", "iron", "fire")
_METAL_ARMOUR = ("mail", "plate", "brigandine", "helm", "bracers")


def _with(item: Item, word: str, field: str) -> Item:
    """A thing with the property of one more tag."""
    if uses := _USES.fullmatch(word):
        return replace(item, uses=int(uses[1]))
    if charges := _CHARGES.fullmatch(word):
        return replace(item, charges=int(charges[1]), charges_max=int(charges[2]))
    if word in _PLACES:
        return replace(item, place=_PLACES[word])
    if word in {"ranged", "melee"}:
        return replace(item, range=word)
    if word == "lit":
        return replace(item, lit=True)
    for pattern, read in _READ:
        if found := pattern.fullmatch(word):
            return read(item, found[1])
    if _quality(word):
        return replace(item, qualities=tuple(dict.fromkeys((*item.qualities, word))))
    if word.startswith("casts "):
        if spell := _spell(word.removeprefix("casts ")):
            return replace(item, spell=spell)
        raise BadDocument(f"{field}.tags", f'"{word.removeprefix("casts ")}" is not a spell that Tallow knows')
    return item


_PLACES = {"held": "hands", "worn": "worn", "packed": "pack", "beside": "beside"}
_READ: tuple[tuple[re.Pattern[str], Callable[[Item, str], Item]], ...] = (
    (re.compile(r"([0-9]) hands?"), lambda item, found: replace(item, hands=int(found))),
    (re.compile(r"heals (.{1,40})"), lambda item, found: replace(item, heals=found)),
    (re.compile(r"(STR|DEX|WIL) save"), lambda item, found: replace(item, save=found)),
    (re.compile(r"worth (\d{1,6}) gp"), lambda item, found: replace(item, value_gp=int(found))),
    (re.compile(r"\+(\d{1,3}) slots"), lambda item, found: replace(item, room=int(found))),
    (re.compile(r"(\d{1,2}) slots"), lambda item, found: replace(item, slots=int(found))),
)


def unknown(words: Iterable[str]) -> list[str]:
    """The tags that are not read."""
    return [
        word
        for tag in words
        if (word := " ".join(tag.split()))
        and word not in {"petty", "bulky", "uses", "charges", "blast", "bonus defense", "ranged", "melee", "lit"}
        and word not in _PLACES
        and not _quality(word)
        and not word.startswith(("casts ", "on "))
        and not DAMAGE.fullmatch(word.replace(" ", ""))
        and not any(pattern.fullmatch(word) for pattern in (_ARMOR, _USES, _CHARGES, *(one for one, _ in _READ)))
    ]


def plain_effect(described: str) -> str:
    """A description without oddity and recharge."""
    lines = [line for line in described.split("\n") if not line.startswith((_ODDITY, _RECHARGE))]
    return "\n".join(lines).strip()


def _described(item: Item, described: str) -> Item:
    effect = plain_effect(described)
    for line in described.split("\n"):
        if line.startswith(_ODDITY):
            item = replace(item, oddity=line.removeprefix(_ODDITY))
        elif line.startswith(_RECHARGE):
            item = replace(item, recharge=line.removeprefix(_RECHARGE))
    if item.spell and effect == spells()[item.spell].effect:
        return replace(item, effect="") if item.ref in _MADE else item
    return replace(item, effect=effect or item.effect)
