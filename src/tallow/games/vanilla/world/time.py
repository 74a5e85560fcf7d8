"""The clock: minutes pass, and whatever falls due meanwhile happens in order.

Outside a fight only `elapse` moves the clock. An encounter cuts the time short: the phase is then "encounter", and
resting or casting is interrupted. `set_about` is for deeds that take one character's Turn: the Turn ends when every
character has done one.
"""

from msgspec.structs import replace

from tallow.games.vanilla.characters.helpers import payday
from tallow.games.vanilla.gear.light import burn
from tallow.games.vanilla.harm.damage import regain, wake
from tallow.games.vanilla.magic import effects
from tallow.games.vanilla.magic.lasting import lose_concentration
from tallow.games.vanilla.monsters import encounters
from tallow.games.vanilla.monsters.powers import refreshed
from tallow.games.vanilla.state import DAY, HOUR, TURN, WATCH, State, able
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import Play, RuleId, meanwhile, rule

DAWN = 6 * HOUR
REST: RuleId = "vanilla.heal.rest"


@rule("vanilla.time.clock", "vanilla.time.round", "vanilla.time.turn", "vanilla.time.watch", "vanilla.phase.turn")
def elapse(play: Play, state: State, minutes: int) -> State:
    """Let minutes pass outside a fight; an encounter cuts them short."""
    until = state.clock + minutes
    while (moment := _next(state)) <= until:
        before, state = state.clock, replace(state, clock=moment)
        state = _falls_due(play, state)
        if moment % TURN == 0 and moment > before:
            state = burn(play, state)
        if _checks(state, moment):
            comes = encounters.met(play, state)
            state = replace(state, loud=False) if state.loud else state
            if comes:
                return encounters.meet(play, state)
    return replace(state, clock=until)


def _next(state: State) -> int:
    """The next minute at which something may happen."""
    clock = state.clock
    every = TURN if state.place == "dungeon" or _lit(state) else WATCH
    moments = [(clock // every + 1) * every]
    moments += [effect.ends for effect in state.effects if effect.ends > clock]
    moments += [clock + 1 for effect in state.effects if effect.mode == "drowning"]
    moments += [one.wakes for one in everyone(state) if one.wakes > clock and "out" in one.conditions]
    moments += [one.pay.paid_until for one in state.party if one.pay is not None and one.pay.paid_until > clock]
    return min(moments)


def _lit(state: State) -> bool:
    return any(item.lit for one in state.party for item in one.items) or any(item.lit for item in state.ground)


def _falls_due(play: Play, state: State) -> State:
    for effect in state.effects:
        if effect.mode == "drowning" and state.combat is None:
            state = effects.breathless(play, state, effect)
    state = payday(play, wake(play, effects.expire(play, state)))
    return refreshed(state) if state.clock % DAY == DAWN else state


def _checks(state: State, moment: int) -> bool:
    """Whether the encounter die is rolled at this minute: each Turn in a dungeon, each Watch in the wilds."""
    return moment % {"dungeon": TURN, "wilds": WATCH}.get(state.place, moment + 1) == 0 and state.phase == "explore"


@rule("vanilla.time.turn", "vanilla.phase.turn", "vanilla.spell.durations")
def set_about(play: Play, state: State, who: str, what: str) -> State:
    """A creature spends this Turn on something, other than a spell; it ends once all able characters have done so.

    If no character is able, it ends once all others have.
    """
    if state.effects and what != "watch":
        state = lose_concentration(play, state, who)
    ends = ends_turn(state, who)
    state = replace(state, busy=(*state.busy, (who, what)))
    return end_turn(play, state) if ends else state


@rule("vanilla.time.turn")
def ends_turn(state: State, who: str) -> bool:
    """Whether the Turn ends once this creature has acted in it: all characters have, or else all others."""
    about = [one for one in state.party if able(one)]
    waited = [one for one in about if one.kind == "pc"] or about
    return all(one.id == who or spent(state, one.id) for one in waited)


def spent(state: State, who: str) -> bool:
    """Whether a creature has acted in this Turn."""
    return any(one == who for one, _ in state.busy)


@rule("vanilla.time.turn", "vanilla.phase.turn", "vanilla.heal.interrupted")
def end_turn(play: Play, state: State) -> State:
    """End the Turn; those who rested regain Grit, unless there was an encounter."""
    busy = state.busy
    meanwhile(play, state, phase="encounter")
    state = elapse(play, replace(state, busy=()), TURN)
    if state.phase == "encounter":
        return state
    for who, what in busy:
        if what == "rest":
            state = rested(play, state, who)
    return state


@rule("vanilla.heal.rest")
def rested(play: Play, state: State, who: str) -> State:
    """A creature has rested for ten minutes: it regains 1d6 Grit unless wounded."""
    one = find(state, who)
    (face,) = play.roll(1, 6, by=one.seat, why=REST)
    healed = regain(one, face)
    play.tell("rested", one.name, healed.grit - one.grit, healed.grit, why=REST)
    return put(state, healed)


@rule("vanilla.time.turn", "vanilla.light.burn")
def fight_over(play: Play, state: State) -> State:
    """After a fight: round its time up to whole Turns, without an encounter die; lights burn, and 1 more for strain."""
    began = state.combat.began if state.combat is not None else state.clock
    turns = max(1, -(-(state.clock - began) // TURN))
    state = _falls_due(play, replace(state, clock=began + turns * TURN))
    if (began - DAWN) // DAY < (state.clock - DAWN) // DAY:
        state = refreshed(state)
    for _ in range(turns):
        state = burn(play, state)
    return burn(play, state)
