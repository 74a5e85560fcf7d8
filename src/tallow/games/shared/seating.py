"""Seats, as far as they work the same in every game; the rest is in each game's `seats.py`.

A player is a seat. A player without a character acts under the name of the seat itself, and makes or brings one. A
player whose last character died acts for that one, and may replace them.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.mechanics.ids import Identified
from tallow.play import EVERYONE, REFEREE, Play, RuleId, Seat

ANOTHER = "another"
"""The option for a seat of another name."""


class Seated(Identified, Protocol):
    """Somebody for whom a seat answers."""

    @property
    def seat(self) -> Seat: ...


class Table(Protocol):
    """A state with a party."""

    @property
    def party(self) -> Sequence[Seated]: ...


D = TypeVar("D")
S = TypeVar("S", bound=Table)
P = TypeVar("P", bound=Seated)


class Seating(Struct, Generic[S, P], frozen=True):
    """The seats of a game.

    `everyone(state)` are all creatures, `characters(state)` those of players; `alive` says whether somebody is still in
    play. `sides` are names under which a whole side acts, which no seat may have.
    """

    everyone: Callable[[S], Sequence[P]]
    characters: Callable[[S], Sequence[P]]
    alive: Callable[[P], bool]
    sides: tuple[str, ...] = ()

    def player_seats(self, state: S) -> tuple[Seat, ...]:
        """The seats of all players who have or had a character."""
        return tuple(dict.fromkeys([one.seat for one in state.party if one.seat != REFEREE]))

    def seats(self, state: S) -> tuple[Seat, ...]:
        """The referee and all player seats."""
        return (REFEREE, *self.player_seats(state))

    def newcomer(self, state: S, seat: Seat) -> bool:
        """Whether nobody at the table belongs to this seat yet."""
        if seat in (REFEREE, "", *self.sides, *EVERYONE):
            return False
        return not any(seat in (one.seat, one.id) for one in self.everyone(state))

    def lost(self, state: S, seat: Seat) -> P | None:
        """The last character of a player who has none left."""
        mine = [one for one in self.characters(state) if one.seat == seat]
        return mine[-1] if mine and not any(self.alive(one) for one in mine) else None

    def bereft(self, state: S) -> tuple[Seat, ...]:
        """The players who have no character left."""
        return tuple([seat for seat in self.player_seats(state) if self.lost(state, seat) is not None])

    def followed(self, state: S, who: str) -> bool:
        """Whether this is the last character of a player who has none left, and may be replaced."""
        return any(one.id == who and self.lost(state, one.seat) is one for one in self.characters(state))

    def without(self, state: S, who: str) -> bool:
        """Whether this acts for a player without a character: a new seat, or the last character that was lost."""
        return self.newcomer(state, who) or self.followed(state, who)

    def seat_of(self, state: S, who: str) -> Seat:
        """The seat of a member of the party; a seat that acts under its own name is its own."""
        return next((one.seat for one in state.party if one.id == who), who)

    def subjects(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Whom a seat acts for: its own creatures, and "" for the referee's own actions, which come first.

        A player without a living character acts for the last one, and one who never had any for the seat itself.
        """
        if self.newcomer(state, seat):
            return (seat,)
        mine = [""] if seat == REFEREE else []
        mine += [one.id for one in self.everyone(state) if one.seat == seat and self.alive(one)]
        last = self.lost(state, seat) if seat != REFEREE else None
        return (*mine, last.id) if last is not None else tuple(mine)

    def fighters(self, state: S, seat: Seat, side: str, due: Container[str]) -> tuple[str, ...]:
        """Whom a seat acts for in a fight: `side` is for several of it, where all who are due are the seat's own."""
        mine = self.subjects(state, seat)
        awaited = [one.seat for one in self.everyone(state) if one.id in due]
        alone = len(awaited) > 1 and set(awaited) == {seat}
        return (*mine, side) if alone and not self.newcomer(state, seat) else mine

    def named(self, play: Play, state: S, others: tuple[Seat, ...], why: RuleId) -> Seat:
        """Have the referee choose a seat: a fresh one, one of the others, or a new one by name."""
        fresh = next(f"player{n}" for n in range(1, 1000) if self.newcomer(state, f"player{n}"))
        seat = play.choose(REFEREE, "which_seat", (fresh, *others, ANOTHER), why=why)
        if seat == ANOTHER:
            seat = play.write(REFEREE, "seat_name", why=why).strip()[:60]
        return seat if seat in self.player_seats(state) or self.newcomer(state, seat) else fresh


def seats_due(people: Iterable[Seated], due: Container[str]) -> tuple[Seat, ...]:
    """The seats of those whose ids are in `due`, and always the referee."""
    found = {one.seat: None for one in people if one.id in due}
    found.setdefault(REFEREE)
    return tuple(found)


def shown_for(
    those: Callable[[D, str], bool], deeds: Iterable[Deed[D]], but: Container[str] = ()
) -> tuple[Deed[D], ...]:
    """Player deeds that are shown only if `those(state, who)` as well; deeds named in `but` stay as they are."""
    return tuple([deed if deed.by == "referee" or deed.name in but else _only(those, deed) for deed in deeds])


def _only(those: Callable[[D, str], bool], deed: Deed[D]) -> Deed[D]:
    def shown(state: D, who: str) -> bool:
        return those(state, who) and (deed.shown is None or deed.shown(state, who))

    return replace(deed, shown=shown)
