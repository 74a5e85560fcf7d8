"""Perils: who would die if time passes, when, and what would save them here."""

from functools import partial

from tallow.games.modified_cairn.harm.tending import dying, means
from tallow.games.modified_cairn.state import DAY, HOUR, MINUTE, Creature, State, able, alive
from tallow.games.shared.deadly import Threat, accepts_risk, threats_within
from tallow.play import Play, RuleId, Seat, rule

DEADLY: RuleId = "modified_cairn.time.deadly"
SPANS = ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (1, "s"))


@rule("modified_cairn.time.deadly")
def threats(state: State, seconds: int) -> tuple[Threat, ...]:
    """The party members who would die within this time, in the order of the party."""
    ends, saved_by = partial(last_moment, state), partial(helps, state)
    return threats_within(state.party, state.clock, seconds, ends, saved_by, SPANS)


@rule("modified_cairn.hurt.bleed_out", "modified_cairn.hurt.critical_effects")
def last_moment(state: State, one: Creature) -> int:
    """The moment of death if nothing is done, by wounds or by a slow death; 0 for none."""
    if not alive(one):
        return 0
    ends = [one.dies_at] if one.dies_at else []
    ends += [effect.ends for effect in state.effects if effect.does == "doom" and one.id in effect.on and effect.ends]
    return min(ends, default=0)


@rule("modified_cairn.hurt.tend", "modified_cairn.service.medical_healing")
def helps(state: State, one: Creature) -> tuple[str, ...]:
    """What would save somebody now: Bandages that another has, a healer in town, or a cure that the GM allows."""
    ways = []
    if dying(one) and any(able(other) and means(other) for other in state.party if other.id != one.id):
        ways.append("help.tend")
    if one.dies_at and state.phase == "town":
        ways.append("help.healer")
    if any(effect.does == "doom" and one.id in effect.on for effect in state.effects):
        ways.append("help.cure")
    return tuple(ways)


@rule("modified_cairn.time.deadly")
def goes_on(play: Play, state: State, by: Seat, seconds: int) -> bool:
    """Ask whether this much time shall pass, if somebody would die of it; True if nobody would."""
    return accepts_risk(play, by, threats(state, seconds), DEADLY)
