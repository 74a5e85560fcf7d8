"""The content of the game, typed: monsters, spells, relics, things, people for hire, backgrounds, tables."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct, field

from tallow.games.rulebook import Rulebook
from tallow.mechanics.tables import Table
from tallow.play import RuleId

BOOK = Rulebook("tallow.games.cairn")


class Gear(Struct, frozen=True):
    """A line of gear, as backgrounds and tables give it."""

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
    save: str = ""
    value_gp: int = 0
    effect: str = ""
    room: int = 0
    qualities: tuple[str, ...] | None = None


class Row(Struct, frozen=True):
    """A row of a table: what is rolled for it, its name, and what it does or gives."""

    on: str
    name: str
    effect: str = ""
    gives: tuple[Gear, ...] = ()
    gp: int = 0
    max_hp_bonus: str = ""
    creature: RuleId = ""
    fatigue: int = 0
    per_day: int = 0
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
    no_panic: str = ""


class MonsterAttack(Struct, frozen=True):
    """An attack of a monster."""

    name: str
    damage: str
    blast: bool = False
    ignores_armor: bool = False
    ranged: bool = False
    qualities: tuple[str, ...] = ()


class Power(Struct, frozen=True):
    """A power of a monster, used as its action, or by itself when `trigger` says.

    `condition` is what it brings, for as long as it `lasts` or `until` something ends it, and `then` what comes;
    `each`: its dice are rolled every round; `kind` is what immunity and resistance go by.
    """

    name: str
    target: str
    save: Literal["none", "STR", "DEX", "WIL"]
    effect: str
    dice: str = ""
    ability: Literal["", "HP", "STR", "DEX", "WIL"] = ""
    per_day: int = 0
    rounds: int = 0
    save_when: str = ""
    trigger: Literal["action", "hurt", "hurts", "first_attack"] = "action"
    condition: str = ""
    lasts: str = ""
    until: tuple[str, ...] = ()
    then: str = ""
    each: bool = False
    deprived: bool = False
    armour: Literal["", "burnt"] = ""
    doubled: str = ""
    kind: str = ""


class CriticalDice(Struct, frozen=True):
    """What a critical effect takes besides."""

    ability: Literal["STR", "DEX", "WIL"]
    dice: str
    permanent: bool = False


class Aftermath(Struct, frozen=True):
    """What a critical effect brings besides its dice; `judged`: a fiction, of which the referee says what comes.

    `condition` is what the victim is in, for as long as it `lasts` or `until` something ends it, and `then` what comes;
    `rises` is what somebody becomes whom it kills.
    """

    kills: bool = False
    bleeds: bool = False
    condition: str = ""
    lasts: str = ""
    until: tuple[str, ...] = ()
    then: str = ""
    deprived: bool = False
    part: Literal["", "table", "limb"] = ""
    armour: Literal["", "corroded", "destroyed", "rusted", "consumed"] = ""
    for_good: bool = False
    feeds: bool = False
    rises: str = ""
    judged: bool = False
    kind: str = ""


class HostLoses(Struct, frozen=True):
    """What a creature's harm or fall takes from the one whom it is bound to; without dice as much as it lost itself."""

    when: Literal["hurt", "fallen"]
    ability: Literal["STR", "DEX", "WIL"]
    dice: str = ""
    permanent: bool = False


class Honey(Struct, frozen=True):
    """What can be taken from a hive."""

    name: str
    heals: str
    uses: int


class Leader(Struct, frozen=True):
    """The leader that a band of these has."""

    armor: int
    wil: int
    attacks: tuple[MonsterAttack, ...]


class Monster(Struct, frozen=True):
    """A creature of the bestiary."""

    id: RuleId
    name: str
    hp: int
    armor: int
    strength: int = field(name="str")
    dexterity: int = field(name="dex")
    willpower: int = field(name="wil")
    attacks: tuple[MonsterAttack, ...]
    detachment: bool
    morale: Literal["save", "leader", "fearless", "auto_with_commander"]
    critical: str
    group: tuple[str, ...]
    effect: str
    list: str = "published"
    detachment_from: int = 0
    critical_dice: CriticalDice | None = None
    critical_each_round: bool = False
    critical_save: Literal["", "STR", "DEX", "WIL"] = ""
    aftermath: Aftermath | None = None
    table: RuleId = ""
    powers: tuple[Power, ...] = ()
    immune: tuple[str, ...] = ()
    harmed_by: tuple[str, ...] = ()
    heals_by: tuple[str, ...] = ()
    hard: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    resists: tuple[str, ...] = ()
    pack_enhanced: bool = False
    ignores: str = ""
    straight_to: str = ""
    caster_save: Literal["", "STR", "DEX", "WIL"] = ""
    spells: tuple[RuleId, ...] = ()
    cast: str = ""
    leader: Leader | None = None
    number: str = ""
    regenerates: str = ""
    fights_on: bool = False
    heads: int = 0
    rounds: int = 0
    treasure_gp: int = 0
    treasure: str = ""
    slots: int = 0
    immobile: bool = False
    death_blast: str = ""
    heals_hp: int = 0
    water_str: str = ""
    guards: str = ""
    honey: Honey | None = None
    host_loses: HostLoses | None = None
    splits: bool = False
    copies: str = ""
    never_surprised: bool = False


class Spell(Struct, frozen=True):
    """A spell, and the usual oddity of its book."""

    id: RuleId
    name: str
    roll: int
    target: str
    duration: str
    save: Literal["none", "STR", "DEX", "WIL"]
    dice: str
    effect: str
    enhanced: str
    oddity: str = ""
    range_ft: int = 0
    area_ft: int = 0
    aims: str = "place"
    targets: int = 1
    does: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class Relic(Struct, frozen=True):
    """A thing with a power in it."""

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
    aims: str = "place"
    within: int = 40
    duration: str = "instant"
    dice: str = ""
    does: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class Weapon(Struct, frozen=True):
    """A class of weapons."""

    id: RuleId
    name: str
    damage: str
    hands: int
    slots: int
    price_gp: int
    range: Literal["melee", "ranged"]
    effect: str
    kinds: tuple[str, ...] = ()


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


class Thing(Struct, frozen=True):
    """Something on the price list."""

    id: RuleId
    name: str
    price_gp: int
    slots: int
    uses: int
    effect: str
    list: str = "published"
    price_gp_draft: int = 0
    damage: str = ""
    save: str = ""
    fits: int = 0
    supply_step: int = 0
    lost_step: int = 0
    hands: int = 1
    room: int = 0
    blast: bool = False
    range: Literal["melee", "ranged"] = "melee"
    service: bool = False


class Role(Struct, frozen=True):
    """A hireling for hire, plain or with a trade. Numbers may be dice."""

    id: RuleId
    name: str
    strength: int | str = field(name="str")
    dexterity: int | str = field(name="dex")
    willpower: int | str = field(name="wil")
    hp: int | str
    armor: int
    weapon: str
    cost_gp_day: int | str
    slots: int
    effect: str
    cost_gp_day_draft: int = 0
    gear: tuple[Gear, ...] = ()
    supply_step: int = 0
    lost_step: int = 0
    creature: RuleId = ""


class Background(Struct, frozen=True):
    """Where a character comes from."""

    id: RuleId
    name: str
    roll: int
    names: tuple[str, ...]
    gp: str
    gear: tuple[Gear, ...]
    tables: tuple[RuleId, ...]
    effect: str
    extra_bonds: int = 0
    private_omen: bool = False


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
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary."""
    return BOOK.load("monster", Monster)


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
def roles() -> Mapping[RuleId, Role]:
    """People for hire."""
    return BOOK.load("hireling", Role)


@cache
def backgrounds() -> Mapping[RuleId, Background]:
    """The twenty backgrounds."""
    return BOOK.load("background", Background)


@cache
def tables() -> Mapping[RuleId, Table[Row]]:
    """Every table."""
    return BOOK.load("table", Table[Row])


@cache
def scars() -> Mapping[int, ScarEntry]:
    """The scars by the damage that brings them."""
    return {scar.on: scar for scar in BOOK.load("scar", ScarEntry).values()}
