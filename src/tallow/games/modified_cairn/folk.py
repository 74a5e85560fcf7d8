"""Content about people and creatures: Backgrounds, hirelings, and monsters with their special rules."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from tallow.games.modified_cairn.entries import BOOK, Given
from tallow.games.modified_cairn.state import Quality
from tallow.play import RuleId


class Background(Struct, frozen=True):
    """A Background: its skills, gear, and the tables that it rolls on. `locks`: it knows how to open them."""

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
    """Somebody who works for a daily wage; scores are dice to roll."""

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
    """An attack of a monster; `arms` are the weapons that it is made with, one for each die."""

    name: str
    dice: str
    use: Literal["melee", "ranged"]
    reach: bool
    blast: bool
    ignores_armour: bool
    kinds: tuple[str, ...] = ()
    arms: tuple[RuleId, ...] = ()


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
    """A monster's alternative to an attack: its targets, its greatest band, how often.

    `sound` spares the deaf; `rune` is the Runeskelf whose known effect it is.
    """

    name: str
    target: Literal["one", "all", "self"]
    does: tuple[Step, ...] = ()
    band: Literal["engaged", "nearby", "far", "distant"] = "nearby"
    save: Quality | Literal[""] = ""
    per: Literal["", "fight", "day"] = ""
    moves_first: bool = False
    sound: bool = False
    rune: RuleId = ""


class Leader(Struct, frozen=True):
    """The numbers of a band's leader that differ from the other members'."""

    armour: int
    spi: int
    attacks: tuple[Blow, ...]


class Loses(Struct, frozen=True):
    """What else makes a monster lose VIG."""

    to: str
    dice: str


class Monster(Struct, frozen=True):
    """A monster of the bestiary; `wound` lists the additional effects of its Critical Wound."""

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
    plant: bool = False
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


@cache
def backgrounds() -> Mapping[RuleId, Background]:
    """The Backgrounds of all three lists, by id."""
    return BOOK.load("background", Background)


@cache
def hirelings() -> Mapping[RuleId, Hireling]:
    """The hirelings, by id."""
    return BOOK.load("hireling", Hireling)


@cache
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary, by id."""
    return BOOK.load("monster", Monster)
