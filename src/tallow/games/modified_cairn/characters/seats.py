"""The seats of a table: for whom each acts, and which may act now."""

from collections.abc import Container

from tallow.games.modified_cairn.state import SIDES, Creature, State, able, alive, members, undeclared
from tallow.games.shared.seating import Seating, seats_due
from tallow.mechanics.two_sides import everyone
from tallow.play import REFEREE, Seat

AFTER_DEATH = ("make_character", "bring_character", "take_over")
"""What the player of a dead character can still do."""

SEATING: Seating[State, Creature] = Seating(
    everyone, lambda state: [one for one in state.party if one.kind == "pc"], alive, SIDES
)
seats = SEATING.seats


def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """The ids for which a seat acts; in a fight the name of a side stands for several of its members."""
    combat = state.combat
    return (
        SEATING.subjects(state, seat)
        if combat is None
        else SEATING.fighters(state, seat, combat.side, undeclared(state))
    )


def left_to(state: State, who: str) -> Container[str] | None:
    """The deeds left to somebody who is not alive (those that follow a death); None, for all deeds, otherwise."""
    if not who or who in SIDES or any(one.id == who and alive(one) for one in everyone(state)):
        return None
    return AFTER_DEATH


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: in a fight those with members who have not declared, and always the GM."""
    combat = state.combat
    return seats(state) if combat is None else seats_due(members(state, combat.side), undeclared(state))


def speaker(state: State) -> Seat:
    """The seat that decides for the whole party: that of its first character who is able."""
    return next((one.seat for one in state.party if one.kind == "pc" and able(one)), REFEREE)
