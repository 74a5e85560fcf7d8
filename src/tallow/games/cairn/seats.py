"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

from msgspec.structs import replace

from tallow.games.cairn.combat import undeclared
from tallow.games.cairn.joining import AFTER_DEATH, bereft, newcomer
from tallow.games.cairn.state import SIDES, State, alive, everyone, find, members
from tallow.games.game import Deed
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


def living(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """These deeds for the living only, but for what comes after a death."""
    return tuple(deed if deed.by == "referee" or deed.name in AFTER_DEATH else _living(deed) for deed in deeds)


def _living(deed: Deed[State]) -> Deed[State]:
    def shown(state: State, who: str) -> bool:
        if who not in SIDES and not any(one.id == who and alive(one) for one in everyone(state)):
            return False
        return deed.shown is None or deed.shown(state, who)

    return replace(deed, shown=shown)


def waiting(state: State) -> tuple[Seat, ...]:
    """Who may act now: in a fight those who have still to declare, and the referee always."""
    if state.fight is None:
        return seats(state)
    due = undeclared(state)
    asked = {one.seat: None for one in members(state, state.fight.side) if one.id in due}
    return (*asked,) if REFEREE in asked else (*asked, REFEREE)
