"""Making things: an `Item` from an entry of the content or from a line of gear."""

from msgspec.structs import replace

from tallow.games.modified_cairn.entries import Given
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.goods import Arm, armours, relics, runeskelfs, things, weapon_classes, weapons
from tallow.games.modified_cairn.state import Item, Size, State
from tallow.mechanics.ids import serial
from tallow.mechanics.notation import parse_pool
from tallow.play import RuleId, rule

RATIONS: RuleId = "modified_cairn.item.rations"
BUNDLE = 3
"""How many petty things make a bundle, unless their entry says otherwise."""

BY_DIE = {4: "light", 6: "light", 8: "balanced", 10: "great"}
CRAMPED, THROWN, RELOAD = "cramped", "thrown", "reload"
"""Qualities of weapons: Impaired in cramped places, thrown as well as wielded, reloaded after each shot."""


def sides(dice: str) -> tuple[int, ...]:
    """The sides of each die in a text such as `d6 + d8`."""
    return parse_pool(dice, "highest") if dice else ()


def size_of(name: str) -> Size:
    """The size that a name in the lists means."""
    return "bulky" if name == "Bulky" else "petty" if name in {"Petty", "not carried"} else "normal"


def _plain(name: str) -> str:
    return name.partition(" (")[0]


@rule("modified_cairn.front.companion_data")
def made(ref: RuleId, id: str, name: str = "") -> Item:  # noqa: A002
    """A thing made from its entry."""
    arm = weapons().get(ref) or weapon_classes().get(ref)
    if arm is not None:
        return _arm(arm, id, name)
    if ref in armours():
        return _armour(ref, id, name)
    if ref in relics():
        return _relic(ref, id, name)
    if ref in runeskelfs():
        return shard(ref, id)
    return _item(ref, id, name)


@rule(
    "modified_cairn.weapon.melee_classes",
    "modified_cairn.weapon.melee_slots",
    "modified_cairn.weapon.ranged_dots",
    "modified_cairn.weapon.other_weapons",
)
def _arm(arm: Arm, id: str, name: str) -> Item:  # noqa: A002
    """A weapon: Light and Balanced ones fill one slot, Great ones are Bulky; ranged ones have 3 dots of ammunition."""
    grade = {"Light": "light", "Balanced": "balanced", "Great": "great"}.get(arm.class_ or arm.name, "")
    qualities = [
        quality
        for quality, holds in (
            (CRAMPED, arm.impaired_in == "cramped spaces"),
            (THROWN, arm.use == "melee" and bool(arm.ammo_dots)),
            (RELOAD, arm.reload),
        )
        if holds
    ]
    return Item(
        id,
        name or arm.name,
        arm.id,
        "bulky" if arm.bulky else "normal",
        kind=grade or ("bow" if arm.bow else arm.id.rpartition(".")[2]),
        dice=sides(arm.dice),
        ranged=arm.use == "ranged",
        reach=arm.reach,
        uses=arm.ammo_dots,
        price=arm.price,
        qualities=tuple(qualities),
    )


@rule("modified_cairn.convert.armour")
def _armour(ref: RuleId, id: str, name: str) -> Item:  # noqa: A002
    """Armour: Light in one Body slot, heavier in both; a helmet is an extra piece, a shield is held."""
    entry = armours()[ref]
    kind = "shield" if entry.bash_dice else "extra" if entry.extra else "armour"
    return Item(
        id,
        name or _plain(entry.name),
        ref,
        "bulky" if entry.bulky else "normal",
        kind=kind,
        dice=sides(entry.bash_dice),
        armor=entry.armour,
        price=entry.price,
    )


@rule("modified_cairn.convert.charges")
def _relic(ref: RuleId, id: str, name: str) -> Item:  # noqa: A002
    """A relic: its charges or uses are dots, and it notes what renews them."""
    entry = relics()[ref]
    dice = sides(entry.dice)
    return Item(
        id,
        name or entry.name,
        ref,
        size_of(entry.size),
        kind="relic" if not entry.dice else BY_DIE.get(dice[-1], "light"),
        dice=dice,
        armor=entry.armour,
        uses=entry.charges or entry.uses,
        recharge=entry.recharge,
        effect=entry.effect,
    )


@rule("modified_cairn.convert.spellbooks")
def shard(ref: RuleId, id: str, *, scroll: bool = False) -> Item:  # noqa: A002
    """A Runeskelf, or the scroll (a bark sliver) of its runes, which casts once."""
    entry = runeskelfs()[ref]
    if scroll:
        return Item(id, entry.name, ref, "petty", kind="scroll", uses=1, runes=entry.runes, effect=entry.effect)
    return Item(
        id, entry.name, ref, "normal", kind="rune", runes=entry.runes, recharge=entry.recharge, effect=entry.effect
    )


@rule("modified_cairn.inventory.limited_uses", "modified_cairn.inventory.bundle")
def _item(ref: RuleId, id: str, name: str) -> Item:  # noqa: A002
    """Any other thing, with its dots; Rations come as bundles of three."""
    entry = things()[ref]
    dice = sides(entry.dice)
    made = Item(
        id,
        name or entry.name,
        ref,
        size_of(entry.size),
        kind="bomb" if entry.thrown else BY_DIE[dice[-1]] if dice else "",
        dice=dice,
        ranged=entry.thrown,
        blast=entry.blast,
        uses=entry.uses,
        price=entry.price,
        effect=entry.effect,
    )
    return replace(made, uses=0, count=entry.uses, bundle=BUNDLE) if ref == RATIONS else made


@rule("modified_cairn.convert.weapons", "modified_cairn.convert.armour", "modified_cairn.convert.spellbooks")
def from_gear(line: Given, id: str) -> Item:  # noqa: A002
    """The thing of a line of gear: its entry, with the line's own numbers where it has any.

    A thing whose entry is a creature is one that calls up that creature.
    """
    if line.of in runeskelfs():
        return replace(shard(line.of, id, scroll=line.size == "Petty"), name=line.name)
    plain = not line.of or line.of in monsters()
    thing = Item(id, line.name, line.of) if plain else made(line.of, id, line.name)
    if line.size:
        thing = replace(thing, size=size_of(line.size))
    if line.uses is not None:
        thing = replace(thing, count=line.uses) if thing.bundle else replace(thing, uses=line.uses)
    if line.price is not None:
        thing = replace(thing, price=line.price)
    if line.armour is not None:
        thing = replace(thing, kind=thing.kind or "armour", armor=line.armour)
    if line.dice:
        thing = _struck(thing, line)
    if line.qualities:
        thing = replace(thing, qualities=(*thing.qualities, *line.qualities))
    return replace(thing, recharge=line.recharge) if line.recharge else thing


def _struck(thing: Item, line: Given) -> Item:
    """The thing with its own attack die: thrown if it bursts and is used up, else of the weapon class of its die."""
    dice = sides(line.dice)
    if line.blast and not thing.kind:
        return replace(thing, kind="bomb", dice=dice, blast=True, ranged=True)
    return replace(thing, kind=thing.kind or BY_DIE.get(dice[-1], "light"), dice=dice, blast=line.blast)


def fresh(state: State, ref: RuleId, name: str = "") -> tuple[State, Item]:
    """A new thing with a new id; gives the state, in which the id is used up, and the thing."""
    state, id_ = serial(state, "i")
    return state, made(ref, id_, name)
