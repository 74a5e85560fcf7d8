"""The clock outside a fight: Turns of Moments, Minutes, Hours and Days, and what happens in each."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.usage import burn
from tallow.games.black_hack.harm.hindrances import shake_off, staunch, suffer, tick
from tallow.games.black_hack.magic import effects
from tallow.games.black_hack.state import State, able, character, put
from tallow.games.black_hack.world.sessions import new_day
from tallow.play import Play, rule

MINUTES_AN_HOUR = 5
"""Turns of Minutes in an Hour, each of a dozen minutes."""

LONGEST = 100
"""So many Turns of Ongoing Damage at most are played out at once."""


@rule("black_hack.time.moments", "black_hack.usage.duration")
def moments(play: Play, state: State) -> State:
    """A Moment without a fight: what lasts for so many runs down, and what lasts for Moments rolls its Usage Die."""
    state = tick(play, state)
    return effects.tick_moments(play, state) if state.effects else state


@rule("black_hack.time.minutes", "black_hack.phase.step_2_usage", "black_hack.time.minutes_longer")
def minutes(play: Play, state: State) -> State:
    """A Turn of Minutes: what lasted for Moments is over; lights and what else time wears roll their Usage Dice."""
    state = effects.moments_over(play, burn(play, state)) if state.effects else burn(play, state)
    dangerous = state.dangerous
    return replace(
        state,
        turns=state.turns + 1,
        linger=state.linger + 1 if dangerous else 0,
        encounter=state.encounter + 1 if dangerous else state.encounter,
    )


@rule("black_hack.time.hours", "black_hack.time.scaled_turn", "black_hack.time.minutes", "black_hack.turn.hours_days")
def hours(play: Play, state: State) -> State:
    """An Hour: five Turns of Minutes for whatever burns or lasts."""
    for _ in range(MINUTES_AN_HOUR):
        state = burn(play, state)
    state = effects.hour_passes(play, state) if state.effects else state
    return replace(state, turns=state.turns + MINUTES_AN_HOUR)


@rule("black_hack.time.days", "black_hack.time.scaled_turn", "black_hack.turn.hours_days")
def days(play: Play, state: State) -> State:
    """A Day: what lasts for less is over, lights have been put out, and what is once per Day can be done again."""
    for one in state.party:
        items = tuple([replace(item, lit=False) if item.lit else item for item in one.items])
        if items != one.items:
            state = put(state, replace(one, items=items))
    return new_day(play, state)


@rule("black_hack.ongoing.loss", "black_hack.ongoing.end_test", "black_hack.hindrance.until_test")
def ailing(play: Play, state: State, *, out: bool) -> State:
    """Ongoing Damage and hindrances in a Turn outside a fight; with `out` they are resolved to their end."""
    for one in state.party:
        for _ in range(LONGEST if out else 1):
            now = character(state, one.id)
            if not able(now) or not (now.ongoing or now.hindrances):
                break
            state = suffer(play, state, one.id)
            if able(character(state, one.id)):
                state = staunch(play, shake_off(play, state, one.id), one.id)
                state = shake_off(play, state, one.id, action=True)
            now = character(state, one.id)
            if not now.ongoing and all(hindrance.by or hindrance.left for hindrance in now.hindrances):
                break
    return state


@rule("black_hack.time.gm_chooses_unit")
def fixed_over(play: Play, state: State) -> State:
    """Hindrances that were to last for some Moments are over when Minutes have passed."""
    for one in state.party:
        now = character(state, one.id)
        if any(hindrance.left for hindrance in now.hindrances):
            kept = tuple([hindrance for hindrance in now.hindrances if not hindrance.left])
            state = put(state, replace(now, hindrances=kept))
    return state
