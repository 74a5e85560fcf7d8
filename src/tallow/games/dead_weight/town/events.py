"""The event at the beginning of a day in a settlement."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.market import funds, taken
from tallow.games.dead_weight.gear.trappings import total
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.wounds import Hit, can_heal, suffer
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    State,
    adventurer,
    alive,
    put,
    score,
    skilled,
    speaker,
)
from tallow.games.dead_weight.town.nights import end_one, heal_some
from tallow.games.dead_weight.town.settlement import CROWDED, DESERTED, HARVEST, INVESTOR, SURPLUS, begin
from tallow.games.dead_weight.world.trackers import advance_omens, advance_settlement_doom
from tallow.play import Play, rule

EVENT = "dead_weight.table.interlude_event"
BAD, GOOD = "dead_weight.table.bad_event", "dead_weight.table.opportunity"
THUGS = 3
"""The wounds that thugs deal."""


@rule("dead_weight.phase.interlude_event", "dead_weight.table.interlude_event")
def event(play: Play, state: State) -> State:
    """Roll 1d6 for the party: a bad event on 1 to 3, nothing on 4 and 5, an opportunity on 6."""
    by = speaker(state)
    (face,) = play.roll(1, by=by, why=EVENT)
    if face in {4, 5}:
        play.tell("event.quiet", why=EVENT)
        return state
    table = BAD if face <= 3 else GOOD
    (row,) = play.roll(1, by=by, why=table)
    of = tables()[table].row(row)
    play.tell("event", of.name, of.effect, why=table)
    return (BAD_EVENTS if table == BAD else OPPORTUNITIES)[row - 1](play, state)


def _signs(play: Play, state: State) -> State:
    return advance_omens(play, advance_settlement_doom(play, state, BAD), BAD)


def _bad_harvest(play: Play, state: State) -> State:
    return begin(state, HARVEST, total(play, "1d6", speaker(state), BAD), SURPLUS)


@rule("dead_weight.table.bad_event", "dead_weight.skill.street_wise")
def _thugs(play: Play, state: State) -> State:
    """Three wounds and 2d6 silver, shared as the players choose; the street wise are spared, missing silver waived."""
    by = speaker(state)
    victims = tuple(one.id for one in state.party if alive(one) and not skilled(one, "street_wise"))
    if not victims:
        play.tell("street_wise.all", why="dead_weight.skill.street_wise")
        return state
    hurt = [play.choose(by, "thugs_hurt", victims, left, why=BAD) for left in range(THUGS, 0, -1)]
    due = total(play, "2d6", by, BAD)
    for who in victims:
        if who in hurt:
            state, _ = suffer(play, state, who, Hit(hurt.count(who)), BAD)
    while due and (rich := tuple(who for who in victims if _purse(state, who))):
        who = play.choose(by, "thugs_paid_by", rich, due, why=BAD)
        most = min(due, _purse(state, who))
        others = sum(_purse(state, other) for other in rich if other != who)
        least = max(1, due - others) if others else most
        one = adventurer(state, who)
        silver = play.choose(one.seat, "thugs_paid", range(most, min(least, most) - 1, -1), one.name, due, why=BAD)
        play.tell("robbed", one.name, silver, why=BAD)
        state = put(state, replace(one, purse=taken(state, one.purse, silver)))
        due -= silver
    return state


def _purse(state: State, who: str) -> int:
    one = adventurer(state, who)
    return funds(state, one.purse, false=False) if alive(one) else 0


def _no_sunrise(play: Play, state: State) -> State:
    """Everyone gets one of two afflictions, as each chooses; whoever has one gets the other."""
    for one in state.party:
        fresh = tuple(name for name in ("terrified", "hopeless") if name not in one.afflictions)
        if alive(one) and fresh:
            state = afflict(play, state, one.id, play.choose(one.seat, "affliction", fresh, one.name, why=BAD), BAD)
    return state


def _overcrowded(play: Play, state: State) -> State:
    return begin(state, CROWDED, total(play, "1d6", speaker(state), BAD), DESERTED)


def _persecution(play: Play, state: State) -> State:
    return advance_settlement_doom(play, state, BAD)


BAD_EVENTS: tuple[Callable[[Play, State], State], ...] = (
    _signs,
    _bad_harvest,
    _thugs,
    _no_sunrise,
    _overcrowded,
    _persecution,
)


def _blessing(play: Play, state: State) -> State:
    return advance_settlement_doom(play, state, GOOD, -1)


def _good_harvest(_: Play, state: State) -> State:
    return begin(state, SURPLUS, 1, HARVEST)


def _naive_investor(_: Play, state: State) -> State:
    return begin(state, INVESTOR, 1)


def _calm_day(play: Play, state: State) -> State:
    for one in state.party:
        if alive(one):
            state = end_one(play, state, one.id, ("terrified", "hopeless", "angry"), GOOD)
    return state


def _empty_streets(_: Play, state: State) -> State:
    return begin(state, DESERTED, 1, CROWDED)


def _fresh_winds(play: Play, state: State) -> State:
    """Everyone loses one of two afflictions, or heals a wound."""
    for one in state.party:
        options = _relief(one) if alive(one) else ()
        if not options:
            continue
        ends = play.choose(one.seat, "fresh_winds", options, one.name, why=GOOD)
        if ends == "heal":
            state = heal_some(play, state, one.id, 1, GOOD)
        else:
            state = end_one(play, state, one.id, (ends,), GOOD)
    return state


def _relief(one: Adventurer) -> tuple[str, ...]:
    """The options of fresh winds for somebody."""
    heals = can_heal(one, resting=True) and any(score(one, attribute).wounds for attribute in ATTRIBUTES)
    return (*(("heal",) if heals else ()), *(name for name in ("angry", "shaken") if name in one.afflictions))


OPPORTUNITIES: tuple[Callable[[Play, State], State], ...] = (
    _blessing,
    _good_harvest,
    _naive_investor,
    _calm_day,
    _empty_streets,
    _fresh_winds,
)
