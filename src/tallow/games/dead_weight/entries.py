"""The content of the game, typed: weapons, armour, items, spells, prayers, the bestiary, life paths, tables, rooms."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from tallow.games.dead_weight.state import Attribute
from tallow.games.rulebook import Rulebook
from tallow.mechanics.tables import Table
from tallow.play import RuleId

BOOK = Rulebook("tallow.games.dead_weight")


def short(ref: RuleId) -> str:
    """The last part of an id, by which containers, skills, traits and the like are kept: `bash` of its whole id."""
    return ref.rpartition(".")[2]


Range = Literal["close", "nearby", "far", "distant", "self"]


class Attack(Struct, frozen=True, gc=False, cache_hash=True):
    """A profile of attack: what is tested to hit or to defend, the wounds, and the letters of its effects.

    `critical` are the extra wounds of a great success (against an enemy) or a critical failure (of a defender).
    """

    attribute: Attribute
    wounds: int
    critical: int = 0
    effects: tuple[str, ...] = ()
    critical_effects: tuple[str, ...] = ()
    range: Range = "close"
    disadvantage: int = 0


class Weapon(Struct, frozen=True):
    """A weapon; `special` is the code of what its text adds."""

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
    special: str = ""
    dual: Mapping[str, object] | None = None

    @property
    def attack(self) -> Attack:
        """Its profile."""
        return Attack(self.attribute, self.wounds, self.critical, self.effects, self.critical_effects, self.range)


class Armour(Struct, frozen=True):
    """Armour or clothing: its points, what it is made of, and the slots it takes, carried and worn."""

    id: RuleId
    name: str
    rarity: str
    ap: int
    material: Literal["cloth", "leather", "metal"]
    slots: int
    worn_slots: int
    effect: str
    roles: tuple[str, ...] = ()


class Shield(Struct, frozen=True):
    """A shield: the tokens that one Defend places."""

    id: RuleId
    name: str
    rarity: str
    tokens: int
    hands: int
    slots: int
    effect: str


class Heals(Struct, frozen=True):
    """Wounds that something heals, on each of these attributes or on one of them; 9 means all."""

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
    """Something to carry things in, in its `place`; `replaces` is what it is carried instead of."""

    id: RuleId
    name: str
    rarity: str
    slots: int
    place: str
    replaces: str
    max_carried: int
    effect: str


class Spell(Struct, frozen=True):
    """A spell; `aims`, `things`, `when` and `does` are explained at the head of its file."""

    id: RuleId
    name: str
    level: int
    schools: tuple[RuleId, ...]
    section: str
    attribute: Attribute
    actions: int
    target: str
    range: Range
    duration: str
    dice: str
    effect: str
    aims: str
    does: tuple[str, ...]
    things: bool = False
    when: str = ""
    attack: Attack | None = None


class Prayer(Struct, frozen=True):
    """A prayer; `aims`, `things`, `when` and `does` are explained at the head of spell.toml."""

    id: RuleId
    name: str
    god: str
    attribute: Attribute
    actions: int
    target: str
    range: Range
    duration: str
    dice: str
    heal_wounds: int
    removes: tuple[str, ...]
    effect: str
    aims: str
    does: tuple[str, ...]
    things: bool = False
    when: str = ""
    creates: tuple[RuleId, ...] = ()
    attack: Attack | None = None


class School(Struct, frozen=True):
    """A school of magic."""

    id: RuleId
    name: str
    spells: tuple[RuleId, ...]
    kit: RuleId
    effect: str


class God(Struct, frozen=True):
    """A god, with the sacrifice that appeases it."""

    id: RuleId
    name: str
    prayers: tuple[RuleId, ...]
    sacrifice: str
    effect: str


class Skill(Struct, frozen=True):
    """A skill, and what it grows into."""

    id: RuleId
    name: str
    advanced: bool
    upgrades_to: RuleId
    upgrades_from: RuleId
    when: str
    effect: str


class Given(Struct, frozen=True):
    """A line of a kit or burden; without a usage die of its own it has that of its entry."""

    ref: RuleId
    count: int = 1
    usage: str = ""


class Path(Struct, frozen=True):
    """A row of infancy, career or tragedy."""

    id: RuleId
    on: int
    name: str
    score: Mapping[Attribute, int]
    prof: Mapping[Attribute, int]
    choose_prof: int
    insight: int
    silver: str
    skills: tuple[RuleId, ...]
    traits: tuple[RuleId, ...]
    story: str
    effect: str


class Burden(Struct, frozen=True):
    """Why somebody came to the island, and what they brought."""

    id: RuleId
    on: int
    name: str
    silver: str
    items: tuple[Given, ...]
    containers: tuple[RuleId, ...]
    story: str
    effect: str


class Calling(Struct, frozen=True):
    """A class."""

    id: RuleId
    name: str
    prof: Mapping[Attribute, int]
    traits: tuple[RuleId, ...]
    skills: tuple[RuleId, ...]
    kits: tuple[RuleId, ...]
    effect: str


class Kit(Struct, frozen=True):
    """The equipment that a class may start with."""

    id: RuleId
    name: str
    letter: str
    containers: tuple[RuleId, ...]
    items: tuple[Given, ...]
    silver: str
    gold: int
    effect: str


class Monster(Struct, frozen=True):
    """A sheet of the bestiary."""

    id: RuleId
    name: str
    group: str
    level: int
    wounds: int
    armour: int
    resistance: int
    movement: int
    actions_per_turn: int
    tags: tuple[str, ...]
    traits: tuple[RuleId, ...]
    actions: tuple[RuleId, ...]
    effect: str


class EnemyAction(Struct, frozen=True, cache_hash=True):
    """An action of an enemy's sheet; `defence` is what the target checks, "STR|DEX" either of the two, "" nothing."""

    id: RuleId
    name: str
    cost: int
    defence: str
    disadvantage: int
    wounds: int
    critical: int
    effects: tuple[str, ...]
    critical_effects: tuple[str, ...]
    range: Range
    targets: str
    requires: str
    special: str
    special_when: str
    effect: str
    does: tuple[str, ...] = ()

    @property
    def defences(self) -> tuple[Attribute, ...]:
        """The attributes with which a target can defend."""
        return _attributes(self.defence)


@cache
def _attributes(defence: str) -> tuple[Attribute, ...]:
    return tuple(defence.split("|")) if defence else ()  # type: ignore[arg-type]


class Foes(Struct, frozen=True):
    """So many of a monster."""

    ref: RuleId
    count: int
    note: str = ""


class Row(Struct, frozen=True):
    """A row of a table; that of what shops have says how many risk dice there are for each rarity, -1 for no need."""

    on: str
    name: str
    effect: str = ""
    ref: RuleId = ""
    enemies: tuple[Foes, ...] = ()
    common: int = 0
    uncommon: int = 0
    valuable: int = 0
    rare: int = 0
    exotic: int = 0


class Price(Struct, frozen=True):
    """What things of a rarity cost, in silver: dice such as `1d6`, `2+2d6` and `3x2d6`."""

    id: RuleId
    name: str
    dice: str
    min: int
    max: int
    mean: float
    effect: str


class Loot(Struct, frozen=True):
    """Something to be found."""

    name: str
    ref: RuleId = ""
    count: int = 1
    silver: int = 0
    usage: str = ""
    slots: int = 1


class Exit(Struct, frozen=True):
    """A way out of a room; 0 leads outside."""

    to: int
    way: str


class Room(Struct, frozen=True):
    """A room of an adventure."""

    id: RuleId
    name: str
    number: int
    exits: tuple[Exit, ...]
    enemies: tuple[Foes, ...]
    loot: tuple[Loot, ...]
    trap: str
    effect: str


class DoomEvent(Struct, frozen=True):
    """What happens when doom reaches a number."""

    at: int
    effect: str


class Adventure(Struct, frozen=True):
    """An adventure: its rooms, what its doom brings, and its tables."""

    id: RuleId
    name: str
    settlement: str
    entrances: tuple[int, ...]
    doom_max: int
    doom_events: tuple[DoomEvent, ...]
    wandering: RuleId
    rumours: RuleId
    rooms: tuple[RuleId, ...]
    effect: str


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
def spells() -> Mapping[RuleId, Spell]:
    """Every spell."""
    return BOOK.load("spell", Spell)


@cache
def prayers() -> Mapping[RuleId, Prayer]:
    """Every prayer."""
    return BOOK.load("prayer", Prayer)


@cache
def schools() -> Mapping[RuleId, School]:
    """The schools of magic."""
    return BOOK.load("school", School)


@cache
def gods() -> Mapping[RuleId, God]:
    """The gods."""
    return BOOK.load("god", God)


@cache
def skills() -> Mapping[RuleId, Skill]:
    """Every skill."""
    return BOOK.load("skill", Skill)


@cache
def paths(step: Literal["infancy", "career", "tragedy"]) -> Mapping[int, Path]:
    """The rows of one step of the life path, by what is rolled."""
    return {path.on: path for path in BOOK.load(step, Path).values()}


@cache
def burdens() -> Mapping[int, Burden]:
    """The burdens, by what is rolled."""
    return {burden.on: burden for burden in BOOK.load("burden", Burden).values()}


@cache
def callings() -> Mapping[RuleId, Calling]:
    """The classes."""
    return BOOK.load("class", Calling)


@cache
def kits() -> Mapping[RuleId, Kit]:
    """The kits of the classes."""
    return BOOK.load("kit", Kit)


@cache
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary."""
    return BOOK.load("monster", Monster)


@cache
def enemy_actions() -> Mapping[RuleId, EnemyAction]:
    """The actions of the bestiary's sheets."""
    return BOOK.load("enemy_action", EnemyAction)


@cache
def tables() -> Mapping[RuleId, Table[Row]]:
    """Every table."""
    return BOOK.load("table", Table[Row])


@cache
def prices() -> Mapping[RuleId, Price]:
    """The prices, by rarity."""
    return BOOK.load("price", Price)


@cache
def rooms() -> Mapping[RuleId, Room]:
    """The rooms of the adventures."""
    return BOOK.load("room", Room)


@cache
def adventures() -> Mapping[RuleId, Adventure]:
    """The adventures."""
    return BOOK.load("adventure", Adventure)
