"""Who sits where: the seats of a table, whom each acts for, and who may act now."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.state import Adventurer, State, alive, everyone
from tallow.games.game import Deed
from tallow.play import EVERYONE, REFEREE, Seat, rule

AFTER_DEATH = ("make_character", "bring_character")
"""What the player of a dead adventurer can still do."""


def seats(state: State) -> tuple[Seat, ...]:
    """The GM, and everyone who plays somebody."""
    return (REFEREE, *dict.fromkeys([one.seat for one in state.party if one.seat != REFEREE]))


def newcomer(state: State, seat: Seat) -> bool:
    """Whether this is a seat that nobody of the table belongs to yet."""
    if seat in (REFEREE, "", *EVERYONE):
        return False
    return not any(seat in (one.seat, one.id) for one in everyone(state))


def bereft(state: State, seat: Seat) -> Adventurer | None:
    """The last adventurer of a player who has none left."""
    mine = [one for one in state.party if one.seat == seat]
    return mine[-1] if mine and not any(alive(one) for one in mine) else None


@rule("dead_weight.ally.turn")
def subjects(state: State, seat: Seat) -> tuple[str, ...]:
    """For whom a seat acts: "" for the GM's own deeds, its adventurers, the allies whom it commands, the GM's enemies.

    A player without a living adventurer acts for the last dead one, who can be followed by another, and one who never
    had any for the seat itself.
    """
    if newcomer(state, seat):
        return (seat,)
    mine = [""] if seat == REFEREE else []
    mine += [one.id for one in everyone(state) if one.seat == seat and alive(one)]
    last = bereft(state, seat)
    return (*mine, last.id) if last is not None and seat != REFEREE else tuple(mine)


def adventurers(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """These deeds for living adventurers only, but for what comes after a death."""
    return tuple(
        deed if deed.by == "referee" or deed.name in AFTER_DEATH else _only(deed, _living_adventurer) for deed in deeds
    )


def beasts(*deeds: Deed[State]) -> tuple[Deed[State], ...]:
    """These deeds for living enemies and allies only."""
    return tuple(deed if deed.by == "referee" else _only(deed, _living_beast) for deed in deeds)


def _only(deed: Deed[State], those: Callable[[State, str], bool]) -> Deed[State]:
    """A deed shown for those alone, and then as it says itself."""

    def shown(state: State, who: str) -> bool:
        return those(state, who) and (deed.shown is None or deed.shown(state, who))

    return replace(deed, shown=shown)


def _living_adventurer(state: State, who: str) -> bool:
    return any(one.id == who and alive(one) for one in state.party)


def _living_beast(state: State, who: str) -> bool:
    return any(one.id == who and alive(one) for one in state.enemies + state.allies)


def waiting(state: State) -> tuple[Seat, ...]:
    """Who may act now: in a fight those who have still to act in this step, and the GM always."""
    fight = state.combat
    if fight is None or fight.step == "setup":
        return seats(state)
    due = (fight.turn,) if fight.turn else fight.due
    asked = dict.fromkeys([one.seat for one in everyone(state) if one.id in due])
    return (*asked,) if REFEREE in asked else (*asked, REFEREE)
