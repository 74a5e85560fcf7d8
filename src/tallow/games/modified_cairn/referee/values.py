"""The GM may set every number and every state of a creature."""

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.checks.saves import mindless
from tallow.games.modified_cairn.referee.controls import by_word
from tallow.games.modified_cairn.state import HOUR, Creature, State, gain, shed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, rule

WORD = "modified_cairn.play.reasonable"
NUMBERS = (
    "vigour", "vigour_max", "clarity", "clarity_max", "spirit", "spirit_max", "guard", "guard_max", "armor",
    "copper", "silver", "gold",
)  # fmt: skip
MOST = {"armor": 9, "copper": 1000, "silver": 1000, "gold": 1000}
"""The most that a number can be set to; 20 for all others."""

STATES = (
    "wounded", "critically_wounded", "dead", "fled", "gone", "away", "held", "asleep", "paralysed", "stone", "charmed",
    "possessed", "unresponsive", "hopeless", "out_of_action", "fatigued", "festering", "leader", "fearless",
    "war_trained",
)  # fmt: skip


@rule("modified_cairn.play.reasonable")
def set_value(play: Play, state: State, _: str) -> State:
    """The GM sets a number of a creature; lowering a maximum lowers the current value with it."""
    who = play.choose(REFEREE, "set_whom", tuple(one.id for one in everyone(state)), why=WORD)
    one = find(state, who)
    what = play.choose(REFEREE, "set_what", NUMBERS, one.name, why=WORD)
    number = play.choose(REFEREE, "set_number", range(MOST.get(what, 20) + 1), one.name, what, why=WORD)
    play.tell("value", one.name, what, number, why=WORD)
    if what in ("copper", "silver", "gold"):
        return put(state, replace(one, wealth=replace(one.wealth, **{what: number})))
    changed = replace(one, **{what: number})
    if what.endswith("_max") and getattr(one, what[:-4]) > number:
        changed = replace(changed, **{what[:-4]: number})
    return put(state, as_scored(changed))


@rule("modified_cairn.quality.vig_zero", "modified_cairn.quality.cla_zero", "modified_cairn.quality.spi_zero")
def as_scored(creature: Creature) -> Creature:
    """The creature with the states that its scores cause: those of a score of 0, and no Wound at full VIG."""
    brought = {
        "dead": not creature.vigour,
        "unresponsive": not creature.clarity and creature.clarity_max > 0,
        "hopeless": not creature.spirit and not mindless(creature),
    }
    creature = gain(creature, *[code for code, holds in brought.items() if holds])
    ended = [code for code in ("unresponsive", "hopeless") if not brought[code]]
    return shed(creature, *ended, *(["wounded"] if creature.vigour >= creature.vigour_max else []))


@rule("modified_cairn.play.reasonable", "modified_cairn.hurt.bleed_out")
def set_state(play: Play, state: State, _: str) -> State:
    """The GM puts a creature into a state, or ends it; whoever is Critically Wounded now has an hour to live."""
    who = play.choose(REFEREE, "set_whom", tuple(one.id for one in everyone(state)), why=WORD)
    one = find(state, who)
    which = play.choose(REFEREE, "set_state", STATES, one.name, one.states, why=WORD)
    begins = which not in one.states
    play.tell("state.begins" if begins else "state.ends", one.name, which, why=WORD)
    dies_at = 0 if which in ("critically_wounded", "dead") and not begins else one.dies_at
    if which == "critically_wounded" and begins:
        dies_at = dies_at or state.clock + HOUR
    return put(state, replace(gain(one, which) if begins else shed(one, which), dies_at=dies_at))


DEEDS: tuple[Deed[State], ...] = tuple(
    Deed(name, by_word(do), WORD, by="referee", shown=lambda state, _: bool(everyone(state)), group="giving")
    for name, do in (("set_value", set_value), ("set_state", set_state))
)
