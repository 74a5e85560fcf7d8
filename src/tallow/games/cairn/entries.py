"""The content of the game, typed: gear, spells, relics, weapons, armour, things, scars, tables; `folk` has the rest."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.games.rulebook import Rulebook
from tallow.mechanics.tables import Table, rows_by_id
from tallow.play import RuleId

BOOK = Rulebook(__package__)


Light: TypeAlias = Literal["", "flame", "shielded", "cold", "wisp"]
"""How a thing gives light: with a naked flame, in a lantern, without fire, or by feeding on pain and fear."""


class InUse(Struct, frozen=True, kw_only=True):
    """What a thing does when it is used, as content/spell.toml explains; and whether it is of `metal`."""

    aims: str = "place"
    within: int = 40
    duration: str = "instant"
    dice: str = ""
    does: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    metal: bool = False


class Gear(InUse, frozen=True):
    """A line of gear, as backgrounds and tables give it.

    `light` and `needs_beast` are those of things on the price list; `eats_every` says every how many days a beast in
    the pack eats a ration; `passive`: it works without being used; `craves`: whoever takes it needs another dose within
    a day.
    """

    name: str
    slots: int = 1
    ref: RuleId = ""
    damage: str = ""
    blast: bool = False
    range: Literal["melee", "ranged"] = "melee"
    hands: int | None = None
    armor: int = 0
    bonus: bool = False
    uses: int = 0
    charges: int = 0
    recharge: str = ""
    heals: str = ""
    save: Literal["", "STR", "DEX", "WIL"] = ""
    value_gp: int = 0
    effect: str = ""
    room: int = 0
    qualities: tuple[str, ...] | None = None
    light: Light = ""
    needs_beast: bool = False
    eats_every: int = 0
    passive: bool = False
    craves: bool = False


class Row(Struct, frozen=True):
    """A row of a table: what is rolled for it, its name, and what it does or gives.

    `code` is what rules know the row by; `group` a kind of monster. `only_gives`: `effect` says no more than `gives`.
    Of a boon: `passive`, it works without being used; `creature_called`, its creature comes only when it is used; what
    it brings goes on for its `duration`.
    Of an oddity of spellbooks: `ordinary`, there is none; `shut`, the book cannot be read when it is found.
    """

    on: str
    name: str
    effect: str = ""
    code: str = ""
    group: str = ""
    only_gives: bool = False
    passive: bool = False
    creature_called: bool = False
    ordinary: bool = False
    shut: bool = False
    gives: tuple[Gear, ...] = ()
    gp: int = 0
    max_hp_bonus: str = ""
    creature: RuleId = ""
    fatigue: int = 0
    per_day: int = 0
    duration: str = ""
    save: str = ""
    damage: str = ""
    armor: int = 0
    supply_step: int = 0
    lost_step: int = 0
    terrain_step: int = 0
    watches: int = 0
    lost_in_6: int = 0
    factor: int = 0
    choice: bool | str = False
    gear_gp: int = 0
    one_item_gp: int = 0
    extra_bonds: int = 0
    private_omen: bool = False
    slots_taken: int = 0
    words: tuple[str, ...] = ()


class Strengthened(Struct, frozen=True):
    """What changes in a spell that is cast with time and safety; what is empty or None stays as it is.

    `does` comes in addition to what the spell does anyway.
    """

    duration: str = ""
    targets: int | None = None
    aims: str = ""
    within: int | None = None
    area_ft: int | None = None
    does: tuple[str, ...] = ()


class Spell(Struct, frozen=True):
    """A spell, and the usual oddity of its book.

    `within` is how far it reaches, in feet. `enhanced` says in words what time and safety add, `strengthened` as far as
    the program does it.
    """

    id: RuleId
    name: str
    roll: int
    target: str
    duration: str
    save: Literal["none", "STR", "DEX", "WIL"]
    dice: str
    effect: str
    enhanced: str
    strengthened: Strengthened = Strengthened()
    oddity: str = ""
    within: int = 40
    range_ft: int = 0
    area_ft: int = 0
    aims: str = "place"
    targets: int = 1
    does: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class Relic(InUse, frozen=True):
    """A thing with a power in it. `hours` is how long it works where dice say so, in place of `duration`.

    `passive`: it works without being used.
    """

    id: RuleId
    name: str
    roll: int
    slots: int
    effect: str
    charges: int = 0
    uses: int = 0
    recharge: str = ""
    damage: str = ""
    armor: int = 0
    bonus: bool = False
    save: Literal["", "STR", "DEX", "WIL"] = ""
    hours: str = ""
    mirror: bool = False
    qualities: tuple[str, ...] = ()
    passive: bool = False


class Weapon(Struct, frozen=True):
    """A class of weapons: its kinds by name, and which of them are of wood, bone or leather."""

    id: RuleId
    name: str
    damage: str
    hands: int
    slots: int
    price_gp: int
    range: Literal["melee", "ranged"]
    effect: str
    kinds: tuple[str, ...] = ()
    not_metal: tuple[str, ...] = ()


class Armour(Struct, frozen=True):
    """A piece of armour."""

    id: RuleId
    name: str
    armor: int
    bonus: bool
    price_gp: int
    slots: int
    hands: int
    effect: str
    qualities: tuple[str, ...] = ()


class Thing(InUse, frozen=True):
    """Something on the price list.

    `mirror`: one can look into it instead of at a gaze; `light`: how it gives light; `needs_beast`: it carries
    nothing without a beast before it.
    """

    id: RuleId
    name: str
    price_gp: int
    slots: int
    uses: int
    effect: str
    list: str = "published"
    price_gp_draft: int = 0
    damage: str = ""
    save: Literal["", "STR", "DEX", "WIL"] = ""
    supply_step: int = 0
    lost_step: int = 0
    hands: int = 1
    room: int = 0
    blast: bool = False
    range: Literal["melee", "ranged"] = "melee"
    service: bool = False
    qualities: tuple[str, ...] = ()
    mirror: bool = False
    light: Light = ""
    needs_beast: bool = False


class ScarEntry(Struct, frozen=True):
    """A row of the scars."""

    id: RuleId
    name: str
    on: int
    roll: str
    mode: Literal["replace_if_higher", "add", "set", "save_then_add"]
    changes: Literal["max_hp", "ability", "max_dex", "max_wil"]
    when: str
    until: str
    deprived: bool
    out_of_action: bool
    effect: str


@cache
def spells() -> Mapping[RuleId, Spell]:
    """The hundred spells."""
    return BOOK.load("spell", Spell)


@cache
def relics() -> Mapping[RuleId, Relic]:
    """The reliquary."""
    return BOOK.load("relic", Relic)


@cache
def weapons() -> Mapping[RuleId, Weapon]:
    """Weapons by class."""
    return BOOK.load("weapon", Weapon)


@cache
def armours() -> Mapping[RuleId, Armour]:
    """Armour."""
    return BOOK.load("armour", Armour)


@cache
def things() -> Mapping[RuleId, Thing]:
    """The rest of the price list."""
    return BOOK.load("item", Thing)


@cache
def tables() -> Mapping[RuleId, Table[Row]]:
    """Every table."""
    return BOOK.load("table", Table[Row])


@cache
def rows() -> Mapping[str, Row]:
    """Every row of every table, by its id."""
    return rows_by_id(tables())


@cache
def scars() -> Mapping[int, ScarEntry]:
    """The scars by the damage that brings them."""
    return {scar.on: scar for scar in BOOK.load("scar", ScarEntry).values()}
