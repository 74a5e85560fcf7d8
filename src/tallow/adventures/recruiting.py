"""More than one character for one person: they join the party in town, by the game's own deeds."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from tallow.adventures.exploring.deeds import GROUP
from tallow.adventures.standing import HOME, Explored, Place
from tallow.games.deeds import Action, Deed
from tallow.games.game import Game
from tallow.play import MOST_LETTERS, Fact, Option, Play, Pool, RuleId, Seat, Stake, Through

S = TypeVar("S")
T = TypeVar("T", bound=Option)

NEW = "newcomer"
"""The seat under which somebody new is made, before they are given to whoever makes them."""

MOST = 6
"""No party that one makes has more people."""


class Instead(Through):
    """Asks a seat whatever is asked of a newcomer."""

    def __init__(self, play: Play, seat: Seat) -> None:
        super().__init__(play)
        self._seat = seat

    def _whom(self, by: Seat) -> Seat:
        return self._seat if by == NEW else by

    def roll(
        self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False, stake: Stake | None = None
    ) -> Pool:
        return self.play.roll(n, sides, by=self._whom(by), why=why, hidden=hidden, stake=stake)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        return self.play.choose(self._whom(by), what, options, *facts, why=why)

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:
        return self.play.write(self._whom(by), what, *facts, why=why, most=most)


def recruits(game: Game[S], place: Place[S]) -> tuple[Deed[Explored[S]], ...]:
    """Making one more of the party, or bringing one who was made elsewhere, for whoever has one already."""

    def shown(state: Explored[S], seat: str) -> bool:
        people = place.people(state)
        free = state.place.room == HOME and not place.chapter.busy(state.game)
        return free and len(people) < MOST and any(one.seat == seat for one in people)

    def deed(name: str, of_game: str) -> Deed[Explored[S]]:
        def done(play: Play, state: Explored[S], seat: str) -> Explored[S]:
            made = game.deeds.perform(Instead(play, seat), state.game, Action(of_game, NEW))
            for one in place.chapter.people(made):
                if one.seat == NEW:
                    made = place.chapter.seated(made, one.id, seat)
            return replace(state, game=made)

        return Deed(f"place.{name}", done, "", shown=shown, group=GROUP, rank=1)

    return deed("make_one_more", "make_character"), deed("bring_one_more", "bring_character")
