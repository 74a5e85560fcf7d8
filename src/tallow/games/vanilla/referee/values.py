"""The GM may set every number and every condition of a creature."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.vanilla.harm.damage import departs, dies, passes_out
from tallow.games.vanilla.referee.controls import by_word
from tallow.games.vanilla.state import State
from tallow.mechanics.conditions import gain, shed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

WORD: RuleId = "vanilla.meta.scope"
NUMBERS = (
    "grit", "grit_max", "flesh", "flesh_max", "av", "st", "ac", "level", "coins", "gems", "bubbles", "slots", "xp",
    "at",
)  # fmt: skip
XP = (0, 500, 1000, 1500, 2000, 2500, 4000, 5000, 8000, 10000, 16000, 20000, 32000, 40000, 64000, 80000)
MOST = {"av": 20, "st": 20, "ac": 20, "level": 20, "bubbles": 6, "slots": 20}
"""The most that a number can be set to; 40 for all others."""

LEAST = {"flesh_max": 1, "level": 0}

CONDITIONS = (
    "out", "dead", "fled", "gone", "stone", "prone", "held", "held_fast", "asleep", "paralysed", "unaware", "fleeing",
)  # fmt: skip


FALLS: dict[str, Callable[[Play, State, str], State]] = {"out": passes_out, "dead": dies, "fled": departs}
"""Conditions that bring more with them, by the rule that does it."""


def values_of(what: str) -> Sequence[int]:
    """The values that a number can be set to."""
    if what == "xp":
        return XP
    if what == "at":
        return range(0, 205, 5)
    if what in ("coins", "gems"):
        return range(2001)
    return range(LEAST.get(what, 0), MOST.get(what, 40) + 1)


@rule("vanilla.meta.scope", "vanilla.combat.distance")
def set_value(play: Play, state: State, _: str) -> State:
    """The GM sets a number of a creature; lowering a maximum lowers the current value with it."""
    who = play.choose(REFEREE, "set_whom", tuple(one.id for one in everyone(state)), why=WORD)
    one = find(state, who)
    what = play.choose(REFEREE, "set_what", NUMBERS, one.name, why=WORD)
    number = play.choose(REFEREE, "set_number", values_of(what), one.name, what, why=WORD)
    play.tell("value", one.name, what, number, why=WORD)
    if what == "xp":
        return put(state, replace(one, life=replace(one.life, xp=number)))
    changed = replace(one, **{what: number})
    if what.endswith("_max") and getattr(one, what[:-4]) > number:
        changed = replace(changed, **{what[:-4]: number})
    return put(state, changed)


@rule("vanilla.meta.scope")
def set_condition(play: Play, state: State, _: str) -> State:
    """The GM puts a creature into a condition, or ends it."""
    who = play.choose(REFEREE, "set_whom", tuple(one.id for one in everyone(state)), why=WORD)
    one = find(state, who)
    which = play.choose(REFEREE, "set_condition", CONDITIONS, one.name, one.conditions, why=WORD)
    begins = which not in one.conditions
    if begins and which in FALLS:
        return FALLS[which](play, state, who)
    play.tell("condition.begins" if begins else "condition.ends", one.name, which, why=WORD)
    changed = gain(one, which) if begins else shed(one, which)
    if which in ("out", "dead") and not begins:
        changed = replace(changed, flesh=max(1, one.flesh), wakes=0)
    return put(state, changed)


DEEDS: tuple[Deed[State], ...] = tuple(
    Deed(name, by_word(do), WORD, by="referee", shown=lambda state, _: bool(everyone(state)), group="giving")
    for name, do in (("set_value", set_value), ("set_condition", set_condition))
)
