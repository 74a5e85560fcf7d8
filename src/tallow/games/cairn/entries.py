"""The content of the game, typed: monsters, spells, relics, things, people for hire, backgrounds, tables."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct, field

from tallow.games.rulebook import Rulebook
from tallow.mechanics.tables import Table
from tallow.play import RuleId

BOOK = Rulebook("tallow.games.cairn")


class Gear(Struct, frozen=True):
    """A line of gear, as backgrounds and tables give it.

    `light` and `needs_beast` are those of things on the price list; `eats_every` says every how many days a beast in
    the pack eats a ration.
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
    save: str = ""
    value_gp: int = 0
    effect: str = ""
    room: int = 0
    qualities: tuple[str, ...] | None = None
    light: bool = False
    needs_beast: bool = False
    eats_every: int = 0


class Row(Struct, frozen=True):
    """A row of a table: what is rolled for it, its name, and what it does or gives.

    `code` is what rules know the row by; `group` a kind of monster. `only_gives`: `effect` says no more than `gives`.
    Of a boon: `passive`, it works without being used; `creature_called`, its creature comes only when it is used.
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


class MonsterAttack(Struct, frozen=True):
    """An attack of a monster."""

    name: str
    damage: str
    blast: bool = False
    ignores_armor: bool = False
    ranged: bool = False
    qualities: tuple[str, ...] = ()


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
    free; `doubled_by_metal`: the dice count twice against metal armour; `kinds` are what immunity and resistance go by.
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
    armour: Literal["", "burnt"] = ""
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


class Relic(Struct, frozen=True):
    """A thing with a power in it. `hours` is how long it works where dice say so, in place of `duration`."""

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
    hours: str = ""
    dice: str = ""
    does: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    mirror: bool = False


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
    """Something on the price list.

    `mirror`: one can look into it instead of at a gaze; `light`: it is made to give light; `needs_beast`: it carries
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
    save: str = ""
    supply_step: int = 0
    lost_step: int = 0
    hands: int = 1
    room: int = 0
    blast: bool = False
    range: Literal["melee", "ranged"] = "melee"
    service: bool = False
    qualities: tuple[str, ...] = ()
    mirror: bool = False
    light: bool = False
    needs_beast: bool = False


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
def named_gear() -> Mapping[str, Gear]:
    """Gear that has no entry of its own, by its name."""
    lines = [line for background in backgrounds().values() for line in background.gear]
    lines += [line for table in tables().values() for row in table.rows for line in row.gives]
    lines += [line for role in roles().values() for line in role.gear]
    return {line.name: line for line in lines if not line.ref}


@cache
def scars() -> Mapping[int, ScarEntry]:
    """The scars by the damage that brings them."""
    return {scar.on: scar for scar in BOOK.load("scar", ScarEntry).values()}
