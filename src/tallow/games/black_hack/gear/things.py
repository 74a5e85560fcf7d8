"""Things: turning an entry of the lists into an item that can be carried, worn and used."""

from functools import cache

from msgspec.structs import replace

from tallow.games.black_hack.entries import Piece, armour, things, weapons, wonders
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Item
from tallow.play import RuleId, rule

KNIFE: RuleId = "black_hack.weapon.throwing_knife"
MITHRIL: RuleId = "black_hack.magic_item.mithril_shirt"
ONE_HANDED: RuleId = "black_hack.weapon.one_handed"
TWO_HANDED: RuleId = "black_hack.weapon.two_handed"
CUSTOM: RuleId = "black_hack.weapon.custom_or_exotic"
SHIELDS = ("small_shield", "large_shield")
"""Kinds of armour that are held in a hand."""

WEIGHTLESS = ("purse",)
"""What of a kit counts as no item."""


@rule("black_hack.usage.notation")
def die(usage: str) -> int:
    """The sides of a Usage Die such as `Ud8`; 0 for none."""
    return int(usage.removeprefix("Ud")) if usage else 0


@cache
@rule("black_hack.option.item_keywords", "black_hack.setting.item_keywords", "black_hack.inventory.capacity")
def counts(keywords: tuple[str, ...], settings: Settings) -> int:
    """How many items something counts as: one, and by a setting one more for each awkward keyword."""
    return 1 + len(keywords) if settings.item_keywords else 1


@rule("black_hack.armour.pool", "black_hack.table.armour_value", "black_hack.magic_item.mithril_shirt")
def made(ref: RuleId, id_: str, settings: Settings = Settings()) -> Item:  # noqa: B008
    """A thing of the lists: a weapon, a piece of armour, something to use, or a magic item."""
    if ref in weapons():
        arm = weapons()[ref]
        return Item(
            id_,
            arm.name,
            ref,
            counts=counts(arm.keywords, settings),
            hands=arm.hands,
            large=arm.large,
            mode=arm.mode,
            tags=arm.tags,
        )
    if ref in armour():
        return _piece(armour()[ref], Item(id_, armour()[ref].name, ref), settings)
    if ref in wonders():
        wonder = wonders()[ref]
        item = Item(id_, wonder.name, ref, usage=die(wonder.usage))
        return _piece(armour()["black_hack.armour.mithril_shirt"], item, settings) if ref == MITHRIL else item
    thing = things()[ref]
    if thing.ref:
        return made(thing.ref, id_, settings)
    return Item(id_, thing.name, ref, counts=counts(thing.keywords, settings), usage=die(thing.usage))


def _piece(piece: Piece, item: Item, settings: Settings) -> Item:
    """A thing as the piece of armour that it is."""
    weight = counts(piece.keywords, settings)
    return replace(item, av=piece.av, kind=piece.class_key, dice=("whole",) * piece.dice, counts=weight)


@rule("black_hack.setting.item_keywords")
def recounted(items: tuple[Item, ...], settings: Settings) -> tuple[Item, ...]:
    """The items recounted after the setting for awkward things has changed; weightless items stay so."""
    known = {ref: kind[ref].keywords for kind in (weapons(), armour(), things()) for ref in kind}
    return tuple(
        [replace(item, counts=counts(known.get(item.ref, ()), settings)) if item.counts else item for item in items]
    )


def odd(name: str, id_: str) -> Item:
    """An item that is on no list."""
    return Item(id_, name, counts=0 if name in WEIGHTLESS else 1)


@cache
def _listed(ref: RuleId) -> str:
    """The name of an entry in the lists, "" if it has none."""
    for kind in (weapons(), armour(), wonders(), things()):
        if ref in kind:
            return kind[ref].name
    return ""


def called(item: Item) -> str:
    """How to refer to a thing in messages: its entry's id, or its own name if that differs."""
    return item.ref if item.ref and item.name == _listed(item.ref) else item.name


@cache
@rule(
    "black_hack.weapon.one_handed",
    "black_hack.weapon.two_handed",
    "black_hack.weapon.custom_or_exotic",
    "black_hack.large.which",
)
def named_weapons(ref: RuleId) -> tuple[RuleId, ...]:
    """The weapons that a generic "one-handed" or "two-handed" weapon can be; for any other, itself."""
    if ref not in (ONE_HANDED, TWO_HANDED):
        return (ref,)
    hands = 1 if ref == ONE_HANDED else 2
    return tuple(
        [
            arm.id
            for arm in weapons().values()
            if arm.hands == hands and arm.mode != "ranged" and arm.id not in (ONE_HANDED, TWO_HANDED, CUSTOM, KNIFE)
        ]
    )


@cache
@rule("black_hack.price.by_rarity")
def goods() -> tuple[RuleId, ...]:
    """The ids of everything for sale, without the armourer's work."""
    return tuple([ref for ref in things() if ".repair_" not in ref])


def find_item(items: tuple[Item, ...], which: str) -> Item:
    """The thing of that id."""
    return next(item for item in items if item.id == which)


def without(items: tuple[Item, ...], which: str) -> tuple[Item, ...]:
    """The things without the one of that id."""
    return tuple([item for item in items if item.id != which])


def with_thing(items: tuple[Item, ...], new: Item) -> tuple[Item, ...]:
    """The things with this one in place of the one of the same id."""
    return tuple([new if item.id == new.id else item for item in items])
