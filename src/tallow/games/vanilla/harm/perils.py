"""Perils: who would die if time passes, when, and what would save them here."""

from tallow.games.shared.deadly import Threat, accepts_risk
from tallow.games.shared.view_parts import time_text
from tallow.games.vanilla.harm.damage import soak
from tallow.games.vanilla.magic.lasting import on
from tallow.games.vanilla.state import DAY, HOUR, Creature, Effect, State, able, alive
from tallow.play import Play, RuleId, Seat, rule

DEADLY: RuleId = "vanilla.time.deadly"
SPANS = ((DAY, "d"), (HOUR, "h"), (1, "min"))
NEUTRALIZE = "vanilla.spell.neutralize_poison"
KILLING = ("dying", "digested", "slimed", "drowning")
"""Modes of effects that kill a creature in the end, or may."""

WORST = 6
"""The most damage that a Round without breath can deal."""


@rule("vanilla.time.deadly")
def threats(state: State, minutes: int) -> tuple[Threat, ...]:
    """The party members who would or might die within these minutes, in the order of the party."""
    found = []
    for one in state.party:
        left, certain = last_minutes(state, one)
        if 0 <= left <= minutes:
            found.append(Threat(one.id, one.name, time_text(left, SPANS), certain, helps(state, one)))
    return tuple(found)


@rule("vanilla.monster.giant_rattler_snake", "vanilla.monster.green_slime", "vanilla.spell.water_breathing")
def last_minutes(state: State, one: Creature) -> tuple[int, bool]:
    """The fewest minutes until a creature's death, -1 if it is in no danger, and whether that death is certain."""
    if not alive(one) or not state.effects:
        return -1, False
    ends = [_end(state, one, effect) for effect in on(state, one.id, *KILLING)]
    known = [(left, certain) for left, certain in ends if left >= 0]
    return min(known, key=lambda end: (end[0], not end[1]), default=(-1, False))


def _end(state: State, one: Creature, effect: Effect) -> tuple[int, bool]:
    if effect.mode == "drowning":
        return _breath(state, one, effect), False
    left = max(0, effect.ends - state.clock)
    return (left, True) if effect.mode != "slimed" else (left + 1, False)


def _breath(state: State, one: Creature, effect: Effect) -> int:
    """The earliest minute at which a creature without breath may die; -1 if the effect ends before."""
    grit, flesh = one.grit, one.flesh
    for minute in range(1, effect.ends - state.clock + 1):
        grit, flesh = soak(grit, flesh, WORST, False, state.settings.grit_overflow)
        if flesh == 0 or "out" in one.conditions:
            return minute
    return -1


@rule("vanilla.spell.neutralize_poison", "vanilla.action.pull_off")
def helps(state: State, one: Creature) -> tuple[str, ...]:
    """What would save somebody now: a spell that somebody has, being freed, or water."""
    ways = []
    friends = [other for other in state.party if able(other)]
    if on(state, one.id, "dying") and any(_neutralizes(other) for other in friends):
        ways.append("help.neutralize")
    if on(state, one.id, "digested", "slimed") and friends:
        ways.append("help.free")
    if on(state, one.id, "drowning"):
        ways.append("help.water")
    return tuple(ways)


def _neutralizes(one: Creature) -> bool:
    """Whether a creature has the spell against poison, in its own book or in a thing that it carries."""
    known = [entry.spell for entry in one.book if not entry.corrupted]
    found = [each.spell for item in one.items for each in item.book]
    return NEUTRALIZE in (*known, *found, *(item.spell for item in one.items))


@rule("vanilla.time.deadly")
def goes_on(play: Play, state: State, by: Seat, minutes: int) -> bool:
    """Ask whether this much time shall pass, if somebody might die of it; True if nobody would."""
    return accepts_risk(play, by, threats(state, minutes), DEADLY)
