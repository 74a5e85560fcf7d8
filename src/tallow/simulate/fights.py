"""One chunk of a simulation: so many fights upon one seed, tallied."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from msgspec import Struct, field

from tallow.games.game import Game, Outcome
from tallow.play import Play, Simulated, Tables

S = TypeVar("S")

STALEMATE = "stalemate"

MOST_ACTIONS = 1_000
"""After so many actions a fight that has not ended is called a stalemate."""


class Tally(Struct):
    """What fights have come to, as counts that can be added up. Stalemates have no numbers to count."""

    fights: int = 0
    wins: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    counts: dict[str, dict[float, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, outcomes: list[Outcome | None]) -> "Tally":
        """The tally of these; None is a stalemate."""
        ended = [outcome for outcome in outcomes if outcome is not None]
        ends = Counter([outcome.how if outcome else STALEMATE for outcome in outcomes])
        names = dict.fromkeys(name for outcome in ended for name in outcome.counts)
        counts = {name: Counter([one.counts[name] for one in ended if name in one.counts]) for name in names}
        won = sum([outcome.won for outcome in ended])
        return cls(len(outcomes), won, dict(ends), {name: dict(seen) for name, seen in counts.items()})

    def add(self, other: "Tally") -> None:
        """All the fights of another tally."""
        self.fights += other.fights
        self.wins += other.wins
        for how, times in other.ends.items():
            self.ends[how] = self.ends.get(how, 0) + times
        for name, numbers in other.counts.items():
            seen = self.counts.setdefault(name, {})
            for number, times in numbers.items():
                seen[number] = seen.get(number, 0) + times


def fights(game: Game[S], state: S, n: int, seed: str, tables: Tables) -> Tally:
    """Fight `n` times from `state`. What comes of it depends on the seed alone, not on what is in the tables."""
    play = Simulated(Random(seed), game.decide, game.sampled, tables)
    opening = None
    if game.over(state) is None:
        opening = tables.small(game.perform, (state, game.act(state, game.waiting(state)[0])))
    if opening is None:
        return Tally.of([fight(game, play, state) for _ in range(n)])
    return Tally.of([fight(game, play, play.draw(opening)) for _ in range(n)])


def fight(game: Game[S], play: Play, state: S) -> Outcome | None:
    """Fight to the end, or to a stalemate, which is None."""
    over, waiting, act = game.over, game.waiting, game.act
    perform: Callable[[Play, S, Any], S] = game.perform
    for _ in range(MOST_ACTIONS):
        outcome = over(state)
        if outcome is not None:
            return outcome
        state = perform(play, state, act(state, waiting(state)[0]))
    return over(state)
