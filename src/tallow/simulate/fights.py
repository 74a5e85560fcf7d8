"""Fights between bots, and the tally of a chunk of them."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

from msgspec import Struct, field

from tallow.games.deeds import Action
from tallow.games.game import Game, Outcome
from tallow.games.optional import needed_bots
from tallow.play import Play, Simulated, Tables
from tallow.play.simulated import Table

S = TypeVar("S")

STALEMATE = "stalemate"

MOST_ACTIONS = 1_000
"""A fight that has not ended after this many actions is a stalemate."""


MOST_CERTAIN, CERTAIN = 8, 3
"""How many actions with one outcome are fast-forwarded, and how many runs each may take to find that out."""


class Tally(Struct):
    """The outcomes of fights as counts that can be added up. Stalemates have no `counts`."""

    fights: int = 0
    wins: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    counts: dict[str, dict[float, int]] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, outcomes: list[Outcome | None]) -> "Tally":
        """The tally of these outcomes; None is a stalemate."""
        ended = [outcome for outcome in outcomes if outcome is not None]
        ends = Counter([outcome.how if outcome else STALEMATE for outcome in outcomes])
        names = dict.fromkeys(name for outcome in ended for name in outcome.counts)
        counts = {name: Counter([one.counts[name] for one in ended if name in one.counts]) for name in names}
        won = sum([outcome.won for outcome in ended])
        marks = Counter([mark for outcome in ended for mark in outcome.marks])
        return cls(len(outcomes), won, dict(ends), {name: dict(seen) for name, seen in counts.items()}, dict(marks))

    def __add__(self, other: "Tally") -> "Tally":
        """The sum of both as a new tally, so that an interrupt never leaves one half added."""
        both = Tally()
        both.add(self)
        both.add(other)
        return both

    def add(self, other: "Tally") -> None:
        """Add another tally to this one."""
        self.fights += other.fights
        self.wins += other.wins
        for how, times in other.ends.items():
            self.ends[how] = self.ends.get(how, 0) + times
        for mark, times in other.marks.items():
            self.marks[mark] = self.marks.get(mark, 0) + times
        for name, numbers in other.counts.items():
            seen = self.counts.setdefault(name, {})
            for number, times in numbers.items():
                seen[number] = seen.get(number, 0) + times


class Cut(KeyboardInterrupt):
    """A chunk was interrupted; `tally` has the part that was done."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self.tally = tally


def tallied(once: Callable[[], Outcome | None], n: int) -> Tally:
    """The tally of calling `once` `n` times; raises `Cut` with what was done if it is interrupted."""
    outcomes: list[Outcome | None] = []
    try:
        for _ in range(n):
            outcomes.append(once())  # noqa: PERF401  (those done are there when it is interrupted)
    except KeyboardInterrupt:
        raise Cut(Tally.of(outcomes)) from None
    return Tally.of(outcomes)


def fights(game: Game[S], state: S, n: int, seed: str, tables: Tables) -> Tally:
    """Fight `n` times from `state`. The tally depends on the seed only, not on what is in the tables."""
    bots = needed_bots(game)
    play = Simulated(Random(seed), bots.answer, bots.sampled, tables)
    with no_collecting():
        begun = opening(game, state, tables)
        if begun is None:
            return tallied(lambda: fight(game, play, state), n)
        return tallied(lambda: fight(game, play, play.draw(begun)), n)


@contextmanager
def no_collecting() -> Iterator[None]:
    """Disable garbage collection: frozen values have no cycles, and it takes a twentieth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def opening(game: Game[S], state: S, tables: Tables) -> Table | None:
    """The states after the first action of a fight, if they are few, each fast-forwarded while nothing is random."""
    over, act = needed_bots(game).over, bot_action(game)

    def fast_forward(state: S) -> S:
        """A state after up to `MOST_CERTAIN` actions that have only one outcome."""
        for _ in range(MOST_CERTAIN):
            if over(state) is not None:
                break
            found = tables.small(game.perform, (state, act(state)), CERTAIN)
            if found is None or len(found[0]) > 1:
                break
            state = found[0][0]
        return state

    found = tables.small(game.perform, (state, act(state))) if over(state) is None else None
    if found is None:
        return None
    states, sums = found
    return [fast_forward(each) for each in states], sums


def fight(game: Game[S], play: Play, state: S) -> Outcome | None:
    """Fight to the end; None for a stalemate."""
    return fought(game, play, state)[1]


def fought(game: Game[S], play: Play, state: S) -> tuple[S, Outcome | None]:
    """The state after a fight between bots, and its outcome; None for a stalemate."""
    return play_out(game, play, state, bot_action(game), MOST_ACTIONS)


def bot_action(game: Game[S]) -> Callable[[S], Action]:
    """A function that returns what the bot of the first waiting seat does."""
    action, waiting = needed_bots(game).action, game.waiting
    return lambda state: action(state, waiting(state)[0])


def play_out(
    game: Game[S], play: Play, state: S, act: Callable[[S], Action], most: int = sys.maxsize
) -> tuple[S, Outcome | None]:
    """Perform what `act(state)` says until the fight is over: the last state and the outcome.

    The outcome is None if it is not over after `most` actions.
    """
    over: Callable[[S], Outcome | None] = needed_bots(game).over
    perform: Callable[[Play, S, Any], S] = game.perform
    for _ in range(most):
        outcome = over(state)
        if outcome is not None:
            return state, outcome
        state = perform(play, state, act(state))
    return state, over(state)
