"""Spells, prayers, schools of magic and gods."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.attacks import Attack, Range
from tallow.games.dead_weight.state import Attribute
from tallow.play import RuleId

Lasts: TypeAlias = Literal["", "turns", "exploration_turns", "combat", "expedition", "until_ended"]
"""What the duration of a spell or prayer is counted in; "" for what is over at once.

`turns` are combat turns in a combat and exploration turns outside.
"""


class Working(Struct, frozen=True, kw_only=True):
    """What spells and prayers share; the fields are explained at the head of spell.toml."""

    id: RuleId
    attribute: Attribute
    actions: int
    range: Range
    effect: str
    aims: str
    does: tuple[str, ...]
    lasts: Lasts = ""
    turns: int = 0
    dice: str = ""
    stun: int = 0
    afflicts: str = ""
    things: bool = False
    when: Literal["", "combat"] = ""
    attack: Attack | None = None


class Spell(Working, frozen=True, kw_only=True):
    """A spell; a `basic` one is open to every school."""

    level: int
    basic: bool = False


class Prayer(Working, frozen=True, kw_only=True):
    """A prayer of a god, "" for a basic one: the wounds it heals (9 for all), afflictions it ends, items it creates."""

    god: str
    heal_wounds: int
    removes: tuple[str, ...]
    creates: tuple[RuleId, ...] = ()


class School(Struct, frozen=True):
    """A school of magic."""

    id: RuleId
    spells: tuple[RuleId, ...]


class God(Struct, frozen=True):
    """A god, and the kind of sacrifice that appeases it."""

    id: RuleId
    prayers: tuple[RuleId, ...]
    wants: Literal["teeth", "captive", "blood", "rations", "prayer"]


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
