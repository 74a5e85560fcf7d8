"""Exploration: the GM's loop of Turns outside a fight, its unit of time, the place, darkness and panic."""

from msgspec.structs import replace

from tallow.games.black_hack.gear.light import beams_behind
from tallow.games.black_hack.harm.panic import panic_roll, panics
from tallow.games.black_hack.harm.perils import goes_on
from tallow.games.black_hack.magic.effects import moments_over
from tallow.games.black_hack.monsters.encounters import due, encounter, reminded
from tallow.games.black_hack.state import Phase, State, Unit, able, alive
from tallow.games.black_hack.world.time import ailing, days, fixed_over, hours, minutes, moments
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

LOOP: RuleId = "black_hack.gm.loop"
UNIT: RuleId = "black_hack.action.gm_set_unit"
UNITS: tuple[Unit, ...] = ("minutes", "hours", "days", "moments")
PHASES: dict[Unit, Phase] = {
    "minutes": "exploration",
    "hours": "downtime",
    "days": "travel",
    "moments": "exploration",
}
"""Where Turns of a unit belong."""


def _idle(state: State) -> tuple[str, ...]:
    """The ids of those who can act and have not acted in this Turn."""
    return tuple([one.name for one in state.party if able(one) and one.id not in state.acted])


@rule(
    "black_hack.gm.loop",
    "black_hack.phase.exploration",
    "black_hack.phase.downtime",
    "black_hack.phase.travel",
    "black_hack.phase.step_1_recap",
    "black_hack.phase.step_4_world",
    "black_hack.phase.step_5_check",
    "black_hack.phase.step_6_repeat",
    "black_hack.turn.gm_tracks",
)
def next_turn(play: Play, state: State, _: str) -> State:
    """A Turn is over: the GM hears who did not act, an Encounter Roll is made if due, the next begins with its dice."""
    idle = _idle(state)
    if state.acted and idle:
        play.tell("idle", idle, why="black_hack.phase.step_5_check", seen_by=(REFEREE,))
    return turn_over(play, state)


@rule("black_hack.gm.loop", "black_hack.phase.step_2_usage", "black_hack.encounter.when_time")
def turn_over(play: Play, state: State, *, known: bool = False) -> State:
    """A Turn is over: what ails people, an Encounter Roll if one is due, and the dice with which the next begins.

    In a place that is `known` to the program Turns are counted for Encounter Rolls, and the place says who comes.
    """
    unit = state.unit
    state = ailing(play, state, out=unit in ("hours", "days"))
    if state.settings.panic:
        for one in state.party:
            state = panics(play, state, one.id)
    if unit != "moments":
        rolls = due(state, counted=known)
        state = encounter(play, state, known=known) if rolls else reminded(play, state)
    play.tell("turn", unit, state.turns + 1, why=LOOP)
    state = replace(state, acted=(), shopping=())
    if unit == "minutes":
        state = minutes(play, fixed_over(play, state))
    elif unit == "hours":
        state = hours(play, fixed_over(play, state))
    elif unit == "days":
        state = days(play, fixed_over(play, state))
    else:
        state = moments(play, state)
    if state.settings.panic:
        for one in state.party:
            state = panic_roll(play, state, one.id)
    return state


@rule(
    "black_hack.action.gm_set_unit",
    "black_hack.time.gm_chooses_unit",
    "black_hack.time.moments_quick",
    "black_hack.turn.gm_sets_time",
    "black_hack.turn.fit_time",
)
def set_unit(play: Play, state: State, _: str) -> State:
    """The GM says what a Turn is from now on; what lasted for Moments is over with them."""
    options = tuple([unit for unit in UNITS if unit != state.unit])
    unit = play.choose(REFEREE, "unit", options, state.unit, why=UNIT)
    return counted_in(play, state, unit) if goes_on(play, state, unit) else state


@rule("black_hack.time.gm_chooses_unit", "black_hack.turn.gm_sets_time")
def counted_in(play: Play, state: State, unit: Unit) -> State:
    """The state with Turns of this unit from now on; no change if they already are."""
    if unit == state.unit:
        return state
    play.tell("unit", unit, why=UNIT)
    if state.unit == "moments":
        state = fixed_over(play, moments_over(play, state))
    if unit in ("hours", "days"):
        state = ailing(play, state, out=True)
    return replace(state, unit=unit, phase=PHASES[unit], acted=(), shopping=())


PLACES = {
    "dangerous_dark": (True, True),
    "dangerous_lit": (True, False),
    "safe": (False, False),
    "safe_dark": (False, True),
    "town": (False, False),
}
"""The kinds of place that a party can come to: whether each is dangerous, and whether it is dark."""


@rule(
    "black_hack.encounter.when_linger",
    "black_hack.light.darkness",
    "black_hack.range.scale",
    "black_hack.time.scaled_turn",
)
def set_place(play: Play, state: State, _: str) -> State:
    """The party comes to another place: whether it is dangerous, and dark; the fallen foes are left behind.

    In danger Turns are of Minutes, unless they are of Moments, and in a town of Hours.
    """
    place = play.choose(REFEREE, "place", tuple(PLACES), why="black_hack.encounter.when_time")
    if place == "town" and not goes_on(play, state, "hours"):
        return state
    play.tell("place", place, why="black_hack.encounter.when_time")
    dangerous, dark = PLACES[place]
    if place == "town" or (dangerous and state.unit in ("hours", "days")):
        state = counted_in(play, state, "hours" if place == "town" else "minutes")
    foes = tuple([foe for foe in state.foes if alive(foe)])
    state = beams_behind(state)
    return replace(state, dangerous=dangerous, dark=dark, linger=0, foes=foes, called=())


def _calm_phase(state: State, _: str) -> bool:
    return state.combat is None and state.phase != "creation"


def _nobody(state: State, _: str) -> Refusal | None:
    return None if any(able(one) for one in state.party) else Refusal("no_party", (), LOOP)


DEEDS: tuple[Deed[State], ...] = (
    Deed("next_turn", next_turn, LOOP, by="referee", shown=_calm_phase, refuse=_nobody, group="the_turn"),
    Deed("set_unit", set_unit, UNIT, by="referee", shown=_calm_phase, group="the_turn"),
    Deed("set_place", set_place, "black_hack.encounter.when_time", by="referee", shown=_calm_phase, group="the_turn"),
)
