"""Weapons, armour, shields, all other items, containers, and prices."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.attacks import Attack, Range
from tallow.games.dead_weight.state import Attribute
from tallow.play import RuleId

Special: TypeAlias = Literal[
    "", "self_hit_on_miss", "extra_dodge_token", "break_if_blocked", "stun_if_no_armour", "stun_on_die",
    "thrown_by_strength",
]  # fmt: skip
"""What the text of a weapon adds to its profile, beyond the other fields."""


class Dual(Struct, frozen=True):
    """How a weapon's profile changes with one of it in each hand."""

    wounds: int
    critical: int
    effects: tuple[str, ...]
    critical_effects: tuple[str, ...]


class Weapon(Struct, frozen=True):
    """A weapon.

    `one_hand` is the number of dice more or fewer for a two-handed weapon used in one hand, None if that is impossible.
    `ammunition` is the item that it shoots, `reload` the actions that loading takes. `special_on` are the faces of the
    d6 on which `special` happens.
    """

    id: RuleId
    name: str
    rarity: str
    attribute: Attribute
    wounds: int
    critical: int
    effects: tuple[str, ...]
    critical_effects: tuple[str, ...]
    hands: int
    range: Range
    effect: str
    roles: tuple[str, ...] = ()
    usage: str = ""
    special: Special = ""
    special_on: tuple[int, ...] = ()
    one_hand: int | None = None
    ammunition: RuleId = ""
    reload: int = 0
    dual: Dual | None = None

    @property
    def attack(self) -> Attack:
        """Its profile."""
        return Attack(self.attribute, self.wounds, self.critical, self.effects, self.critical_effects, self.range)

    @property
    def dual_attack(self) -> Attack:
        """Its profile with one in each hand; the normal profile if the entry has no other."""
        if self.dual is None:
            return self.attack
        dual = self.dual
        return Attack(self.attribute, dual.wounds, dual.critical, dual.effects, dual.critical_effects, self.range)


class Armour(Struct, frozen=True):
    """Armour or clothing: its points, what it is made of, and the slots it takes, carried and worn."""

    id: RuleId
    name: str
    rarity: str
    ap: int
    material: Literal["cloth", "leather", "metal"]
    slots: int
    worn_slots: int
    roles: tuple[str, ...] = ()


class Shield(Struct, frozen=True):
    """A shield: how many tokens one Defend places."""

    id: RuleId
    name: str
    rarity: str
    tokens: int
    hands: int
    slots: int


class Heals(Struct, frozen=True):
    """Wounds that something heals, on each of these attributes or on one of them; 9 stands for all."""

    wounds: int
    attributes: tuple[Attribute, ...]
    each: bool


class Thing(Struct, frozen=True):
    """An item that is neither weapon, armour nor shield."""

    id: RuleId
    name: str
    rarity: str
    slots: int
    pack: int
    usage: str
    tags: tuple[str, ...]
    liquid: bool
    effect: str
    roles: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    heals: Heals | None = None
    repairs: tuple[str, ...] = ()
    attack: Attack | None = None


class Container(Struct, frozen=True):
    """Something to carry things in, worn at its `place`; `replaces` is the container that it is carried instead of."""

    id: RuleId
    rarity: str
    slots: int
    place: str
    replaces: str
    max_carried: int


class Price(Struct, frozen=True):
    """The price of a rarity in silver: dice such as `1d6`, `2+2d6` and `3x2d6`, and the minimum."""

    id: RuleId
    dice: str
    min: int


@cache
def weapons() -> Mapping[RuleId, Weapon]:
    """The weapons."""
    return BOOK.load("weapon", Weapon)


@cache
def armours() -> Mapping[RuleId, Armour]:
    """Armour and clothing."""
    return BOOK.load("armour", Armour)


@cache
def shields() -> Mapping[RuleId, Shield]:
    """Shields."""
    return BOOK.load("shield", Shield)


@cache
def things() -> Mapping[RuleId, Thing]:
    """All other items."""
    return BOOK.load("item", Thing)


@cache
def containers() -> Mapping[RuleId, Container]:
    """Containers."""
    return BOOK.load("container", Container)


@cache
def prices() -> Mapping[RuleId, Price]:
    """The prices, by rarity."""
    return BOOK.load("price", Price)
