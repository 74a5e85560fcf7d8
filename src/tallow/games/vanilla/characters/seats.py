"""The seats of a table: for whom each acts, and which may act now."""

from collections.abc import Container

from tallow.games.shared.seating import Seating, seats_due
from tallow.games.vanilla.state import SIDES, Creature, State, able, alive
from tallow.mechanics.two_sides import everyone, find, members
from tallow.play import Seat, rule

AFTER_DEATH = ("make_character", "bring_character", "take_over")
"""What the player of a dead character can still do."""

AS_ONE = ("all_attack",)
"""What a whole side does in a fight."""

SEATING: Seating[State, Creature] = Seating(
    everyone, lambda state: [one for one in state.party if one.kind == "pc"], alive, SIDES
)
seats = SEATING.seats


def due(state: State) -> tuple[str, ...]:
    """The ids of those whose go it is: the one whose go has begun, or else all of the side who have yet to go."""
    combat = state.combat
    if combat is None:
        return ()
    if combat.turn:
        return (combat.turn,)
    return tuple([one.id for one in members(state, combat.side) if one.id in combat.due and able(one)])


def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """The ids for which a seat acts; in a fight "party" or "foes" stands for several of a side."""
    mine, to_go = SEATING.subjects(state, seat), due(state)
    if state.combat is None or len(to_go) < 2 or any(find(state, who).seat != seat for who in to_go):
        return mine
    return (*mine, state.combat.side)


def left_to(state: State, who: str) -> Container[str] | None:
    """The deeds left to somebody who is not alive, or to a side acting as one; None, for all deeds, otherwise."""
    if who in SIDES:
        return AS_ONE
    if not who or any(one.id == who and alive(one) for one in everyone(state)):
        return None
    return AFTER_DEATH


def turn(state: State) -> tuple[Seat, ...]:
    """The seats whose turn it is: in a fight those of the creatures whose go it is, and always the GM."""
    return seats(state) if state.combat is None else seats_due(everyone(state), due(state))


@rule("vanilla.bubble.fill")
def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: those whose turn it is, then all others, who may fill a Gear Bubble at any time."""
    return tuple(dict.fromkeys([*turn(state), *SEATING.player_seats(state)]))
