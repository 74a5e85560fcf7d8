"""Getting free and freeing others: from grips, webs, slimes and latched creatures, and from sleep."""

from typing import Any

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.attribute_checks import attribute_of
from tallow.games.vanilla.checks.rolls import rolled, under
from tallow.games.vanilla.checks.saves import save
from tallow.games.vanilla.checks.sways import harmed_by
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.combat.free_attacks import provoke
from tallow.games.vanilla.entries import monsters, spells
from tallow.games.vanilla.gear.weapons import REACH
from tallow.games.vanilla.harm.aftereffects import woken
from tallow.games.vanilla.harm.damage import damage, released
from tallow.games.vanilla.magic.lasting import leave, on
from tallow.games.vanilla.state import MARKS, Effect, State, able, alive
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

FREE: RuleId = "vanilla.action.break_free"
PULL: RuleId = "vanilla.action.pull_off"
COMES_OFF = ("rolls", "comes_off", "sticks")
"""What the GM says of an attempt: by default a roll under Strength."""

SLIME = ("slimed", "digested")


@rule("vanilla.action.break_free", "vanilla.trick.grapple", "vanilla.special.held", "vanilla.free.trigger")
def break_free(play: Play, state: State, who: str) -> State:
    """Make a Save to be held no longer, except by spells; opponents other than the holders may attack first."""
    one = find(state, who)
    holders = tuple(MARKS.about(one.marks, "grappled"))
    if state.combat is not None:
        state = provoke(play, state, who, spared=holders)
        if not able(find(state, who)):
            return state
    if save(play, state, who, "", FREE):
        one = find(state, who)
        for holder in holders:
            one = released(one, holder)
        play.tell("breaks_free", one.name, why=FREE)
        tied = bound(state, who)
        state = put(state, one if tied else shed(one, "held"))
        for effect in on(state, who, "webbed", "engulfed"):
            state = state if effect in tied else leave(play, state, effect, who)
        state = put(state, gain(find(state, who), "held")) if tied else state
    return state


@rule("vanilla.spell.plant_growth", "vanilla.spell.web")
def bound(state: State, who: str) -> tuple[Effect, ...]:
    """The spells that hold a creature without a Save to break them: thorns must be cut, webs last their Turns."""
    return tuple([effect for effect in on(state, who, "rooted", "webbed") if effect.of in spells()])


def bound_fast(state: State, who: str) -> Refusal | None:
    """Why a creature cannot break free: only such spells hold it."""
    one = find(state, who)
    tied = bound(state, who) if state.effects else ()
    if not tied or MARKS.any(one.marks, "grappled"):
        return None
    if any(effect not in tied for effect in on(state, who, "webbed", "engulfed")):
        return None
    return Refusal("bound", (one.name, tied[0].of), tied[0].of)


def _held(state: State, who: str) -> bool:
    return has(find(state, who), "held")


@rule("vanilla.trick.grapple")
def let_go(play: Play, state: State, who: str) -> State:
    """Release everybody whom a creature holds."""
    for other in everyone(state):
        if MARKS.mark("grappled", who) in other.marks:
            play.tell("lets_go", find(state, who).name, other.name, why="vanilla.trick.grapple")
            state = put(state, released(other, who))
    return state


def _holds(state: State, who: str) -> bool:
    return any(MARKS.mark("grappled", who) in other.marks for other in everyone(state))


@rule("vanilla.action.pull_off", "vanilla.monster.latch", "vanilla.monster.giant_leech")
def grips(state: State, who: str) -> tuple[tuple[str, str], ...]:
    """What can be removed from a creature or a friend within 5 feet, as (whom, effect); a leech cannot."""
    one = find(state, who)
    near = [other for other in everyone(state) if side_of(state, other.id) == side_of(state, who)]
    near = [other for other in near if alive(other) and abs(other.at - one.at) <= REACH]
    found: list[tuple[str, str]] = []
    for other in near:
        for effect in on(state, other.id, "latched", "lodged", "engulfed", "acid", "slimed", "digested"):
            entry = monsters().get(effect.of)
            powers = entry.specials if entry is not None else ()
            stuck = any(power.result == effect.mode and power.stuck for power in powers)
            inside = effect.mode == "engulfed" and other.id == who
            if not stuck and not inside:
                found.append((other.id, effect.id))
    return tuple(found)


@rule(
    "vanilla.action.pull_off",
    "vanilla.monster.giant_killer_bee",
    "vanilla.monster.gray_ooze",
    "vanilla.monster.green_slime",
    "vanilla.check.tools",
)
def pull_off(play: Play, state: State, who: str) -> State:
    """Remove what grips somebody: a sting or acid at once, other things by an attempt."""
    one = find(state, who)
    options: tuple[Any, ...] = tuple([("off", *grip) for grip in grips(state, who)])
    _, whom, which = play.choose(one.seat, "pull_off", options, one.name, why=PULL)
    effect = next(effect for effect in state.effects if effect.id == which)
    if effect.mode in ("lodged", "acid"):
        return leave(play, state, effect, whom)
    ways = (*COMES_OFF, "burned") if effect.mode in SLIME else COMES_OFF
    how = play.choose(REFEREE, "pulled_off", ways, one.name, effect.of, why=PULL)
    if how == "burned":
        return _burned_off(play, state, effect, whom)
    if how == "sticks" or (
        how == "rolls" and not under(play, attribute_of(state, one, "Strength"), one.seat, PULL, "Strength", who)
    ):
        play.tell("sticks", find(state, whom).name, why=PULL)
        return state
    return leave(play, state, effect, whom)


@rule("vanilla.monster.green_slime")
def _burned_off(play: Play, state: State, effect: Effect, whom: str) -> State:
    """Burn a slime off somebody; fire damages both equally."""
    points = rolled(play, "1d6", REFEREE, effect.of)
    state = leave(play, state, effect, whom)
    for who in (whom, effect.by):
        if any(one.id == who for one in everyone(state)):
            dealt = harmed_by(state, find(state, who), points, magic=False, element="fire", kind="fire")
            state = damage(play, state, who, dealt, effect.of)
    return state


def _gripped(state: State, who: str) -> bool:
    return bool(state.effects) and bool(grips(state, who))


@rule("vanilla.spell.sleep", "vanilla.action.use")
def shake(play: Play, state: State, who: str) -> State:
    """Wake a sleeper nearby."""
    one = find(state, who)
    whom = play.choose(one.seat, "shake", _sleepers(state, who), one.name, why="vanilla.spell.sleep")
    return woken(play, state, whom)


def _sleepers(state: State, who: str) -> tuple[str, ...]:
    one, side = find(state, who), side_of(state, who)
    near = [other for other in everyone(state) if side_of(state, other.id) == side and abs(other.at - one.at) <= REACH]
    return tuple([other.id for other in near if has(other, "asleep") and alive(other) and other.id != who])


def _can_shake(state: State, who: str) -> bool:
    return bool(_sleepers(state, who))


DEEDS: tuple[Deed[State], ...] = (
    go_deed("break_free", "action", break_free, FREE, provokes=False, refuse=bound_fast, shown=_held, outside=True),
    go_deed("let_go", "", let_go, "vanilla.trick.grapple", provokes=False, shown=_holds),
    go_deed("pull_off", "action", pull_off, PULL, shown=_gripped, outside=True, rank=1),
    go_deed("shake", "action", shake, "vanilla.spell.sleep", shown=_can_shake, outside=True, rank=1),
)
