"""The content of the game, typed, one struct for each kind; the fields are explained at the head of rulebook.toml."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct, field

from tallow.games.modified_cairn.state import Quality
from tallow.games.rulebook import Rulebook
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


class Background(Struct, frozen=True):
    """A past life: what it knows, what it brings, and the tables that it rolls on."""

    id: RuleId
    name: str
    list: Literal["second_edition", "package", "barebones"]
    roll: int
    skills: tuple[str, ...]
    coins: str
    gear: tuple[Given, ...]
    effect: str
    names: tuple[str, ...] = ()
    tables: tuple[RuleId, ...] = ()


class Arm(Struct, frozen=True):
    """A weapon, or a class of them."""

    id: RuleId
    name: str
    use: Literal["melee", "ranged"]
    dice: str
    hands: int
    slots: int
    bulky: bool
    reach: bool
    concealable: bool
    dual_as: str
    ammo_dots: int
    reload: bool
    impaired_in: str
    band_max: str
    effect: str
    class_: str = field(default="", name="class")
    price: int = 0


class Armour(Struct, frozen=True):
    """Armour, an extra piece of it, or a shield."""

    id: RuleId
    name: str
    armour: int
    location: str
    slots: int
    bulky: bool
    bash_dice: str
    price: int
    effect: str


class Thing(Struct, frozen=True):
    """An item that is neither weapon nor armour; `uses` 0 is not counted.

    What it does when used, as far as numbers go: `dice` it strikes with, `thrown` at Engaged or Nearby, with `blast`.
    `aims`: upon one, upon `some` whom the GM names, or `strewn` until somebody comes upon it. Then whoever fails the
    `save`, if there is one, suffers `harm` straight to VIG and is in the state it `brings`, as long as it `lasts`
    ("1h", or "1r" for their next turn), or until a Save each turn sets them `free`; smoke fills the place for some
    `rounds`. `heals` lost VIG; `cures` states.
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
    group: str = ""
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


class Runeskelf(Struct, frozen=True):
    """A shard with two runes and the ritual that recharges it."""

    id: RuleId
    name: str
    runes: tuple[str, ...]
    slots: int
    recharge: str
    effect: str
    spellbook: str = ""
    roll: int = 0


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


class Blow(Struct, frozen=True):
    """An attack of a monster."""

    name: str
    dice: str
    use: Literal["melee", "ranged"]
    reach: bool
    blast: bool
    ignores_armour: bool
    kinds: tuple[str, ...] = ()


class Step(Struct, frozen=True):
    """One thing that a power or a Critical Wound does; the fields are explained at the head of monster.toml."""

    does: Literal[
        "lose", "for_good", "dies", "dead", "deprived", "hold", "each", "stone", "push", "armour", "part", "limb",
        "feeds", "rises", "festers", "exposed", "rusts", "judged",
    ]  # fmt: skip
    dice: str = ""
    quality: Quality = "VIG"
    state: str = ""
    save: Quality | Literal[""] = ""
    resist: Quality | Literal[""] = ""
    lasts: str = ""
    until: str = ""
    permanent: bool = False
    doubled: bool = False
    bands: int = 1


class Power(Struct, frozen=True):
    """What a monster can do in place of an attack, upon whom, as far as which band, and how often."""

    name: str
    target: Literal["one", "all", "self"]
    does: tuple[Step, ...]
    band: Literal["engaged", "nearby", "far", "distant"] = "nearby"
    save: Quality | Literal[""] = ""
    per: Literal["", "fight", "day"] = ""
    moves_first: bool = False


class Leader(Struct, frozen=True):
    """The numbers in which the leader of a band differs."""

    armour: int
    spi: int
    attacks: tuple[Blow, ...]


class Loses(Struct, frozen=True):
    """What else takes a monster's VIG."""

    to: str
    dice: str


class Monster(Struct, frozen=True):
    """An opponent of the bestiary; `critical` is what its Critical Wound adds, `wound` the same step by step."""

    id: RuleId
    name: str
    gd: int
    armour: int
    vig: int
    cla: int
    spi: int
    attacks: tuple[Blow, ...]
    detachment: bool
    feats: bool
    critical: str
    runeskelfs: tuple[RuleId, ...]
    effect: str
    wound: tuple[Step, ...] = ()
    powers: tuple[Power, ...] = ()
    immune: tuple[str, ...] = ()
    harmed_by: tuple[str, ...] = ()
    heals_by: tuple[str, ...] = ()
    impaired: tuple[str, ...] = ()
    enhanced: tuple[str, ...] = ()
    detachment_from: int = 0
    leader: Leader | None = None
    picks: int = 0
    fights_on: bool = False
    heads: int = 0
    fearless: bool = False
    first_attack: bool = False
    pack_enhanced: bool = False
    immobile: bool = False
    surprises: bool = False
    never_surprised: bool = False
    splits: bool = False
    burst: str = ""
    stings: str = ""
    death_blast: str = ""
    drains: int = 0
    past: Literal["", "guard", "nonmetal"] = ""
    magic: Literal["", "resists", "caster_saves"] = ""
    loses: Loses | None = None
    recall: Literal["", "falls", "hurt"] = ""


class Transport(Struct, frozen=True):
    """Something that carries things; one without VIG is no creature."""

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
    """Something done for money."""

    id: RuleId
    name: str
    price: int
    per: str
    where: str
    effect: str


class Hireling(Struct, frozen=True):
    """Somebody who works for a daily price; scores are dice to roll."""

    id: RuleId
    name: str
    price_day: int
    vig: str
    cla: str
    spi: str
    gd: str
    dice: str
    slots: int
    feats: bool
    effect: str
    gear: tuple[Given, ...] = ()


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
    die_min: int
    strong_min: int
    save: str
    same_by_several: bool
    stacks: bool
    timing: str
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
    feet_min: int
    feet_max: int
    melee: bool
    reach_melee: bool
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
    dying_minutes: int
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
    lowered_by: str
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
    steps_die: bool
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
    in_attack: str
    out_dice: str
    out_blast: bool
    save_at: str
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


class Table(Struct, frozen=True):
    """A table to roll or look up on; `dice` "d66" is two d6 read as tens and units, "d6,d6" two dice read apart."""

    id: RuleId
    title: str
    dice: str
    rows: tuple[Row, ...]
    kind: Literal["engine", "referee", "flavour"]
    lookup: str = ""

    def row(self, on: int | str) -> Row:
        """The row for a number or a name; beyond the last row that has a plus, that one."""
        for row in self.rows:
            if row.on == str(on):
                return row
            low, _, high = row.on.rstrip("+").partition("-")
            if not isinstance(on, int) or not low.isdigit() or on < int(low):
                continue
            if row.on.endswith("+") or on <= int(high or low):
                return row
        raise KeyError(f"{self.id}: no row for {on}")


# ---------------------------------------------------------------- by id


@cache
def backgrounds() -> Mapping[RuleId, Background]:
    """The Backgrounds of all three lists."""
    return BOOK.load("background", Background)


@cache
def weapons() -> Mapping[RuleId, Arm]:
    """The Armory."""
    return BOOK.load("weapon", Arm)


@cache
def weapon_classes() -> Mapping[RuleId, Arm]:
    """Light, Balanced and Great weapons."""
    return BOOK.load("weapon_class", Arm)


@cache
def armours() -> Mapping[RuleId, Armour]:
    """Armour, helmets and shields."""
    return BOOK.load("armour", Armour)


@cache
def things() -> Mapping[RuleId, Thing]:
    """All other items."""
    return BOOK.load("item", Thing)


@cache
def relics() -> Mapping[RuleId, Relic]:
    """The relics."""
    return BOOK.load("relic", Relic)


@cache
def runeskelfs() -> Mapping[RuleId, Runeskelf]:
    """The Runeskelfs with names."""
    return BOOK.load("runeskelf", Runeskelf)


@cache
def magic_effects() -> Mapping[RuleId, MagicEffect]:
    """What magic can be asked to do."""
    return BOOK.load("magic_effect", MagicEffect)


@cache
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary."""
    return BOOK.load("monster", Monster)


@cache
def transports() -> Mapping[RuleId, Transport]:
    """Carts, wagons and animals."""
    return BOOK.load("transport", Transport)


@cache
def services() -> Mapping[RuleId, Service]:
    """What a town does for money."""
    return BOOK.load("service", Service)


@cache
def hirelings() -> Mapping[RuleId, Hireling]:
    """Those who work for pay."""
    return BOOK.load("hireling", Hireling)


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
