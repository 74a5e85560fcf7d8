"""The content of the game, typed: classes, kits, things, magic, the bestiary, tables."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct, field

from tallow.games.black_hack.state import Attribute, Band, Span
from tallow.games.rulebook import Rulebook
from tallow.mechanics.tables import Table
from tallow.play import RuleId

BOOK = Rulebook(__package__)

Failing: TypeAlias = Literal[
    "weakened", "distracted", "stuck", "paralysed", "ongoing", "oofa", "thrown", "level", "charm", "flee", "curse",
    "damage",
]  # fmt: skip
"""What failing the test against a special can bring: a hindrance, or something else."""

Trait: TypeAlias = Literal[
    "dim", "unseen", "silent", "disguised", "slippery", "hard_to_flee", "hard_to_shoot", "swift", "flies", "frenzy",
    "gang_up", "blood_up", "wary", "burns_worse", "lurks", "shines", "burns_attackers", "steadies", "slow", "swarm",
    "melts_metal", "gets_up", "regenerates", "traps", "makes_kin", "afflicts_slayer", "afflicts_attackers",
    "turns_aside", "spare_shields", "blinks", "half_if_defended", "charges", "bites_helpless", "feasts", "petrifies",
    "gazes", "squeezes", "clings", "drains_held", "pulls", "lures", "saps_strength", "rots", "sets_alight", "quenches",
    "charmed_only", "turns_to_mist", "makes_things", "heard", "burns_in_sun", "fears_garlic", "doused",
    "bound",
]  # fmt: skip
"""What single specials of foes do, which rules ask for by name."""


class Calling(Struct, frozen=True):
    """A class: the sides of its dice, the tags of its weapons, the kinds of its armour, and its rolls for a new Level.

    `damage_per_level`: it has a damage die for each Level. `unarmed_die` 1 is one point, without a roll.
    """

    id: RuleId
    name: str
    hp: str
    hit_die: int
    weapons: tuple[str, ...]
    armour: tuple[str, ...]
    damage_die: int
    unarmed_die: int
    level_extra_roll: tuple[str, ...]
    keepsake: RuleId
    damage_per_level: bool = False
    level_advantage: bool = False


class Weapon(Struct, frozen=True):
    """A weapon: hands, whether it is large, how it is used, the bands it reaches, and the tags that classes list."""

    id: RuleId
    name: str
    hands: int
    large: bool
    mode: Literal["melee", "ranged", "both"]
    range: tuple[Band, ...]
    tags: tuple[str, ...]
    rarity: str
    usage: str = ""
    keywords: tuple[str, ...] = ()


class Piece(Struct, frozen=True):
    """A piece of armour."""

    id: RuleId
    name: str
    slot: Literal["body", "shield", "helmet", "spell"]
    class_key: str
    av: int
    dice: int
    rarity: str
    price_rolls: int
    repair_price: str
    keywords: tuple[str, ...] = ()


class Thing(Struct, frozen=True):
    """Something of the price lists; `ref` is its weapon or piece of armour, `usage` its Usage Die."""

    id: RuleId
    name: str
    rarity: str
    price_rolls: int
    usage: str
    ref: RuleId
    ruling: str = ""
    keywords: tuple[str, ...] = ()


class Wonder(Struct, frozen=True):
    """A magic item, by its number on 2d12."""

    id: RuleId
    on: int
    name: str
    usage: str
    effect: str


class Kit(Struct, frozen=True):
    """What a class can start with: body armour of a kind with its AV, weapons, coins in dice, and other things."""

    id: RuleId
    calling: str = field(name="class")
    option: str
    armour: str
    armour_kind: str
    av: int
    weapons: tuple[RuleId, ...]
    coins: str
    items: tuple[str, ...]


class Past(Struct, frozen=True):
    """A Background of the book."""

    id: RuleId
    name: str


class Spell(Struct, frozen=True):
    """A spell or prayer: its level, the attribute that it is cast with, whom it affects, and what it rolls.

    `does` names the function that applies it (`WORKINGS`), and `what` is what that function needs to know. The other
    fields are explained at the head of the rulebook.
    """

    id: RuleId
    name: str
    level: int
    attribute: Attribute
    range: Literal["close", "nearby", "faraway or distant", "self", "none", "any"]
    nature: Literal["harm", "help", "either"]
    does: str
    effect: str
    targets_dice: str = ""
    dice: str = ""
    level_die: int = 0
    test_by: Literal["", "caster", "target"] = ""
    usage_die: int = 0
    lasts: Span = ""
    resist: Attribute | Literal[""] = ""
    whom: Literal["", "self", "one", "some", "all", "friends", "area"] = ""
    only: Literal["", "creature", "character", "evil", "dead"] = ""
    most_hd: int = 0
    most_hp: int = 0
    lower_hd: bool = False
    what: str = ""


class Concept(Struct, frozen=True):
    """An attribute, and what the GM tests with it."""

    abbr: Attribute
    gm_tests: tuple[str, ...]


class Impediment(Struct, frozen=True):
    """A hindrance: whether it leaves an Action, and the attribute whose test ends it."""

    action: bool
    ends: Attribute


class Line(Struct, frozen=True, gc=False):
    """A line of a foe's attacks: what its targets Defend with, how many there are, how far it reaches, its damage."""

    name: str
    attribute: Attribute
    targets: str
    range: Band
    damage: str
    breath: bool = False


class Special(Struct, frozen=True, gc=False):
    """Something special of a foe: when it applies, the test that avoids it, what failing brings, and what ends that.

    `does` names rules that apply to this special alone. All fields are explained at the head of the rulebook.
    """

    name: str
    when: Literal["hit", "hit_odd", "damage", "attacked", "turn_start", "action", "zero_hp", "passive"]
    test: Attribute | Literal[""]
    fail: tuple[Failing, ...]
    ends: Attribute | Literal[""]
    effect: str
    does: tuple[Trait, ...] = ()
    line: str = ""
    poison: bool = False
    damage: str = ""
    lasts: str = ""
    lifted_by: Literal["", "curse", "disease"] = ""
    by_action: bool = False
    heals: int = 0
    breath: int = 0
    resists: bool = False
    unless: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()
    reach: Band = "nearby"
    everyone: bool = False
    once: bool = False
    spell: RuleId = ""
    spell_level: int = 0
    spell_counts: tuple[str, ...] = ()
    reforms: str = ""


class Monster(Struct, frozen=True):
    """A foe of the bestiary; with `hd` 0 its Hit Dice are rolled (`hd_dice`) or, with `open_hd`, given by somebody.

    With `by_size` its Hit Dice say how many targets its attacks have, by the table of elementals. `arms` are the
    weapons and shields that it fights with, which lie there when it has fallen.
    """

    id: RuleId
    name: str
    hd: int
    hd_dice: str
    damage: str
    damage_average: int
    number: str
    tags: tuple[str, ...]
    morale: Literal["test", "never"]
    attacks: tuple[Line, ...]
    specials: tuple[Special, ...]
    effect: str
    hp: str = ""
    open_hd: bool = False
    by_size: bool = False
    arms: tuple[RuleId, ...] = ()


class Row(Struct, frozen=True):
    """A row of a table; the fields after `effect` are those of single tables."""

    on: str
    name: str = ""
    effect: str = ""
    average: int = 0
    number: str = ""
    hindrance: str = ""
    ends: Attribute | Literal[""] = ""
    harms: bool = False
    everyone: bool = False
    poison: Literal["", "ongoing", "sleep"] = ""
    damage: str = ""
    usage_die: int = 0
    lasts: Span = ""
    does: str = ""
    hd: int = 0
    test: str = ""
    targets: int = 0
    mean: int = 0


@cache
def callings() -> Mapping[str, Calling]:
    """The classes, by their short names: `warrior`."""
    return {id_.rpartition(".")[2]: one for id_, one in BOOK.load("class", Calling).items()}


@cache
def weapons() -> Mapping[RuleId, Weapon]:
    """The weapons."""
    return BOOK.load("weapon", Weapon)


@cache
def armour() -> Mapping[RuleId, Piece]:
    """The pieces of armour."""
    return BOOK.load("armour", Piece)


@cache
def things() -> Mapping[RuleId, Thing]:
    """The price lists."""
    return BOOK.load("item", Thing)


@cache
def wonders() -> Mapping[RuleId, Wonder]:
    """The magic items."""
    return BOOK.load("magic_item", Wonder)


@cache
def kits() -> Mapping[RuleId, Kit]:
    """The kits of the classes."""
    return BOOK.load("kit", Kit)


@cache
def pasts() -> Mapping[RuleId, Past]:
    """The Backgrounds of the book."""
    return BOOK.load("background", Past)


@cache
def spells() -> Mapping[RuleId, Spell]:
    """The spells of Wizards."""
    return BOOK.load("spell", Spell)


@cache
def prayers() -> Mapping[RuleId, Spell]:
    """The prayers of Clerics."""
    return BOOK.load("prayer", Spell)


@cache
def spell(ref: RuleId) -> Spell:
    """The spell or prayer of this id."""
    return spells()[ref] if ref in spells() else prayers()[ref]


@cache
def concepts() -> Mapping[Attribute, Concept]:
    """The attributes, by their abbreviations."""
    return {one.abbr: one for one in BOOK.load("attribute", Concept).values()}


@cache
def impediments() -> Mapping[str, Impediment]:
    """The hindrances, by their short names: `stuck`."""
    return {id_.rpartition(".")[2]: one for id_, one in BOOK.load("hindrance", Impediment).items()}


@cache
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary."""
    return BOOK.load("monster", Monster)


@cache
def tables() -> Mapping[RuleId, Table[Row]]:
    """The tables."""
    return BOOK.load("table", Table[Row])
