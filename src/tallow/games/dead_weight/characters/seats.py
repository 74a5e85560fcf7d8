"""Seats: who sits at the table, whom each seat acts for, and who may act now."""

from tallow.games.dead_weight.state import Creature, State, alive, everyone
from tallow.games.deeds import Deed
from tallow.games.shared.seating import Seating, seats_due, shown_for
from tallow.play import Seat, rule

AFTER_DEATH = ("make_character", "bring_character")
"""What the player of a dead adventurer can still do."""

SEATING: Seating[State, Creature] = Seating(everyone, lambda state: state.party, alive)
seats = SEATING.seats


@rule("dead_weight.ally.turn")
def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """The ids that a seat acts for: its adventurers and their allies; for the GM the enemies and everything else."""
    return SEATING.subjects(state, seat)


def adventurers(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """The deeds, offered to living adventurers only, except those that follow a death."""
    return shown_for(_living_adventurer, deeds, but=AFTER_DEATH)


def beasts(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """The deeds, offered to living enemies and allies only."""
    return shown_for(_living_beast, deeds)


def _living_adventurer(state: State, who: str) -> bool:
    return any(one.id == who and alive(one) for one in state.party)


def _living_beast(state: State, who: str) -> bool:
    return any(one.id == who and alive(one) for one in state.enemies + state.allies)


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: in a fight those who have still to act in this step; the GM always."""
    fight = state.combat
    if fight is None or fight.step == "setup":
        return seats(state)
    return seats_due(everyone(state), (fight.turn,) if fight.turn else fight.due)
