"""Content that is somebody: Backgrounds, hirelings, and the monsters with all that bends the rules for them."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from tallow.games.modified_cairn.entries import BOOK, Given
from tallow.games.modified_cairn.state import Quality
from tallow.play import RuleId


class Background(Struct, frozen=True):
    """A past life: what it knows, what it brings, and the tables that it rolls on. `locks`: it has opened some."""

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
    locks: bool = False


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
    """An opponent of the bestiary; `wound` is what its Critical Wound adds, step by step."""

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


# ---------------------------------------------------------------- by id


@cache
def backgrounds() -> Mapping[RuleId, Background]:
    """The Backgrounds of all three lists."""
    return BOOK.load("background", Background)


@cache
def hirelings() -> Mapping[RuleId, Hireling]:
    """Those who work for pay."""
    return BOOK.load("hireling", Hireling)


@cache
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary."""
    return BOOK.load("monster", Monster)
