"""One chunk of a simulation: so many fights upon one seed, tallied."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

from msgspec import Struct, field

from tallow.games.game import Action, Game, Outcome
from tallow.play import Play, Simulated, Tables
from tallow.play.simulated import Table

S = TypeVar("S")

STALEMATE = "stalemate"

MOST_ACTIONS = 1_000
"""After so many actions a fight that has not ended is called a stalemate."""


MOST_CERTAIN, CERTAIN = 8, 3
"""How many actions are followed because they are certain, and how many runs each is given to show it."""


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

    def and_(self, other: "Tally") -> "Tally":
        """All the fights of both: a new tally, so that an interrupt never leaves half of one in another."""
        both = Tally()
        both.add(self)
        both.add(other)
        return both

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


class Cut(KeyboardInterrupt):
    """A chunk was interrupted; `tally` has what was done of it."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self.tally = tally


def tallied(once: Callable[[], Outcome | None], n: int) -> Tally:
    """The tally of what is done `n` times; `Cut` with that of those done, if it is interrupted."""
    outcomes: list[Outcome | None] = []
    try:
        for _ in range(n):
            outcomes.append(once())  # noqa: PERF401  (those done are there when it is interrupted)
    except KeyboardInterrupt:
        raise Cut(Tally.of(outcomes)) from None
    return Tally.of(outcomes)


def fights(game: Game[S], state: S, n: int, seed: str, tables: Tables) -> Tally:
    """Fight `n` times from `state`. What comes of it depends on the seed alone, not on what is in the tables."""
    play = Simulated(Random(seed), game.decide, game.sampled, tables)
    with no_collecting():
        begun = opening(game, state, tables)
        if begun is None:
            return tallied(lambda: fight(game, play, state), n)
        return tallied(lambda: fight(game, play, play.draw(begun)), n)


@contextmanager
def no_collecting() -> Iterator[None]:
    """Without the search for cycles: frozen values make none, and it takes a twentieth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def opening(game: Game[S], state: S, tables: Tables) -> Table | None:
    """How a fight may begin: all states after its first action, if they are few, and what then is certain to follow."""
    found = tables.small(game.perform, (state, _next(game, state))) if game.over(state) is None else None
    if found is None:
        return None
    states, sums = found
    return [_follow(game, each, tables) for each in states], sums


def _follow(game: Game[S], state: S, tables: Tables) -> S:
    """A state, followed for as long as there is no chance in what happens."""
    for _ in range(MOST_CERTAIN):
        if game.over(state) is not None:
            break
        found = tables.small(game.perform, (state, _next(game, state)), CERTAIN)
        if found is None or len(found[0]) > 1:
            break
        state = found[0][0]
    return state


def _next(game: Game[S], state: S) -> Action:
    return game.act(state, game.waiting(state)[0])


def fight(game: Game[S], play: Play, state: S) -> Outcome | None:
    """Fight to the end, or to a stalemate, which is None."""
    return fought(game, play, state)[1]


def fought(game: Game[S], play: Play, state: S) -> tuple[S, Outcome | None]:
    """How things stand after a fight, and what came of it, or None of a stalemate."""
    over, waiting, act = game.over, game.waiting, game.act
    perform: Callable[[Play, S, Any], S] = game.perform
    for _ in range(MOST_ACTIONS):
        outcome = over(state)
        if outcome is not None:
            return state, outcome
        state = perform(play, state, act(state, waiting(state)[0]))
    return state, over(state)
