"""The game's content as typed values: classes, arms, helpers, services, items, tricks, spells, monsters, tables."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct, field

from tallow.games.rulebook import Rulebook
from tallow.games.vanilla.state import Attribute
from tallow.mechanics.tables import Table
from tallow.play import RuleId

BOOK = Rulebook(__package__)

Size = Literal["small", "medium", "large", "none"]


class Level(Struct, frozen=True, gc=False):
    """A line of a class's table; `damage` is a Fighter's, `spells` how many a Magic-User's book holds by then."""

    level: int
    xp: int
    grit: int
    flesh: int
    av: int
    st: int
    damage: int = 0
    spells: int = 0


class Calling(Struct, frozen=True):
    """A class: the attributes that it may reroll, whether it casts, and its ten levels."""

    id: RuleId
    name: str
    free_attacks: Literal["level", "1"]
    reroll: tuple[Attribute, ...]
    casts: bool
    levels: tuple[Level, ...]
    effect: str

    def at(self, level: int) -> Level:
        """The line of a level; that of the last level beyond it."""
        return self.levels[max(1, min(level, len(self.levels))) - 1]


class Weapon(Struct, frozen=True):
    """A weapon by its size; `enemy_ac` is added to the target's AC, `ready` is the cost of readying or reloading."""

    id: RuleId
    name: str
    mode: Literal["melee", "ranged"]
    size: Size
    price_gp: int
    damage: str
    hands: int
    slots: int
    enemy_ac: int
    ready: Literal["none", "action", "move", "round"]
    effect: str
    range_ft: int = 0
    max_range_ft: int = 0


class Armour(Struct, frozen=True):
    """Armour or the shield: its AC when new, its price, and the slots and hands that it takes."""

    id: RuleId
    name: str
    ac: int
    price_gp: int
    slots: int
    hands: int
    effect: str


Task = Literal["build", "carry", "craft", "fight", "mentor", "other", "repair", "surgeon", "travel"]


class Help(Struct, frozen=True):
    """A kind of Helper: the weekly wage, whether it goes along, and its numbers in a fight.

    `brings` is its gear, each thing with the place where it is carried. With `task_named` the hirer chooses its task.
    """

    id: RuleId
    name: str
    wage_gp_week: int
    adventures: bool
    tasks: tuple[Task, ...]
    hd: int
    ac: int
    av: int
    st: int
    grit: str
    flesh: str
    free_attacks: int
    slots: int
    effect: str
    brings: tuple[tuple[RuleId, Literal["hands", "pack", "worn"]], ...] = ()
    task_named: bool = False


class Service(Struct, frozen=True):
    """A service of a settlement; `price_of_weapon` is a share of a weapon's price."""

    id: RuleId
    name: str
    effect: str
    price_gp: int = 0
    price_of_weapon: float = 0


class Thing(Struct, frozen=True):
    """An item that is neither weapon nor armour; `per` pieces fill a slot, `burn` are the dice of a light."""

    id: RuleId
    name: str
    slots: int
    effect: str
    kind: Literal["engine", "referee"]
    per: int = 0
    burn: str = ""


class Trick(Struct, frozen=True):
    """What a hit may do instead of damage."""

    id: RuleId
    name: str
    mode: Literal["melee", "melee or ranged"]
    hands: int
    effect: str


Mind = Literal["sapient", "animal", "mindless"]


class Spell(Struct, frozen=True):
    """A spell; the fields are explained at the head of the rulebook."""

    id: RuleId
    name: str
    kind: Literal["engine", "referee"]
    level: int
    roll: int
    range: Literal["self", "touch", "close", "nearby", "sight"]
    duration: str
    duration_unit: Literal[
        "instant",
        "permanent",
        "rounds",
        "turns",
        "hours",
        "days",
        "dawn",
        "dispelled",
        "concentration",
        "touched",
    ]
    save: Literal["none", "half", "negates", "each_go", "must succeed"]
    save_vs: Literal["", "death", "magic", "poison"]
    dice: str
    modes: tuple[str, ...]
    effect: str
    opposite: str
    half: str
    max_hd: int | Literal["", "level"] = ""
    duration_per_level: int = 0
    aim: Literal["nobody", "one", "several", "dead"] = "one"
    minds: tuple[Mind, ...] = ()
    not_large: bool = False
    not_self: bool = False
    own_side: bool = False
    outdoors: bool = False
    immunity: Literal["", "charm", "hold", "sleep"] = ""
    stopped_by: tuple[str, ...] = ()
    not_if: tuple[str, ...] = ()
    also_on: str = ""
    first: Literal["", "wounded", "afflicted", "apart"] = ""
    ends: tuple[str, ...] = ()
    friendly: bool | tuple[str, ...] = False
    hostile: Literal["targets", "never", "always"] = "targets"
    on_place: bool = False
    opposite_mode: bool = False
    opposite_as: tuple[str, ...] = ()
    lays: str = ""
    half_time: bool = False
    half_duration: int = 0
    half_duration_unit: Literal["", "turns", "days"] = ""


Had: TypeAlias = Literal["magic_weapon", "magic_armour", "spellbook"]
"""What a leader may have: a magic weapon, magic armour, or nothing but their own spellbook."""


class Special(Struct, frozen=True, gc=False):
    """A power of an enemy, typed by `type`; the fields that each type has are listed at the head of the rulebook."""

    type: str
    when: Literal["", "hit", "crit", "all opponents paralysed"] = ""
    attack: str = ""
    variant: str = ""
    save_vs: Literal["", "death", "fear", "magic", "poison"] = ""
    save: Literal["", "half", "negates"] = ""
    result: str = ""
    amount: int = 0
    bonus: int = 0
    damage: str = ""
    delay: str = ""
    duration: str = ""
    unit: Literal["", "rounds", "turns", "days"] = ""
    stuck: bool = False
    eats: tuple[str, ...] = ()
    element: str = ""
    uses: int = 0
    per: Literal["", "day", "at will", "group"] = ""
    spell: RuleId = ""
    to: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    from_: tuple[str, ...] = field(default=(), name="from")
    on: tuple[str, ...] = ()
    into: str = ""
    shapes: tuple[str, ...] = ()
    likeness: bool = False
    head: str = ""
    hd: Literal["", "half", "2"] = ""
    monster: RuleId = ""
    number: str = ""
    chance: str = ""
    name: str = ""
    names: tuple[str, ...] = ()
    vs: str = ""
    av: int = 0
    as_: str = field(default="", name="as")
    level: str = ""
    gear: str = ""
    victim: str = ""
    ammo: int = 0
    range_ft: int = 0
    regrow: Literal["", "weeks"] = ""
    flesh_per_head: int = 0
    after: int | str = ""
    rolls: int = 0
    move: int = 1
    gp: str = ""
    one_of: tuple[Had, ...] = ()
    minor_items: int = 0
    with_rider: bool = False

    @property
    def odds(self) -> Fraction:
        """The chance that this power takes effect; 1 if none is given."""
        return Fraction(self.chance or 1)


class Grown(Struct, frozen=True, gc=False):
    """The numbers at one number of HD, for an enemy whose HD are rolled."""

    hd: int
    av: int
    st: int
    grit: str
    flesh: str
    attacks: int
    xp: int


class Monster(Struct, frozen=True):
    """An enemy of the bestiary; where HD are rolled (`hd_dice`), `by_hd` has its numbers for each.

    `holds` are the weapons in its hands; armour that is worn follows from its AC.
    """

    id: RuleId
    name: str
    hd: int
    hd_dice: str
    number: str
    ac: int
    armour: Literal["natural", "worn", "none"]
    av: int
    st: int
    grit: str
    flesh: str
    attacks: int
    damage: str
    free_attacks: int
    xp: int
    morale: Literal["normal", "never"]
    size: Literal["small", "human", "large"]
    mind: Mind
    undead: bool
    flies: bool
    treasure: str
    specials: tuple[Special, ...]
    effect: str
    by_hd: tuple[Grown, ...] = ()
    family: Literal["", "snake", "dragon", "dog"] = ""
    holds: tuple[RuleId, ...] = ()

    def special(self, type_: str) -> Special | None:
        """The power of this type, if it has one."""
        for special in self.specials:
            if special.type == type_:
                return special
        return None


class Row(Struct, frozen=True, gc=False):
    """A row of a table; the fields after `effect` are those of single tables."""

    on: str
    name: str = ""
    effect: str = ""
    dice: str = ""
    attribute: Attribute | Literal[""] = ""
    st: int = 0
    vs: tuple[str, ...] = ()
    av: int = 0
    mode: str = ""
    slots: int = 0
    bubbles: int = 0
    vocations: int = 0
    original: Literal["", "works", "lost", "half", "opposite", "random target", "if no Flesh lost"] = ""
    extra: Literal["", "different", "random"] = ""
    extra_target: Literal["", "different", "same"] = ""
    damage: int | str = ""
    gp: str = ""
    scrolls: int = 0
    or_scrolls: int = 0
    minor_items: int = 0
    one_of: tuple[RuleId, ...] = ()
    damage_dice: str = ""
    against: str = ""
    element: str = ""
    range_ft: int = 0
    enemy_ac: int = 0
    ac: int = 0
    wear_min: int = 0
    control_ac: int = -1
    mood: Literal["", "violent", "hostile", "neutral", "friendly", "helpful"] = ""
    attacks: Literal["", "caster", "confused"] = ""
    item: RuleId = ""
    spells: str = ""
    missiles: int = 0
    heals: str = ""
    once: bool = False
    per_day: int = 0
    uses: int = 0
    bars_way: bool = False
    sends_dogs: bool = False
    stops_fall: bool = False
    coins: int = 0
    spell: RuleId = ""


FIGHTER: RuleId = "vanilla.class.fighter"
MAGIC_USER: RuleId = "vanilla.class.magic_user"
UNARMED: RuleId = "vanilla.weapon.unarmed"
SHIELD: RuleId = "vanilla.armour.shield"
SCROLL: RuleId = "vanilla.item.scroll"
SPELLBOOK: RuleId = "vanilla.item.spellbook"
POTION: RuleId = "vanilla.item.potion"
POTIONS: RuleId = "vanilla.table.potion"
MINOR_ITEM: RuleId = "vanilla.table.minor_item"
MAGIC_WEAPON: RuleId = "vanilla.table.magic_weapon"
MAGIC_ARMOUR: RuleId = "vanilla.table.magic_armour"


@cache
def callings() -> Mapping[RuleId, Calling]:
    """The classes, by id."""
    return BOOK.load("class", Calling)


@cache
def weapons() -> Mapping[RuleId, Weapon]:
    """The weapons, including fists, by id."""
    return BOOK.load("weapon", Weapon)


@cache
def armour() -> Mapping[RuleId, Armour]:
    """Armour and the shield, by id."""
    return BOOK.load("armour", Armour)


@cache
def helpers() -> Mapping[RuleId, Help]:
    """The kinds of Helper, by id."""
    return BOOK.load("helper", Help)


@cache
def services() -> Mapping[RuleId, Service]:
    """The services of settlements, by id."""
    return BOOK.load("service", Service)


@cache
def things() -> Mapping[RuleId, Thing]:
    """All other items, by id."""
    return BOOK.load("item", Thing)


@cache
def tricks() -> Mapping[RuleId, Trick]:
    """The tricks, by id."""
    return BOOK.load("trick", Trick)


@cache
def spells() -> Mapping[RuleId, Spell]:
    """The spells, by id."""
    return BOOK.load("spell", Spell)


@cache
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary, by id."""
    return BOOK.load("monster", Monster)


@cache
def tables() -> Mapping[RuleId, Table[Row]]:
    """The tables, by id."""
    return BOOK.load("table", Table[Row])


@cache
def enchantments() -> Mapping[str, Row]:
    """The effects of magic things, by the name of their row, which is the `power` of an item."""
    return {row.name: row for table in (MINOR_ITEM, MAGIC_WEAPON, MAGIC_ARMOUR) for row in tables()[table].rows}


@cache
def potions() -> Mapping[RuleId, Row]:
    """The potions, by the spell that each has the effect of."""
    return {row.spell: row for row in tables()[POTIONS].rows}
