"""The content of the game, typed, one struct for each kind; the fields are explained at the head of rulebook.toml.

What can be had is in goods.py, and who one can be or meet in folk.py.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct, field

from tallow.games.modified_cairn.state import Quality
from tallow.games.rulebook import Rulebook
from tallow.mechanics.tables import Table as AnyTable
from tallow.play import RuleId

BOOK = Rulebook("tallow.games.modified_cairn")


class Given(Struct, frozen=True):
    """A line of gear: what is written beside `of` overrides the entry that it names."""

    name: str
    of: RuleId = field(default="", name="as")
    size: str = ""
    uses: int | None = None
    dice: str = ""
    blast: bool = False
    armour: int | None = None
    price: int | None = None
    slots_added: int = 0


class MagicEffect(Struct, frozen=True):
    """Something that a Runeskelf can be asked to do, with the numbers that it has."""

    id: RuleId
    name: str
    dice: str
    blast: bool
    bands: tuple[str, ...]
    save: str
    guard: bool
    armour: bool
    effort: int
    effect: str


class Scar(Struct, frozen=True):
    """A row of the Scars: what it does at once, and what its recovery gains."""

    id: RuleId
    gd_lost: int
    name: str
    sub_table: RuleId
    condition: str
    when: str
    roll: str
    against: str
    mode: Literal["replace_if_higher", "replace", "add", "save_then_add", "none"]
    raises: str
    save: str
    out_of_action: bool
    effect: str


class Gambit(Struct, frozen=True):
    """What a die of 4 or more buys."""

    id: RuleId
    name: str
    save: str
    stacks: bool
    duration: str
    requires: str
    effect: str
    greater: str


class Feat(Struct, frozen=True):
    """A feat, and the Save that follows it."""

    id: RuleId
    name: str
    save: Quality
    trigger: str
    on: str
    dice: str
    effect: str


class BandOf(Struct, frozen=True):
    """A band of distance."""

    id: RuleId
    name: str
    order: int
    feet_max: int
    melee: bool
    ranged: Literal["no", "yes", "impaired"]
    effect: str


class Modifier(Struct, frozen=True):
    """Impaired, Enhanced or Blast."""

    id: RuleId
    name: str
    dice: str
    mode: Literal["replace_all", "add_die", "per_target"]
    effect: str


class Coin(Struct, frozen=True):
    """A kind of coin; `in_copper` at a rate of 10."""

    id: RuleId
    name: str
    metal: Literal["copper", "silver", "gold"]
    slots: int
    in_copper: int


class Condition(Struct, frozen=True):
    """One of the four Conditions."""

    id: RuleId
    name: str
    stacks: bool
    gain: str
    blocks: tuple[str, ...]
    effect: str
    ends: str


class Standing(Struct, frozen=True):
    """A state that somebody can be in, and what it keeps them from."""

    id: RuleId
    name: str
    can_act: bool
    can_fend: bool
    exposed: bool
    effect: str
    ends: str


class QualityOf(Struct, frozen=True):
    """One of the three Qualities."""

    id: RuleId
    name: str
    abbr: Quality
    dice: str
    start_min: int
    start_max: int
    at_zero: str
    covers: str


class RegionOf(Struct, frozen=True):
    """A part of the inventory."""

    id: RuleId
    name: str
    slots: int
    ready: bool
    effect: str


class SizeOf(Struct, frozen=True):
    """How much room a thing takes."""

    id: RuleId
    name: str
    slots: int
    bundle: int
    effect: str


class Activity(Struct, frozen=True):
    """Something to do in a Cycle."""

    id: RuleId
    name: str
    cycles: int
    triggers_event: Literal["no", "yes", "if unsafe"]
    effect: str


class Trigger(Struct, frozen=True):
    """What calls for the Event Die."""

    id: RuleId
    name: str
    effect: str


class Factor(Struct, frozen=True):
    """Time, Gear or Skill."""

    id: RuleId
    name: str
    effect: str


class Unit(Struct, frozen=True):
    """A big group that fights as one."""

    id: RuleId
    name: str
    save: Quality
    zero: str
    effect: str


class Row(Struct, frozen=True):
    """A row of a table; which of the later fields there are depends on the table. `wares`: one thing worth so much."""

    on: str
    name: str
    effect: str = ""
    ref: RuleId = ""
    first: str = ""
    second: str = ""
    gives: tuple[Given, ...] = ()
    coins: str = ""
    max_gd: str = ""
    rolls: RuleId = ""
    number: str = ""
    slots: int = 0
    value: str = ""
    wares: int = 0


class Table(AnyTable[Row], frozen=True):
    """A table to roll or look up on; `dice` "d66" is two d6 read as tens and units, "d6,d6" two dice read apart."""

    kind: Literal["engine", "referee", "flavour"]
    lookup: str = ""


# ---------------------------------------------------------------- by id


@cache
def magic_effects() -> Mapping[RuleId, MagicEffect]:
    """What magic can be asked to do."""
    return BOOK.load("magic_effect", MagicEffect)


@cache
def scars() -> Mapping[int, Scar]:
    """The Scars, by the Guard lost."""
    return {scar.gd_lost: scar for scar in BOOK.load("scar", Scar).values()}


@cache
def gambits() -> Mapping[RuleId, Gambit]:
    """The Gambits."""
    return BOOK.load("gambit", Gambit)


@cache
def feats() -> Mapping[RuleId, Feat]:
    """The Feats."""
    return BOOK.load("feat", Feat)


@cache
def bands() -> Mapping[RuleId, BandOf]:
    """The bands of distance, nearest first."""
    return BOOK.load("band", BandOf)


@cache
def modifiers() -> Mapping[RuleId, Modifier]:
    """Impaired, Enhanced and Blast."""
    return BOOK.load("modifier", Modifier)


@cache
def coins() -> Mapping[RuleId, Coin]:
    """The coins, least first."""
    return BOOK.load("coin", Coin)


@cache
def conditions() -> Mapping[RuleId, Condition]:
    """The four Conditions."""
    return BOOK.load("condition", Condition)


@cache
def standings() -> Mapping[RuleId, Standing]:
    """The states that somebody can be in."""
    return BOOK.load("state", Standing)


@cache
def qualities() -> Mapping[RuleId, QualityOf]:
    """The three Qualities."""
    return BOOK.load("quality", QualityOf)


@cache
def regions() -> Mapping[RuleId, RegionOf]:
    """The three regions of an inventory."""
    return BOOK.load("region", RegionOf)


@cache
def sizes() -> Mapping[RuleId, SizeOf]:
    """The three sizes of things."""
    return BOOK.load("size", SizeOf)


@cache
def activities() -> Mapping[RuleId, Activity]:
    """What can be done in a Cycle."""
    return BOOK.load("activity", Activity)


@cache
def triggers() -> Mapping[RuleId, Trigger]:
    """What calls for the Event Die."""
    return BOOK.load("trigger", Trigger)


@cache
def factors() -> Mapping[RuleId, Factor]:
    """Time, Gear and Skill."""
    return BOOK.load("factor", Factor)


@cache
def units() -> Mapping[RuleId, Unit]:
    """Detachments."""
    return BOOK.load("unit", Unit)


@cache
def tables() -> Mapping[RuleId, Table]:
    """Every table."""
    return BOOK.load("table", Table)
