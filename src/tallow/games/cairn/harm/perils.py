"""Perils: who would die of the mere passing of time, when, and what of all that is here would save them."""

from functools import partial

from tallow.games.cairn.monsters.afflictions import RISEN, held_fast, of_monsters
from tallow.games.cairn.state import DAY, HOUR, MINUTE, Creature, Effect, State, able, alive
from tallow.games.shared.deadly import Threat, accepts_risk, threats_within
from tallow.mechanics.conditions import has
from tallow.play import Play, RuleId, Seat, rule

DEADLY: RuleId = "cairn.time.deadly"
SPANS = ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (1, "s"))
FATAL = frozenset(("dead", "gone", *RISEN))
"""What an affliction can come to that nobody comes back from."""

SETTLED = frozenset(("town", "downtime"))
"""Phases in which there are healers."""


@rule("cairn.time.deadly")
def threats(state: State, seconds: int) -> tuple[Threat, ...]:
    """Those of the party who would die within this time, in the order of the party."""
    if not state.effects and not any(one.dies_at for one in state.party):
        return ()
    ends, saved_by = partial(last_moment, state), partial(helps, state)
    return threats_within(state.party, state.clock, seconds, ends, saved_by, SPANS)


@rule("cairn.critical.pc", "cairn.critical.effects", "cairn.spell.body_swap")
def last_moment(state: State, one: Creature) -> int:
    """The moment at which somebody dies if nothing is done, 0 for none; who has traded bodies dies with the other."""
    bound = [effect.on for effect in state.effects if "swapped" in effect.world and one.id in effect.on]
    pair = [other for on in bound for other in (*state.party, *state.foes) if other.id in on]
    return min([end for each in pair or [one] if alive(one) and (end := _own_end(state, each))], default=0)


def _own_end(state: State, one: Creature) -> int:
    """When a wound or an affliction of their own kills somebody; a stone heart beats again."""
    if not alive(one) or has(one, "stone_heart"):
        return 0
    ends = [one.dies_at] if one.dies_at else []
    ends += [effect.ends for effect in _fatal(state, one) if effect.ends]
    return min(ends, default=0)


def _fatal(state: State, one: Creature) -> list[Effect]:
    return [effect for effect in of_monsters(state) if effect.then in FATAL and effect.on[:1] == (one.id,)]


@rule("cairn.critical.aid", "cairn.heal.ability_help", "cairn.item.bandages")
def helps(state: State, one: Creature) -> tuple[str, ...]:
    """What would save somebody here and now: aid, pulling them free, a healer."""
    ways = []
    friends = [other for other in state.party if other.id != one.id and other.kind != "monster" and able(other)]
    words = [word for effect in _fatal(state, one) for word in effect.until]
    if friends and one.dies_at and (has(one, "critical") or has(one, "mortal")) and not held_fast(one):
        ways.append("help.aid")
    if friends and ("wrenched" in words or "pulled" in words):
        ways.append("help.free")
    if state.phase in SETTLED and (one.dies_at or "healer" in words):
        ways.append("help.healer")
    return tuple(ways)


@rule("cairn.heal.ability_help")
def helped_in_town(state: State, one: Creature) -> bool:
    """Whether a healer would save somebody, and the party is where there is none."""
    words = [word for effect in _fatal(state, one) for word in effect.until]
    return state.phase not in SETTLED and "healer" in words


@rule("cairn.time.deadly")
def goes_on(play: Play, state: State, by: Seat, seconds: int) -> bool:
    """Whether so much time passes, though somebody would die of it."""
    return accepts_risk(play, by, threats(state, seconds), DEADLY)
