"""Rest: an Hour mends Armour Dice and heals one Hit Die, a Day heals all Hit Dice."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import EXERTED
from tallow.games.black_hack.checks.temporary import lent_by, returned
from tallow.games.black_hack.combat.armour import mend
from tallow.games.black_hack.gear.food import hit_dice
from tallow.games.black_hack.harm.damage import heal
from tallow.games.black_hack.harm.hindrances import lifted
from tallow.games.black_hack.magic.effects import rested
from tallow.games.black_hack.state import MARKS, Character, State, able, character, put
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

HOUR: RuleId = "black_hack.action.rest_hour"
DAY: RuleId = "black_hack.action.rest_day"
HEALED = MARKS.mark("day", "rested")
PANIC: RuleId = "black_hack.table.panic"
SHADOW: RuleId = "black_hack.monster.shadow"


@rule("black_hack.rest.hour_heal", "black_hack.setting.rest_hour")
def heals_by_hour(state: State, one: Character) -> bool:
    """Whether an Hour's Rest heals a Hit Die now: always, or once per Day."""
    return one.hp < one.hp_max and not (state.settings.rest_hour == "once_per_day" and HEALED in one.spent)


@rule(
    "black_hack.action.rest_hour",
    "black_hack.rest.hour_heal",
    "black_hack.rest.hour_armour",
    "black_hack.armour.repair_roll",
    "black_hack.heal.sources",
)
def hour(play: Play, state: State, who: str) -> State:
    """An Hour of Rest of somebody: Broken Armour Dice are rolled, and 1 Hit Die is healed."""
    one = character(state, who)
    play.tell("rests", one.name, "hours", why=HOUR)
    state = rested(play, mend(play, state, who), who)
    one = character(state, who)
    if not heals_by_hour(state, one):
        return state
    if HEALED not in one.spent:
        state = put(state, replace(one, spent=(*one.spent, HEALED)))
    why: RuleId = "black_hack.rest.hour_heal"
    state, hp = hit_dice(play, state, who, 1, why)
    return heal(play, state, who, hp, why)


@rule("black_hack.action.rest_day", "black_hack.rest.day_heal", "black_hack.rest.hour_armour")
def day(play: Play, state: State, who: str) -> State:
    """A Day of Rest of somebody who has made no STR or DEX test in it: all Hit Dice are rolled and healed."""
    one = character(state, who)
    play.tell("rests", one.name, "days", why=DAY)
    state = rested(play, mend(play, state, who), who)
    why: RuleId = "black_hack.rest.day_heal"
    if EXERTED in one.spent:
        play.tell("rest.spoiled", one.name, why=why)
        return state
    state = recovered(play, state, who)
    one = character(state, who)
    if one.hp == one.hp_max:
        return state
    state, hp = hit_dice(play, state, who, one.level, why)
    return heal(play, state, who, hp, why)


@rule("black_hack.table.panic", "black_hack.monster.shadow", "black_hack.monster.giant_rat")
def recovered(play: Play, state: State, who: str) -> State:
    """What a Day of rest also ends: a fever, and points lost to fright or a shadow."""
    for effect in (*lent_by(state, PANIC), *lent_by(state, SHADOW)):
        state = returned(state, effect) if who in effect.on else state
    return lifted(play, state, who, "disease")


def _acted(state: State, who: str) -> State:
    return replace(state, acted=(*state.acted, who))


def rest_hour(play: Play, state: State, who: str) -> State:
    """Somebody rests for this Turn of Hours."""
    return _acted(hour(play, state, who), who)


def rest_day(play: Play, state: State, who: str) -> State:
    """Somebody rests for this Turn of Days."""
    return _acted(day(play, state, who), who)


def _busy(state: State, who: str) -> Refusal | None:
    return Refusal("acted", (character(state, who).name,), "black_hack.turn.contents") if who in state.acted else None


@rule("black_hack.rest.day_heal")
def _spoiled(state: State, who: str) -> Refusal | None:
    """Why a Day is no rest: there was a STR or DEX test in it."""
    one = character(state, who)
    return _busy(state, who) or (Refusal("exerted", (one.name,), DAY) if EXERTED in one.spent else None)


def _hours(state: State, who: str) -> bool:
    return state.combat is None and state.unit == "hours" and able(character(state, who))


def _days(state: State, who: str) -> bool:
    return state.combat is None and state.unit == "days" and able(character(state, who))


DEEDS: tuple[Deed[State], ...] = (
    Deed("rest_hour", rest_hour, HOUR, cost="hour", shown=_hours, refuse=_busy, group="rest"),
    Deed("rest_day", rest_day, DAY, cost="day", shown=_days, refuse=_spoiled, group="rest"),
)
