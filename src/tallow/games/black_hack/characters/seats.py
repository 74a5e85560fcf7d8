"""Seats: who sits at the table, whom each seat acts for, and who may act now."""

from collections.abc import Container

from tallow.games.black_hack.state import DOWN, Being, State, alive, everyone
from tallow.games.deeds import Deed
from tallow.games.shared.seating import Seating, seats_due, shown_for
from tallow.play import Seat, rule

AFTER_DEATH = ("make_character", "bring_character")
"""What the player of a dead or lost character can still do."""

SEATING: Seating[State, Being] = Seating(everyone, lambda state: state.party, alive)
seats = SEATING.seats


@rule("black_hack.creature.types", "black_hack.creature.characters", "black_hack.creature.npcs")
def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """The ids that a seat acts for: a player's characters; for the GM the NPCs, Monsters and everything else."""
    return SEATING.subjects(state, seat)


@rule("black_hack.oofa.no_turn")
def left_to(state: State, who: str) -> Container[str] | None:
    """The deeds left to somebody: a new character after death, none while Out of Action; None if all are open."""
    one = next((one for one in everyone(state) if one.id == who), None)
    if not who or one is None or not one.conditions:
        return None
    if not alive(one):
        return AFTER_DEATH
    return None if DOWN.isdisjoint(one.conditions) else ()


def beings(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """The deeds, offered to beings only, not to the seat of a player without a character."""
    return shown_for(_there, deeds)


def characters(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """The deeds, offered to characters only, except those that come before and after one."""
    return shown_for(_character, deeds, but=AFTER_DEATH)


def _there(state: State, who: str) -> bool:
    return any(one.id == who for one in everyone(state))


def _character(state: State, who: str) -> bool:
    return any(one.id == who for one in state.party)


@rule("black_hack.turn.gm_tracks")
def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: in a fight whoever has the Turn or is due; the GM always."""
    fight = state.combat
    if fight is None:
        return seats(state)
    return seats_due(everyone(state), (fight.turn,) if fight.turn else fight.due)
