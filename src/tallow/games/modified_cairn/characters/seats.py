"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

from collections.abc import Container

from tallow.games.modified_cairn.state import SIDES, Creature, State, alive, members, undeclared
from tallow.games.shared.seating import Seating, seats_due
from tallow.mechanics.two_sides import everyone
from tallow.play import Seat

AFTER_DEATH = ("make_character", "bring_character", "take_over")
"""What the player of a dead character can still do."""

SEATING: Seating[State, Creature] = Seating(
    everyone, lambda state: [one for one in state.party if one.kind == "pc"], alive, SIDES
)
seats = SEATING.seats


def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """For whom a seat acts; the name of a side is for several of it in a fight."""
    combat = state.combat
    return (
        SEATING.subjects(state, seat)
        if combat is None
        else SEATING.fighters(state, seat, combat.side, undeclared(state))
    )


def left_to(state: State, who: str) -> Container[str] | None:
    """What is left to somebody who does not live: what comes after a death. All deeds for the others."""
    if not who or who in SIDES or any(one.id == who and alive(one) for one in everyone(state)):
        return None
    return AFTER_DEATH


def waiting(state: State) -> tuple[Seat, ...]:
    """Who may act now: in a fight those who have still to declare, and the GM always."""
    combat = state.combat
    return seats(state) if combat is None else seats_due(members(state, combat.side), undeclared(state))
