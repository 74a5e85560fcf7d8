"""Content that is somebody: Backgrounds, hirelings, and the monsters with all that bends the rules for them."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct, field

from tallow.games.cairn.entries import BOOK, Gear, tables
from tallow.play import RuleId


class MonsterAttack(Struct, frozen=True):
    """An attack of a monster; `arms` is the class of weapon that it is made with, none for teeth and claws."""

    name: str
    damage: str
    blast: bool = False
    ignores_armor: bool = False
    ranged: bool = False
    qualities: tuple[str, ...] = ()
    arms: RuleId = ""


PowerTarget: TypeAlias = Literal[
    "one",
    "one_facing",
    "one_in_sight",
    "one_below",
    "one_hurt",
    "all_nearby",
    "all_earshot",
    "all_touched",
    "first_attack",
]


class Power(Struct, frozen=True):
    """A power of a monster, used as its action, or by itself when `trigger` says.

    `condition` is what it brings, for as long as it `lasts` or `until` something ends it, and `then` what comes.
    `each`: its dice are rolled every round; `save_each_round`: there is no save at first, then one each round to be
    free; `armour`: mundane armour is burnt, or one thing of metal is touched and rusts;
    `doubled_by_metal`: the dice count twice against metal armour; `kinds` are what immunity and resistance go by.
    """

    name: str
    target: PowerTarget
    save: Literal["none", "STR", "DEX", "WIL"]
    effect: str
    dice: str = ""
    ability: Literal["", "HP", "STR", "DEX", "WIL"] = ""
    per_day: int = 0
    rounds: int = 0
    save_each_round: bool = False
    trigger: Literal["action", "hurt", "hurts", "first_attack"] = "action"
    condition: str = ""
    lasts: str = ""
    until: tuple[str, ...] = ()
    then: str = ""
    each: bool = False
    deprived: bool = False
    armour: Literal["", "burnt", "touched"] = ""
    doubled_by_metal: bool = False
    kinds: tuple[str, ...] = ()


class CriticalDice(Struct, frozen=True):
    """What a critical effect takes besides."""

    ability: Literal["STR", "DEX", "WIL"]
    dice: str
    permanent: bool = False


class Aftermath(Struct, frozen=True):
    """What a critical effect brings besides its dice; `judged`: a fiction, of which the referee says what comes.

    `condition` is what the victim is in, for as long as it `lasts` or `until` something ends it, and `then` what comes;
    `rises` is what somebody becomes whom it kills: a thrall, or one of the attacker's own kind. `kinds` are what
    immunity and resistance go by.
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
    rises: Literal["", "thrall", "shadow"] = ""
    judged: bool = False
    kinds: tuple[str, ...] = ()


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
    """A creature of the bestiary.

    `cast` says where its spells come from: known by heart (once a day or at will), or from spellbooks, of which it has
    `books` of the listed ones (0: all), or up to so many. `least_number` is the fewest that are met together.
    `returns_in` is when it rises again after its death; `regenerates` says under what circumstances, in words.
    """

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
    ignores_non_metal_armour: bool = False
    straight_to_str: bool = False
    caster_save: Literal["", "STR", "DEX", "WIL"] = ""
    spells: tuple[RuleId, ...] = ()
    cast: Literal["", "daily", "at_will", "books"] = ""
    books: int = 0
    books_up_to: bool = False
    leader: Leader | None = None
    least_number: int = 0
    regenerates: str = ""
    returns_in: str = ""
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
    copies_host: bool = False
    never_surprised: bool = False


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


@cache
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary."""
    return BOOK.load("monster", Monster)


@cache
def roles() -> Mapping[RuleId, Role]:
    """People for hire."""
    return BOOK.load("hireling", Role)


@cache
def backgrounds() -> Mapping[RuleId, Background]:
    """The twenty backgrounds."""
    return BOOK.load("background", Background)


@cache
def named_gear() -> Mapping[str, Gear]:
    """Gear that has no entry of its own, by its name."""
    lines = [line for background in backgrounds().values() for line in background.gear]
    lines += [line for table in tables().values() for row in table.rows for line in row.gives]
    lines += [line for role in roles().values() for line in role.gear]
    return {line.name: line for line in lines if not line.ref}
