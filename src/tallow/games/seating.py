"""Who sits where, as far as it is the same in any game; what else a game has to say of it stands in its `seats.py`.

A player is a seat. Whoever sits down without a character acts under the name of the seat itself, and makes or brings
one. Whoever has lost the last one acts for that one, who can be followed by another.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.game import Deed
from tallow.mechanics.ids import Identified
from tallow.play import EVERYONE, REFEREE, Play, RuleId, Seat

ANOTHER = "another"
"""The answer for a seat by another name."""


class Seated(Identified, Protocol):
    """Somebody for whom a seat answers."""

    @property
    def seat(self) -> Seat: ...


class Table(Protocol):
    """A state of a game, with a party."""

    @property
    def party(self) -> Sequence[Seated]: ...


D = TypeVar("D")
S = TypeVar("S", bound=Table)
P = TypeVar("P", bound=Seated)


class Seating(Struct, Generic[S, P], frozen=True):
    """The seats of a game's tables.

    `everyone` are all who are there, `characters` those whom players play; `alive` says whether somebody is still with
    the others. `sides` are the names under which a whole side acts; nobody sits down under one of those.
    """

    everyone: Callable[[S], Sequence[P]]
    characters: Callable[[S], Sequence[P]]
    alive: Callable[[P], bool]
    sides: tuple[str, ...] = ()

    def player_seats(self, state: S) -> tuple[Seat, ...]:
        """The seats of all who play or have played somebody."""
        return tuple(dict.fromkeys([one.seat for one in state.party if one.seat != REFEREE]))

    def seats(self, state: S) -> tuple[Seat, ...]:
        """The referee, and everyone who plays somebody."""
        return (REFEREE, *self.player_seats(state))

    def newcomer(self, state: S, seat: Seat) -> bool:
        """Whether this is a seat that nobody of the table belongs to yet."""
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
        """Whether this is the last character of a player who has none left, whom another can follow."""
        return any(one.id == who and self.lost(state, one.seat) is one for one in self.characters(state))

    def without(self, state: S, who: str) -> bool:
        """Whether this acts for a player without a character: a seat that is new, or the last that was lost."""
        return self.newcomer(state, who) or self.followed(state, who)

    def seat_of(self, state: S, who: str) -> Seat:
        """The seat of somebody of the party, or the seat itself that acts under its own name."""
        return next((one.seat for one in state.party if one.id == who), who)

    def subjects(self, state: S, seat: Seat) -> tuple[str, ...]:
        """For whom a seat acts: for those who are its own, and the referee ("") for the table.

        A player without a living character acts for the last one, and one who never had any for the seat itself.
        """
        if self.newcomer(state, seat):
            return (seat,)
        mine = [""] if seat == REFEREE else []
        mine += [one.id for one in self.everyone(state) if one.seat == seat and self.alive(one)]
        last = self.lost(state, seat) if seat != REFEREE else None
        return (*mine, last.id) if last is not None else tuple(mine)

    def named(self, play: Play, state: S, others: tuple[Seat, ...], why: RuleId) -> Seat:
        """The seat that the referee names: a fresh one, one of the others, or by another name that nobody has."""
        fresh = next(f"player{n}" for n in range(1, 1000) if self.newcomer(state, f"player{n}"))
        seat = play.choose(REFEREE, "which_seat", (fresh, *others, ANOTHER), why=why)
        if seat == ANOTHER:
            seat = play.write(REFEREE, "seat_name", why=why).strip()[:60]
        return seat if seat in self.player_seats(state) or self.newcomer(state, seat) else fresh


def asked(people: Iterable[Seated], due: Container[str]) -> tuple[Seat, ...]:
    """The seats of those who are due, and the referee always."""
    found = {one.seat: None for one in people if one.id in due}
    found.setdefault(REFEREE)
    return tuple(found)


def only(those: Callable[[D, str], bool], deeds: Iterable[Deed[D]], but: Container[str] = ()) -> tuple[Deed[D], ...]:
    """Deeds of players shown for those alone, and then as each says itself; the names in `but` stay as they are."""
    return tuple([deed if deed.by == "referee" or deed.name in but else _only(those, deed) for deed in deeds])


def _only(those: Callable[[D, str], bool], deed: Deed[D]) -> Deed[D]:
    def shown(state: D, who: str) -> bool:
        return those(state, who) and (deed.shown is None or deed.shown(state, who))

    return replace(deed, shown=shown)
