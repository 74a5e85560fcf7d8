"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

from collections.abc import Container

from tallow.games.modified_cairn.state import SIDES, Creature, State, alive, everyone, find, members, undeclared
from tallow.play import EVERYONE, REFEREE, Seat

AFTER_DEATH = ("make_character", "bring_character", "take_over")
"""What the player of a dead character can still do."""


def player_seats(state: State) -> tuple[Seat, ...]:
    """The seats of all who play or have played somebody."""
    return tuple(dict.fromkeys([one.seat for one in state.party if one.seat != REFEREE]))


def seats(state: State) -> tuple[Seat, ...]:
    """The GM, and everyone who plays somebody."""
    return (REFEREE, *player_seats(state))


def newcomer(state: State, seat: Seat) -> bool:
    """Whether this is a seat that nobody of the table belongs to yet."""
    if seat in (REFEREE, "", *SIDES, *EVERYONE):
        return False
    return not any(seat in (one.seat, one.id) for one in everyone(state))


def bereft(state: State, seat: Seat) -> Creature | None:
    """The last character of a player who has none left alive."""
    mine = [one for one in state.party if one.seat == seat and one.kind == "pc"]
    return mine[-1] if mine and not any(alive(one) for one in mine) else None


def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """For whom a seat acts: "" for the GM's own deeds; "party" or "foes" for a whole side in a fight.

    A player without a living character acts for the last dead one, who can be followed by another, and one who never
    had any for the seat itself.
    """
    if newcomer(state, seat):
        return (seat,)
    mine = [""] if seat == REFEREE else []
    mine += [one.id for one in everyone(state) if one.seat == seat and alive(one)]
    if seat != REFEREE and (last := bereft(state, seat)) is not None:
        mine.append(last.id)
    if state.combat is not None and all(find(state, who).seat == seat for who in undeclared(state)):
        mine.append(state.combat.side)
    return tuple(mine)


def left_to(state: State, who: str) -> Container[str] | None:
    """What is left to somebody who does not live: what comes after a death. All deeds for the others."""
    if not who or who in SIDES or any(one.id == who and alive(one) for one in everyone(state)):
        return None
    return AFTER_DEATH


def waiting(state: State) -> tuple[Seat, ...]:
    """Who may act now: in a fight those who have still to declare, and the GM always."""
    if state.combat is None:
        return seats(state)
    due = undeclared(state)
    asked = dict.fromkeys([one.seat for one in members(state, state.combat.side) if one.id in due])
    return (*asked,) if REFEREE in asked else (*asked, REFEREE)
