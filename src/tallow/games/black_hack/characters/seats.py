"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

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
    """For whom a seat acts: a player for their characters, the GM for NPCs and Monsters and the rest."""
    return SEATING.subjects(state, seat)


@rule("black_hack.oofa.no_turn")
def left_to(state: State, who: str) -> Container[str] | None:
    """What is left to somebody: another character after death, nothing while Out of Action, all deeds to the others."""
    one = next((one for one in everyone(state) if one.id == who), None)
    if not who or one is None or not one.conditions:
        return None
    if not alive(one):
        return AFTER_DEATH
    return None if DOWN.isdisjoint(one.conditions) else ()


def beings(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """These deeds for whoever is there, not for the seat of somebody who has nobody yet."""
    return shown_for(_there, deeds)


def characters(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """These deeds for characters only, but for what comes before and after one."""
    return shown_for(_character, deeds, but=AFTER_DEATH)


def _there(state: State, who: str) -> bool:
    return any(one.id == who for one in everyone(state))


def _character(state: State, who: str) -> bool:
    return any(one.id == who for one in state.party)


@rule("black_hack.turn.gm_tracks")
def waiting(state: State) -> tuple[Seat, ...]:
    """Who may act now: in a fight whoever has the Turn or is due, and the GM always."""
    fight = state.combat
    if fight is None:
        return seats(state)
    return seats_due(everyone(state), (fight.turn,) if fight.turn else fight.due)
