"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

from collections.abc import Container

from tallow.games.vanilla.state import SIDES, Creature, State, able, alive, everyone, find, members
from tallow.play import EVERYONE, REFEREE, Seat, rule

AFTER_DEATH = ("make_character", "bring_character", "take_over")
"""What the player of a dead character can still do."""

AS_ONE = ("all_attack",)
"""What a whole side does in a fight."""


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


def due(state: State) -> tuple[str, ...]:
    """Whose go it is: the one whose go has begun, or else all of the side who have still to go."""
    combat = state.combat
    if combat is None:
        return ()
    if combat.turn:
        return (combat.turn,)
    return tuple([one.id for one in members(state, combat.side) if one.id in combat.due and able(one)])


def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """For whom a seat acts: "" for the GM's own deeds; "party" or "foes" for several of a side in a fight.

    A player without a living character acts for the last dead one, who can be followed by another, and one who never
    had any for the seat itself.
    """
    if newcomer(state, seat):
        return (seat,)
    mine = [""] if seat == REFEREE else []
    mine += [one.id for one in everyone(state) if one.seat == seat and alive(one)]
    if seat != REFEREE and (last := bereft(state, seat)) is not None:
        mine.append(last.id)
    if state.combat is not None:
        to_go = due(state)
        if len(to_go) > 1 and all(find(state, who).seat == seat for who in to_go):
            mine.append(state.combat.side)
    return tuple(mine)


def left_to(state: State, who: str) -> Container[str] | None:
    """What is left to somebody who does not live: what comes after a death. A side acts as one. All for the others."""
    if who in SIDES:
        return AS_ONE
    if not who or any(one.id == who and alive(one) for one in everyone(state)):
        return None
    return AFTER_DEATH


def turn(state: State) -> tuple[Seat, ...]:
    """Whose turn it is: in a fight theirs whose go it is, and the GM's always."""
    if state.combat is None:
        return seats(state)
    asked = dict.fromkeys([find(state, who).seat for who in due(state)])
    return (*asked,) if REFEREE in asked else (*asked, REFEREE)


@rule("vanilla.bubble.fill")
def waiting(state: State) -> tuple[Seat, ...]:
    """Who may act now: those whose turn it is, then all others, for a Gear Bubble can be filled at any time."""
    return tuple(dict.fromkeys([*turn(state), *player_seats(state)]))
