"""Panic, an optional rule: total darkness frightens, and Panic costs Turns."""

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.temporary import lend
from tallow.games.black_hack.entries import tables
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.harm.damage import out_of_action
from tallow.games.black_hack.state import Effect, State, able, character, put
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import Play, RuleId, rule

PANIC: RuleId = "black_hack.option.panic"
TABLE: RuleId = "black_hack.table.panic"
PANICKED = ("rooted", "shocked", "fumbling")
"""What rows 2 to 4 do for a Turn."""


@rule("black_hack.option.panic", "black_hack.setting.panic")
def panics(play: Play, state: State, who: str) -> State:
    """At the end of a Turn in total darkness: a WIS test or Panic; in Panic another test that can end it."""
    one = character(state, who)
    afraid = has(one, "panic")
    if not able(one) or not (afraid or in_the_dark(state, one)):
        return state
    state, result = attempt(play, state, who, "WIS", PANIC)
    if result.success:
        return calm(play, state, who) if afraid else state
    if not afraid:
        play.tell("panic", one.name, why=PANIC)
    return put(state, gain(character(state, who), "panic"))


def calm(play: Play, state: State, who: str) -> State:
    """End somebody's Panic."""
    one = character(state, who)
    play.tell("panic.ends", one.name, why=PANIC)
    return put(state, shed(one, "panic", *PANICKED))


@rule("black_hack.table.panic", "black_hack.option.panic")
def panic_roll(play: Play, state: State, who: str) -> State:
    """Who is in Panic begins a Turn with a roll: a test, no Move, no hands, clumsiness, CON or the heart."""
    one = character(state, who)
    if not has(one, "panic") or not able(one):
        return state
    one = shed(one, *PANICKED)
    (face,) = play.roll(1, 6, by=one.seat, why=TABLE)
    row = tables()[TABLE].row(face)
    play.tell("panic.rolls", one.name, row.name, row.effect, why=TABLE)
    state = put(state, one)
    if face == 1:
        state, result = attempt(play, state, who, "WIS", TABLE)
        return calm(play, state, who) if result.success else state
    if face == 5:
        return lend(state, who, "CON", -2, Effect("", TABLE))
    return out_of_action(play, state, who) if face == 6 else put(state, gain(one, PANICKED[face - 2]))
