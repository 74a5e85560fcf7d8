"""Content about things: weapons, armour, items, relics, Runeskelfs, transports and services."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct, field

from tallow.games.modified_cairn.entries import BOOK, Works
from tallow.games.modified_cairn.state import Quality
from tallow.play import RuleId


class Arm(Struct, frozen=True):
    """A weapon, or a class of them; `ammo` is the kind of ammunition that it needs."""

    id: RuleId
    name: str
    use: Literal["melee", "ranged"]
    dice: str
    hands: int
    slots: int
    bulky: bool
    reach: bool
    ammo_dots: int
    reload: bool
    impaired_in: str
    effect: str
    class_: str = field(default="", name="class")
    price: int = 0
    bow: bool = False
    ammo: Literal["arrows", "bolts", "stones", "javelins"] = "arrows"


class Armour(Struct, frozen=True):
    """Armour, an `extra` piece of it, or a shield."""

    id: RuleId
    name: str
    armour: int
    location: str
    slots: int
    bulky: bool
    bash_dice: str
    price: int
    effect: str
    extra: bool = False


class Thing(Struct, frozen=True):
    """An item that is neither weapon nor armour; `uses` 0 is not counted.

    What it does when used, as far as numbers go: `dice` it strikes with, `thrown` at Engaged or Nearby, with `blast`.
    `aims`: upon one, upon `some` whom the GM names, or `strewn` until somebody comes upon it. Then whoever fails the
    `save`, if there is one, suffers `harm` straight to VIG and is in the state it `brings`, as long as it `lasts`
    ("1h", or "1r" for their next turn), or until a Save each turn sets them `free`; smoke fills the place for some
    `rounds`. `heals` lost VIG; `cures` states. `works` is what else it does.
    """

    id: RuleId
    name: str
    size: Literal["Normal", "Bulky", "Petty", "not carried"]
    slots: int
    uses: int
    location: str
    price: int
    kind: Literal["engine", "referee", "flavour"]
    effect: str = ""
    dice: str = ""
    thrown: bool = False
    blast: bool = False
    aims: Literal["", "one", "some", "strewn"] = ""
    save: Quality | None = None
    harm: str = ""
    brings: str = ""
    lasts: str = ""
    free: Literal["", "VIG", "CLA", "SPI"] = ""
    rounds: str = ""
    heals: str = ""
    cures: tuple[str, ...] = ()
    mirror: bool = False
    works: Works | None = None


class Relic(Struct, frozen=True):
    """A relic, with its charges and what renews them."""

    id: RuleId
    name: str
    roll: int
    size: str
    slots: int
    uses: int
    charges: int
    recharge: str
    dice: str
    armour: int
    effect: str
    mirror: bool = False
    works: Works | None = None


class Runeskelf(Struct, frozen=True):
    """A shard with two runes and the ritual that recharges it; `works` is what it is known for."""

    id: RuleId
    name: str
    runes: tuple[str, ...]
    slots: int
    recharge: str
    effect: str
    roll: int = 0
    works: Works | None = None


class Transport(Struct, frozen=True):
    """Something that carries things; one without VIG is not a creature."""

    id: RuleId
    name: str
    slots: int
    price: int
    slow: bool
    gd: int
    vig: int
    cla: int
    spi: int
    armour: int
    dice: str
    effect: str


class Service(Struct, frozen=True):
    """Something that a town does for money."""

    id: RuleId
    name: str
    price: int
    per: str
    where: str
    effect: str


@cache
def weapons() -> Mapping[RuleId, Arm]:
    """The weapons of the Armory, by id."""
    return BOOK.load("weapon", Arm)


@cache
def weapon_classes() -> Mapping[RuleId, Arm]:
    """Light, Balanced and Great weapons, by id."""
    return BOOK.load("weapon_class", Arm)


@cache
def armours() -> Mapping[RuleId, Armour]:
    """Armour, helmets and shields, by id."""
    return BOOK.load("armour", Armour)


@cache
def things() -> Mapping[RuleId, Thing]:
    """All other items, by id."""
    return BOOK.load("item", Thing)


@cache
def relics() -> Mapping[RuleId, Relic]:
    """The relics, by id."""
    return BOOK.load("relic", Relic)


@cache
def runeskelfs() -> Mapping[RuleId, Runeskelf]:
    """The named Runeskelfs, by id."""
    return BOOK.load("runeskelf", Runeskelf)


@cache
def transports() -> Mapping[RuleId, Transport]:
    """Carts, wagons and animals, by id."""
    return BOOK.load("transport", Transport)


@cache
def services() -> Mapping[RuleId, Service]:
    """The services of a town, by id."""
    return BOOK.load("service", Service)
