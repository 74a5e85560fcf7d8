"""Saving Throws: a d20 not above ST, with the bonuses that apply to the danger."""

from typing import Literal, TypeAlias

from tallow.games.vanilla.checks import sways
from tallow.games.vanilla.checks.rolls import under, under_twice
from tallow.games.vanilla.entries import Row, tables
from tallow.games.vanilla.state import Creature, State
from tallow.mechanics.two_sides import find
from tallow.play import Play, RuleId, Seat, rule

Vs: TypeAlias = Literal["", "death", "poison", "magic", "fear"]
EXTRA: RuleId = "vanilla.table.extra"


def extra_of(one: Creature) -> Row | None:
    """The table row of a character's Extra; None without one."""
    return next((row for row in tables()[EXTRA].rows if row.name == one.life.extra), None) if one.life.extra else None


@rule("vanilla.creation.extra_save", "vanilla.save.kinds", "vanilla.table.extra")
def st_against(state: State, one: Creature, vs: Vs, bonus: int = 0) -> int:
    """ST for a Save against something; of the bonuses that apply only the highest counts."""
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
    """Whether a creature's Save succeeds; if `willing`, its player may choose to fail without a roll."""
    one = find(state, who)
    st, twice = st_against(state, one, vs, bonus), sways.vulnerable(one, element)
    options = ("resist", "accept")
    if willing and play.choose(one.seat, "resist", options, one.name, st, twice, why="vanilla.save.who") == "accept":
        play.tell("save.accepted", one.name, why="vanilla.save.who")
        return False
    made = rolled_save(play, st, twice, one.seat, why, who)
    if vs:
        play.tell("save.made" if made else "save.failed", one.name, vs, why=why)
    else:
        play.tell("save.plain.made" if made else "save.plain.failed", one.name, why=why)
    return made


@rule("vanilla.save.roll", "vanilla.save.resist", "vanilla.save.no_naturals")
def rolled_save(play: Play, st: int, vulnerable: bool, by: Seat, why: RuleId, who: str = "") -> bool:
    """Roll a d20 not above ST; the vulnerable keep the worse of two."""
    return under_twice(play, st, False, by, why, who) if vulnerable else under(play, st, by, why, who=who)
