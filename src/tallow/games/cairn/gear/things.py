"""Making things: an `Item` from an entry of the content or from a line of gear."""

from msgspec.structs import replace

from tallow.games.cairn.entries import Armour, Gear, Relic, Thing, Weapon, armours, relics, spells, things, weapons
from tallow.games.cairn.state import Item, State
from tallow.mechanics.ids import serial
from tallow.play import RuleId

METAL, HEAD = "metal", "head"
"""Armour of metal, and what is worn on the head."""

REPELLENT: RuleId = "cairn.item.repellent"


def from_ref(ref: RuleId, id_: str, *, name: str = "") -> Item:
    """The thing that an entry is."""
    kind = ref.split(".")[1]
    if kind == "weapon":
        return _weapon(weapons()[ref], id_, name)
    if kind == "armour":
        return _armour(armours()[ref], id_, name)
    if kind == "relic":
        return _relic(relics()[ref], id_)
    if kind == "spell":
        return spellbook(ref, id_)
    return _thing(things()[ref], id_, name)


def _weapon(weapon: Weapon, id_: str, name: str) -> Item:
    called = name or (weapon.kinds[0] if weapon.kinds else weapon.name)
    return Item(
        id_,
        called,
        weapon.id,
        weapon.slots,
        weapon.damage,
        range=weapon.range,
        hands=weapon.hands,
    )


def _armour(armour: Armour, id_: str, name: str) -> Item:
    return Item(
        id_,
        name or armour.name,
        armour.id,
        armour.slots,
        hands=armour.hands,
        armor=armour.armor,
        bonus=armour.bonus,
        qualities=armour.qualities,
    )


def _relic(relic: Relic, id_: str) -> Item:
    return Item(
        id_,
        relic.name,
        relic.id,
        relic.slots,
        relic.damage,
        hands=0 if relic.armor else 1,
        armor=relic.armor,
        bonus=relic.bonus,
        uses=relic.uses,
        charges=relic.charges,
        charges_max=relic.charges,
        recharge=relic.recharge,
        save=relic.save,
        effect=relic.effect,
        qualities=("magic", *relic.qualities),
    )


def _thing(thing: Thing, id_: str, name: str) -> Item:
    return Item(
        id_,
        name or thing.name,
        thing.id,
        thing.slots,
        thing.damage,
        thing.blast,
        thing.range,
        thing.hands,
        uses=thing.uses,
        save=thing.save,
        effect=thing.effect,
        room=thing.room,
        qualities=thing.qualities,
        place="beside" if thing.room else "pack",
    )


def spellbook(spell: RuleId, id_: str, *, oddity: str | None = None) -> Item:
    """The book of a spell, with its usual oddity unless another is given."""
    entry = spells()[spell]
    return Item(
        id_,
        entry.name,
        "cairn.item.spellbook",
        slots=1,
        hands=2,
        spell=spell,
        oddity=entry.oddity if oddity is None else oddity,
        qualities=("magic",),
    )


def scroll(spell: RuleId, id_: str) -> Item:
    """A scroll of a spell."""
    return Item(
        id_, spells()[spell].name, "cairn.item.scroll", slots=0, hands=2, uses=1, spell=spell, qualities=("magic",)
    )


def from_gear(gear: Gear, id_: str) -> Item:
    """The thing that a line of gear is: its entry, with the line's own numbers where it has any."""
    if gear.ref.startswith("cairn.spell."):
        return _magic(gear, id_)
    base = from_ref(gear.ref, id_, name=gear.name) if gear.ref else Item(id_, gear.name)
    room = gear.room or base.room
    return replace(
        base,
        slots=gear.slots,
        damage=gear.damage or base.damage,
        blast=gear.blast or base.blast,
        range=gear.range if gear.damage or not gear.ref else base.range,
        hands=base.hands if gear.hands is None else gear.hands,
        armor=gear.armor or base.armor,
        bonus=gear.bonus or base.bonus,
        uses=gear.uses or base.uses,
        charges=gear.charges,
        charges_max=gear.charges,
        recharge=gear.recharge,
        heals=gear.heals,
        save=gear.save or base.save,
        value_gp=gear.value_gp,
        effect=gear.effect or base.effect,
        room=room,
        qualities=base.qualities if gear.qualities is None else gear.qualities,
        place="beside" if room else base.place,
    )


def _magic(gear: Gear, id_: str) -> Item:
    """A spellbook, a scroll, or a trinket that casts a spell and has its charge again each day."""
    if gear.charges:
        return Item(
            id_,
            gear.name,
            slots=gear.slots,
            charges=gear.charges,
            charges_max=gear.charges,
            recharge=gear.recharge,
            effect=gear.effect,
            spell=gear.ref,
            qualities=("magic",),
        )
    made = scroll(gear.ref, id_) if gear.slots == 0 else spellbook(gear.ref, id_)
    return replace(made, effect=gear.effect)


def wearable(item: Item) -> bool:
    """Whether a thing is worn rather than carried: armour that takes no hand, a band, a limb."""
    return bool(item.armor and not item.hands) or "worn" in item.qualities


def worn(item: Item) -> Item:
    """Armour put on, a shield taken in hand; anything else as it is."""
    if wearable(item):
        return replace(item, place="worn")
    return replace(item, place="hands") if item.armor else item


def give(state: State, ref: RuleId, **changes: object) -> tuple[State, Item]:
    """A new thing with an id of its own."""
    state, id_ = serial(state, "i")
    return state, replace(from_ref(ref, id_), **changes)
