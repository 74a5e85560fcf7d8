"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

from collections.abc import Container, Hashable

from msgspec.structs import replace

from tallow.games.cairn.combat import undeclared
from tallow.games.cairn.joining import AFTER_DEATH, bereft, newcomer
from tallow.games.cairn.state import SIDES, Creature, State, alive, everyone, find, members
from tallow.mechanics.memory import kept
from tallow.play import REFEREE, Seat


def seats(state: State) -> tuple[Seat, ...]:
    """The referee, and everyone who plays somebody."""
    return (REFEREE, *dict.fromkeys(one.seat for one in state.party if one.seat != REFEREE))


def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """For whom a seat acts: "" for the referee's own deeds; "party" or "foes" for a whole side in a fight.

    A player without a living character still acts for the last dead one, who can be followed by another, and one who
    never had any for the seat itself.
    """
    if newcomer(state, seat):
        return (seat,)
    if seat == REFEREE:
        mine = ["", *(one.id for one in state.party if one.seat == REFEREE), *(foe.id for foe in state.foes)]
    else:
        mine = [one.id for one in state.party if one.seat == seat and alive(one)]
        if seat in bereft(state):
            mine += [one.id for one in state.party if one.seat == seat and one.kind == "pc"][-1:]
    if state.fight is not None and all(find(state, who).seat == seat for who in undeclared(state)):
        mine.append(state.fight.side)
    return tuple(mine)


def left_to(state: State, who: str) -> Container[str] | None:
    """What is left to somebody who does not live: what comes after a death. All deeds for the others."""
    if not who or who in SIDES or any(one.id == who and alive(one) for one in everyone(state)):
        return None
    return AFTER_DEATH


def bearing(state: State, who: str) -> Hashable:
    """What somebody can do depends on the table, on themselves, and on the others as they look from outside.

    The referee ("") sees all of them from outside.
    """
    if state.fight is not None:
        return None
    people = tuple([_unwritten(one) if one.id == who else _outside(one) for one in state.party])
    places = (state.dungeon, state.journey, state.ground, state.effects, state.foes, state.ended)
    times = (state.phase, state.clock, state.season, state.weather, state.weather_day, state.downtime_taken)
    return (people, places, times, state.milestones, state.omen, state.settings)


@kept(2_000)
def _outside(one: Creature) -> Creature:
    """Somebody as the others see them: hurt or not, and without what they wrote down."""
    return replace(_unwritten(one), hp=one.hp_max if one.hp >= one.hp_max else 0)


@kept(2_000)
def _unwritten(one: Creature) -> Creature:
    """Somebody without what they wrote down, which lets nobody do anything."""
    return replace(one, life=replace(one.life, notes=""))


def waiting(state: State) -> tuple[Seat, ...]:
    """Who may act now: in a fight those who have still to declare, and the referee always."""
    if state.fight is None:
        return seats(state)
    due = undeclared(state)
    asked = {one.seat: None for one in members(state, state.fight.side) if one.id in due}
    return (*asked,) if REFEREE in asked else (*asked, REFEREE)
