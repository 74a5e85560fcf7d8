"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

from collections.abc import Container

from msgspec.structs import replace

from tallow.games.cairn.combat.rounds import undeclared
from tallow.games.cairn.state import SIDES, Creature, State, alive
from tallow.games.shared.seating import Seating, seats_due
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import everyone, members
from tallow.play import Seat

AFTER_DEATH = ("make_character", "bring_character", "take_over")
"""What the player of a dead character can still do."""

SEATING: Seating[State, Creature] = Seating(
    everyone, lambda state: [one for one in state.party if one.kind == "pc"], alive, SIDES
)
seats = SEATING.seats


def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """For whom a seat acts; "party" or "foes" is for several of a side in a fight."""
    fight = state.fight
    return (
        SEATING.subjects(state, seat) if fight is None else SEATING.fighters(state, seat, fight.side, undeclared(state))
    )


def left_to(state: State, who: str) -> Container[str] | None:
    """What is left to somebody who does not live: what comes after a death. All deeds for the others."""
    if not who or who in SIDES or any(one.id == who and alive(one) for one in everyone(state)):
        return None
    return AFTER_DEATH


def stripped(state: State, who: str) -> State | None:
    """Out of a fight, a table without what no deed of somebody reads: notes, and how much exactly others are hurt."""
    if state.fight is not None:
        return None
    people = tuple([_unwritten(one) if one.id == who else _outside(one) for one in state.party])
    return replace(state, party=people, notes="", serial=0)


@cached_by_identity(2_000)
def _outside(one: Creature) -> Creature:
    """Somebody as the deeds of others read them: hurt or not, without their notes."""
    return replace(_unwritten(one), hp=one.hp_max if one.hp >= one.hp_max else 0)


@cached_by_identity(2_000)
def _unwritten(one: Creature) -> Creature:
    return replace(one, life=replace(one.life, notes=""))


def waiting(state: State) -> tuple[Seat, ...]:
    """Who may act now: in a fight those who have still to declare, and the referee always."""
    fight = state.fight
    return seats(state) if fight is None else seats_due(members(state, fight.side), undeclared(state))
