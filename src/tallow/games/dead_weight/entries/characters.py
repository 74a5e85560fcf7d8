"""What characters are made of: skills, the rows of the life path, classes and their kits."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.state import Attribute
from tallow.play import RuleId


class Skill(Struct, frozen=True):
    """A skill; `upgrades_to` and `upgrades_from` are its advanced and its basic form, "" for none."""

    id: RuleId
    upgrades_to: RuleId
    upgrades_from: RuleId


class Given(Struct, frozen=True):
    """A line of a kit or burden; without a usage die of its own it has the one of its entry."""

    ref: RuleId
    count: int = 1
    usage: str = ""


class Path(Struct, frozen=True):
    """A row of infancy, career or tragedy."""

    id: RuleId
    on: int
    score: Mapping[Attribute, int]
    prof: Mapping[Attribute, int]
    choose_prof: int
    insight: int
    silver: str
    skills: tuple[RuleId, ...]
    traits: tuple[RuleId, ...]


class Burden(Struct, frozen=True):
    """A burden: why somebody came to the island, and what they brought."""

    id: RuleId
    on: int
    silver: str
    items: tuple[Given, ...]
    containers: tuple[RuleId, ...]


class Calling(Struct, frozen=True):
    """A class of characters."""

    id: RuleId
    name: str
    prof: Mapping[Attribute, int]
    traits: tuple[RuleId, ...]
    skills: tuple[RuleId, ...]
    kits: tuple[RuleId, ...]


class Kit(Struct, frozen=True):
    """The equipment that a class may start with."""

    id: RuleId
    letter: str
    containers: tuple[RuleId, ...]
    items: tuple[Given, ...]
    silver: str
    gold: int
    effect: str


class NameList(Struct, frozen=True):
    """The possible parts of a name for one letter of a name pattern."""

    symbol: str
    parts: tuple[str, ...]


@cache
def skills() -> Mapping[RuleId, Skill]:
    """Every skill."""
    return BOOK.load("skill", Skill)


@cache
def paths(step: Literal["infancy", "career", "tragedy"]) -> Mapping[int, Path]:
    """The rows of one step of the life path, by the result of the roll."""
    return {path.on: path for path in BOOK.load(step, Path).values()}


@cache
def burdens() -> Mapping[int, Burden]:
    """The burdens, by the result of the roll."""
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
def name_lists() -> Mapping[str, NameList]:
    """The lists of parts of names, by their symbol."""
    return {found.symbol: found for found in BOOK.load("name_list", NameList).values()}
