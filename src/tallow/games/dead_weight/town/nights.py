"""Nights in a settlement: where somebody sleeps, the cost, and the table of the night."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import carries
from tallow.games.dead_weight.gear.market import funds, pay, taken
from tallow.games.dead_weight.gear.trappings import total, use_up
from tallow.games.dead_weight.harm.afflictions import afflict, afflict_other, cure
from tallow.games.dead_weight.harm.fatigue import ALL, recover, recover_each
from tallow.games.dead_weight.harm.wounds import Hit, heal, suffer
from tallow.games.dead_weight.state import ATTRIBUTES, State, able, adventurer, alive, put, score, skilled
from tallow.games.dead_weight.town.settlement import HUNTED, ROOM, inn, runs, staying, town
from tallow.games.dead_weight.world.trackers import advance_settlement_doom
from tallow.games.deeds import Deed
from tallow.play import Play, RuleId, rule

WHY = "dead_weight.phase.interlude_sleep"
SUPPLY = "dead_weight.item.camping_supply"
STREETS, CAMP, INN, HOUSE = "streets", "camp", "inn", "house"
LARGE = 4

Night: TypeAlias = Callable[[Play, State, str, RuleId], State]
"""What a row of a table does to whoever sleeps there."""


@rule("dead_weight.phase.interlude_sleep", "dead_weight.table.sleep_inn", "dead_weight.table.sleep_house")
def beds(state: State, who: str) -> tuple[str, ...]:
    """Where somebody can sleep: their own room, the inn, a camp outside for a supply each, and always the streets."""
    one = adventurer(state, who)
    cost = inn(state)
    found = []
    if runs(state, ROOM) and town(state).doom < HUNTED:
        found.append(HOUSE)
    if cost is not None and funds(state, one.purse) >= cost:
        found.append(INN)
    if carries(one, SUPPLY):
        found.append(CAMP)
    return (*found, STREETS)


@rule(
    "dead_weight.phase.interlude_sleep",
    "dead_weight.table.sleep_streets_large",
    "dead_weight.table.sleep_streets_small",
    "dead_weight.table.sleep_camp",
    "dead_weight.table.sleep_inn",
    "dead_weight.table.sleep_house",
)
def sleep(play: Play, state: State, who: str) -> State:
    """Somebody chooses a place to sleep, pays for it, and rolls 2d6 on its table."""
    one = adventurer(state, who)
    cost = inn(state) or 0
    where = play.choose(one.seat, "sleep_where", beds(state, who), one.name, cost, why=WHY)
    paid = True
    if where == INN:
        state, paid = pay(play, state, who, cost)
    if not paid:
        where = STREETS
    if where == STREETS:
        table = "sleep_streets_large" if town(state).size >= LARGE else "sleep_streets_small"
    else:
        table = f"sleep_{where}"
    why = f"dead_weight.table.{table}"
    row = sum(play.roll(2, by=one.seat, why=why))
    of = tables()[why].row(row)
    play.tell("night", one.name, of.name, of.effect, why=why)
    state = NIGHTS[table][row - 2](play, state, who, why)
    stay = state.interlude
    return replace(state, interlude=replace(stay, done=(*stay.done, who))) if stay else state


def rested(some: tuple[str, ...] = (), *ends: str, wounds: int = 0) -> Night:
    """A night that recovers all fatigue, ends one affliction of `some` and all of `ends`, and heals wounds."""

    def night(play: Play, state: State, who: str, why: RuleId) -> State:
        state = put(state, recover_each(adventurer(state, who), ALL))
        state = cure(play, state, who, *ends, why=why)
        state = end_one(play, state, who, some, why)
        return heal_some(play, state, who, wounds, why) if wounds else state

    return night


def end_one(play: Play, state: State, who: str, names: tuple[str, ...], why: RuleId) -> State:
    """End one of these afflictions, of the player's choice."""
    one = adventurer(state, who)
    had = tuple(name for name in names if name in one.afflictions)
    if not had:
        return state
    return cure(play, state, who, play.choose(one.seat, "which_ends", had, one.name, why=why), why=why)


def heal_some(play: Play, state: State, who: str, wounds: int, why: RuleId) -> State:
    """Heal this many wounds by rest, if there are any."""
    one = adventurer(state, who)
    if alive(one) and any(score(one, attribute).wounds for attribute in ATTRIBUTES):
        return heal(play, state, who, wounds, why, resting=True)
    return state


def _napped(play: Play, state: State, who: str, why: RuleId) -> State:
    return cure(play, state, who, "sleepy", why=why)


def _some_rest(play: Play, state: State, who: str, why: RuleId) -> State:
    """Recover one fatigue on an attribute of choice, and end one of two afflictions."""
    one = adventurer(state, who)
    tired = tuple(attribute for attribute in ATTRIBUTES if score(one, attribute).fatigue)
    if tired and "parched" not in one.afflictions:
        state = put(state, recover(one, play.choose(one.seat, "recover_where", tired, one.name, why=why)))
    return end_one(play, state, who, TIRED, why)


@rule("dead_weight.phase.interlude_sleep")
def worse(play: Play, state: State, who: str, name: str, why: RuleId) -> State:
    """Give an affliction; if somebody has it already, another of the player's choice."""
    if name in adventurer(state, who).afflictions:
        return afflict_other(play, state, who, why)
    return afflict(play, state, who, name, why)


def _gets(name: str) -> Night:
    return lambda play, state, who, why: worse(play, state, who, name, why)


def _beaten(play: Play, state: State, who: str, why: RuleId) -> State:
    state, _ = suffer(play, state, who, Hit(2), why)
    one = adventurer(state, who)
    if not alive(one):
        return state
    fresh = tuple(name for name in ("angry", "hopeless") if name not in one.afflictions)
    if not fresh:
        return afflict_other(play, state, who, why)
    return afflict(play, state, who, play.choose(one.seat, "affliction", fresh, one.name, why=why), why)


@rule("dead_weight.table.sleep_streets_large", "dead_weight.skill.street_wise")
def _mugged(wounds: int) -> Night:
    """A night that costs two dice of silver, or wounds if it is not paid; nothing for the street wise."""

    def night(play: Play, state: State, who: str, why: RuleId) -> State:
        one = adventurer(state, who)
        if skilled(one, "street_wise"):
            play.tell("street_wise", one.name, why="dead_weight.skill.street_wise")
            return state
        silver = total(play, "2d6", one.seat, why)
        ways = ("pay", "wounds") if funds(state, one.purse, false=False) >= silver else ("wounds",)
        if play.choose(one.seat, "mugged", ways, one.name, silver, wounds, why=why) == "wounds":
            return suffer(play, state, who, Hit(wounds), why)[0]
        play.tell("robbed", one.name, silver, why=why)
        return put(state, replace(one, purse=taken(state, one.purse, silver)))

    return night


@rule("dead_weight.table.sleep_streets_small", "dead_weight.skill.street_wise")
def _robbed(play: Play, state: State, who: str, why: RuleId) -> State:
    """Lose three dice of silver, at most all there is; nothing for the street wise."""
    one = adventurer(state, who)
    if skilled(one, "street_wise"):
        play.tell("street_wise", one.name, why="dead_weight.skill.street_wise")
        return state
    silver = min(one.purse.silver, total(play, "3d6", one.seat, why))
    play.tell("robbed", one.name, silver, why=why)
    return put(state, replace(one, purse=replace(one.purse, silver=one.purse.silver - silver)))


def _disliked(play: Play, state: State, who: str, why: RuleId) -> State:
    return advance_settlement_doom(play, state, why)


def _bitten(play: Play, state: State, who: str, why: RuleId) -> State:
    return suffer(play, state, who, Hit(1), why)[0]


def _torn(play: Play, state: State, who: str, why: RuleId) -> State:
    supply = carries(adventurer(state, who), SUPPLY)
    return use_up(play, state, who, supply.id, why) if supply else state


TIRED = ("sleepy", "shaken")
_REST = rested(TIRED)
_GOOD = rested((), *TIRED)
_BETTER = rested((), *TIRED, "angry")
_BEST = rested((), *TIRED, "angry", wounds=1)
_SHAKEN, _SLEEPY, _ANGRY = _gets("shaken"), _gets("sleepy"), _gets("angry")

NIGHTS: dict[str, tuple[Night, ...]] = {
    "sleep_streets_large": (
        _beaten, _beaten, _SHAKEN, _SHAKEN, _mugged(2), _SLEEPY, _mugged(1), _some_rest, _some_rest, _GOOD, _GOOD,
    ),
    "sleep_streets_small": (
        _ANGRY, _ANGRY, _SHAKEN, _SHAKEN, _disliked, _SLEEPY, _robbed, _some_rest, _some_rest, _GOOD, _GOOD,
    ),
    "sleep_camp": (_bitten, _bitten, _torn, _torn, _napped, _REST, _GOOD, _GOOD, _GOOD, _BETTER, _BETTER),
    "sleep_inn": (_SLEEPY, _SLEEPY, _napped, _napped, _REST, _GOOD, _BETTER, _BETTER, _BETTER, _BEST, _BEST),
    "sleep_house": (_REST, _REST, _REST, _REST, _GOOD, _GOOD, _BETTER, _BETTER, _BEST, _BEST, _BEST),
}  # fmt: skip
"""What each row from 2 to 12 does."""


def _may_sleep(state: State, who: str) -> bool:
    stay = state.interlude
    if stay is None or not staying(state, who) or state.settings.interlude_mode != "days":
        return False
    return stay.step == "sleep" and who not in stay.done and any(one.id == who and able(one) for one in state.party)


DEEDS: tuple[Deed[State], ...] = (Deed("interlude_sleep", sleep, WHY, shown=_may_sleep, group="interlude"),)
