"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

from collections.abc import Callable, Container

from msgspec.structs import replace

from tallow.games.black_hack.state import DOWN, Character, State, alive, everyone
from tallow.games.game import Deed
from tallow.play import EVERYONE, REFEREE, Seat, rule

AFTER_DEATH = ("make_character", "bring_character")
"""What the player of a dead or lost character can still do."""


def player_seats(state: State) -> tuple[Seat, ...]:
    """The seats of all who play or have played somebody."""
    return tuple(dict.fromkeys([one.seat for one in state.party if one.seat != REFEREE]))


def seats(state: State) -> tuple[Seat, ...]:
    """The GM, and everyone who plays somebody."""
    return (REFEREE, *player_seats(state))


def newcomer(state: State, seat: Seat) -> bool:
    """Whether this is a seat that nobody of the table belongs to yet."""
    if seat in (REFEREE, "", *EVERYONE):
        return False
    return not any(seat in (one.seat, one.id) for one in everyone(state))


def bereft(state: State, seat: Seat) -> Character | None:
    """The last character of a player who has none left."""
    mine = [one for one in state.party if one.seat == seat]
    return mine[-1] if mine and not any(alive(one) for one in mine) else None


@rule("black_hack.creature.types", "black_hack.creature.characters", "black_hack.creature.npcs")
def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """For whom a seat acts: a player for their characters, the GM ("") for NPCs and Monsters and the rest.

    A player without a living character acts for the last one, who can be followed by another, and one who never had
    any for the seat itself.
    """
    if newcomer(state, seat):
        return (seat,)
    mine = [""] if seat == REFEREE else []
    mine += [one.id for one in everyone(state) if one.seat == seat and alive(one)]
    last = bereft(state, seat)
    return (*mine, last.id) if last is not None and seat != REFEREE else tuple(mine)


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
    return tuple([deed if deed.by == "referee" else _only(deed, _there) for deed in deeds])


def characters(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """These deeds for characters only, but for what comes before and after one."""
    return tuple(
        deed if deed.by == "referee" or deed.name in AFTER_DEATH else _only(deed, _character) for deed in deeds
    )


def _only(deed: Deed[State], those: Callable[[State, str], bool]) -> Deed[State]:
    """A deed shown for those alone, and then as it says itself."""

    def shown(state: State, who: str) -> bool:
        return those(state, who) and (deed.shown is None or deed.shown(state, who))

    return replace(deed, shown=shown)


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
    due = (fight.turn,) if fight.turn else fight.due
    asked = dict.fromkeys([one.seat for one in everyone(state) if one.id in due])
    return (*asked,) if REFEREE in asked else (*asked, REFEREE)
