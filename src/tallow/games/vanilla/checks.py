"""Checks and Saves: skill and tools against a task, ST against harm."""

from typing import Literal, TypeAlias

from tallow.games.vanilla import sways
from tallow.games.vanilla.content import Row, tables
from tallow.games.vanilla.rolls import under, under_twice
from tallow.games.vanilla.state import ATTRIBUTES, Attribute, Creature, State
from tallow.mechanics.two_sides import find
from tallow.play import Play, RuleId, Seat, rule

Vs: TypeAlias = Literal["", "death", "poison", "magic", "fear"]
Standing: TypeAlias = Literal["tools", "skill", "both", "neither"]
EXTRA: RuleId = "vanilla.table.extra"
NO_ATTRIBUTES = 10
"""Enemies and Helpers have no attributes: this number stands for all of them."""


# ---------------------------------------------------------------- Saves


def extra_of(one: Creature) -> Row | None:
    """The row of a character's Extra."""
    return next((row for row in tables()[EXTRA].rows if row.name == one.life.extra), None) if one.life.extra else None


@rule("vanilla.creation.extra_save", "vanilla.save.kinds", "vanilla.table.extra")
def st_against(state: State, one: Creature, vs: Vs, bonus: int = 0) -> int:
    """ST on a Save against something; of the bonuses that fit only the highest counts."""
    row = extra_of(one)
    extra = row.st if row is not None and vs in row.vs else 0
    sway = sways.st(state, one, vs)
    return one.st + max(extra, bonus, sway, 0) + min(sway, 0)


@rule("vanilla.save.roll", "vanilla.save.resist", "vanilla.save.kinds", "vanilla.save.who")
def save(
    play: Play,
    state: State,
    who: str,
    vs: Vs,
    why: RuleId,
    *,
    bonus: int = 0,
    element: str = "",
    willing: bool = False,
) -> bool:
    """Whether one creature's Save succeeds; the willing may choose to fail, and then no die is rolled."""
    one = find(state, who)
    if willing and play.choose(one.seat, "resist", ("resist", "accept"), one.name, why="vanilla.save.who") == "accept":
        play.tell("save.accepted", one.name, why="vanilla.save.who")
        return False
    made = rolled_save(
        play, st_against(state, one, vs, bonus), sways.resistance(state, one, vs, element), one.seat, why
    )
    if vs:
        play.tell("save.made" if made else "save.failed", one.name, vs, why=why)
    else:
        play.tell("save.plain.made" if made else "save.plain.failed", one.name, why=why)
    return made


@rule("vanilla.save.roll", "vanilla.save.resist", "vanilla.save.no_naturals")
def rolled_save(play: Play, st: int, resistance: str, by: Seat, why: RuleId) -> bool:
    """A d20 not above ST; those who resist keep the better of two, the vulnerable the worse."""
    return under_twice(play, st, resistance == "resists", by, why) if resistance else under(play, st, by, why)


# ---------------------------------------------------------------- checks


@rule("vanilla.check.neither", "vanilla.check.either", "vanilla.check.both", "vanilla.check.no_naturals")
def check(play: Play, attribute: int, standing: Standing, by: Seat, why: RuleId) -> bool:
    """Neither skill nor tools fail, both succeed, and one of the two rolls a d20 under the attribute."""
    if standing in ("neither", "both"):
        return standing == "both"
    return under(play, attribute, by, why)


@rule("vanilla.check.enemies", "vanilla.creation.attributes")
def attribute_of(state: State, one: Creature, attribute: Attribute) -> int:
    """The number that a check rolls under; 10 for those without attributes."""
    own = one.life.attributes[ATTRIBUTES.index(attribute)] if one.life.attributes else NO_ATTRIBUTES
    return own + sways.attribute(state, one)
