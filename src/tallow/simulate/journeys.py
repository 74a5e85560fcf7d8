"""Expeditions through an adventure: bots explore a place, without a referee, until it has ended for them."""

from random import Random
from typing import Any, Generic, TypeVar

from tallow.adventures import Document, Explored, game_of, in_town
from tallow.adventures.standing import LOST
from tallow.games.exploring import Exploring
from tallow.games.game import Game, Outcome
from tallow.games.optional import needed_bots
from tallow.play import Play, Seat, Simulated, Tables
from tallow.simulate.expeditions import set_out, way
from tallow.simulate.fights import Tally, no_collecting, tallied

S = TypeVar("S")

SEAT: Seat = "player1"
"""The seat that plays the whole party."""

MOST_ACTIONS = 3_000
"""So many actions a party has."""

SEEN, FELL, BROUGHT = "seen", "fell", "brought"
"""Marks of a journey: `seen/room`, `fell/room/name` and `brought/thing`."""


def arrived(game: Game[S], party: Any, pack: str | None = None, settings: Any = None) -> Explored[S]:
    """A party in town before an adventure: of names or stat lines, or that of a table's state."""
    bots = needed_bots(game)
    return in_town(game, set_out(game, party, pack, settings), SEAT, Simulated(Random(0), bots.answer))


def journeys(game: Game[Any], state: Explored[Any], place: Document, n: int, seed: str, tables: Tables) -> Tally:
    """Send the party of `state` through a place `n` times. The tally depends on the seed only."""
    bots = needed_bots(game_of(game.id, place, referee=False))
    play = Simulated(Random(seed), bots.answer, bots.sampled, tables)
    with no_collecting():
        return tallied(lambda: Journey(game, place, play, state).outcome(), n)


class Journey(Generic[S]):
    """A party on its way through a place."""

    def __init__(self, game: Game[S], place: Document, play: Play, state: Explored[S]) -> None:
        self._inner, self._place, self._play = game, place, play
        self._game: Game[Any] = game_of(game.id, place, referee=False, language=game.words.language)
        self._bots = needed_bots(self._game)
        self.state = self._there = state
        self._people = self._chapter.people(state.game)
        self._fell: list[tuple[str, str]] = []

    @property
    def _chapter(self) -> Exploring[S]:
        if self._inner.exploring is None:
            raise ValueError(f"{self._inner.title} has no adventures")
        return self._inner.exploring

    def outcome(self, most: int = MOST_ACTIONS) -> Outcome | None:
        """Explore until it has ended; None for a stalemate: a party that is still there after `most` actions."""
        for _ in range(most):
            ended = self._bots.over(self.state)
            if ended is not None:
                return self._told(ended)
            self._act()
        return None

    def _act(self) -> None:
        """The next action, and who has died of it."""
        before = self.state
        self.state = self._game.perform(self._play, before, self._bots.action(before, SEAT))
        if self.state.place.room:
            self._there = self.state
        if self.state.game is before.game:
            return
        people, self._people = self._people, self._chapter.people(self.state.game)
        alive = {one.id for one in self._people}
        where = self.state.place.room or before.place.room
        self._fell += [(where, one.name) for one in people if one.id not in alive]

    def _told(self, ended: Outcome) -> Outcome:
        """What they have seen, who fell where, and what they have brought home."""
        marks = [f"{SEEN}/{room}" for room in self.state.place.seen]
        marks += [f"{FELL}/{room}/{name}" for room, name in self._fell]
        counts: dict[str, float] = {**ended.counts, "deaths": len(self._fell)}
        if ended.how != LOST:
            held = dict(self.state.place.taken)
            home = [one for one in self._place.thing if self._chapter.held(self.state.game, held.get(one.id, ""))]
            marks += [f"{BROUGHT}/{one.id}" for one in home]
            counts["treasure"] = sum([one.coins + one.worth for one in home])
            left = way(self._inner).counts(self._there.game)
            counts |= {name: number for name, number in left.items() if name not in counts}
        return Outcome(ended.won, ended.how, counts, tuple(marks))
