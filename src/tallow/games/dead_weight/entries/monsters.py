"""The bestiary: monsters and the actions of their sheets."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.attacks import Range
from tallow.games.dead_weight.state import Attribute
from tallow.play import RuleId


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


class Special(Struct, frozen=True):
    """One effect of an enemy action besides its wounds; the codes are listed at the head of enemy_action.toml.

    `what` is the affliction, condition, attribute or monster that it is about, `many` the number of tokens or wounds.
    With `risk` it happens only if that many dice show a 1 among them. A wound that is not `lethal` needs room on its
    attribute.
    """

    code: str
    what: str = ""
    many: int = 1
    risk: int = 0
    lethal: bool = True


class Arms(Struct, frozen=True, cache_hash=True):
    """What an enemy does something with: a weapon or shield of the lists, and what it is called."""

    ref: RuleId
    name: str


class EnemyAction(Struct, frozen=True, cache_hash=True):
    """An action of an enemy's sheet.

    `defence` lists the attributes of which the target checks one, none if there is no check; `does` happens when the
    condition of `special_when` is met. `arms` is the thing that it is done with, None for tooth and claw.
    """

    id: RuleId
    name: str
    cost: int = 1
    defence: tuple[Attribute, ...] = ()
    disadvantage: int = 0
    wounds: int = 0
    critical: int = 0
    effects: tuple[str, ...] = ()
    critical_effects: tuple[str, ...] = ()
    range: Range = "close"
    targets: Literal["one", "self", "corpse", "adventurers", "living"] = "one"
    requires: Literal["", "grabbed", "corpse"] = ""
    special_when: Literal["", "hit", "wound", "critical", "unsaid"] = ""
    effect: str = ""
    does: tuple[Special, ...] = ()
    arms: Arms | None = None


@cache
def monsters() -> Mapping[RuleId, Monster]:
    """The bestiary."""
    return BOOK.load("monster", Monster)


@cache
def enemy_actions() -> Mapping[RuleId, EnemyAction]:
    """The actions of the bestiary's sheets."""
    return BOOK.load("enemy_action", EnemyAction)
