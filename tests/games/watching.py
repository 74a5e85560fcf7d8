"""All that is asked while random people play a game and its bots fight, with the state in which each action began."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from tallow.games import Game, game
from tallow.play import Choice, Fact, Pool, Question, Roll, RuleId, Seat, Simulated, Stake
from tallow.testing import random_game

SEEDS, ACTIONS = range(70_000, 70_040), 40
FIGHTS = 12


class Watched(Simulated):
    """Random dice and a game's bots; keeps every roll and every decision that was asked."""

    def __init__(self, seed: int, played: Game[Any]) -> None:
        assert played.bots
        super().__init__(Random(seed), played.bots.answer)
        self.asked: list[Question] = []

    def roll(
        self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False, stake: Stake | None = None
    ) -> Pool:
        self.asked.append(Roll(n, sides, by, why, hidden, stake))
        return super().roll(n, sides, by=by, why=why, hidden=hidden, stake=stake)

    def choose(self, by: Seat, what: str, options: Sequence[Any], *facts: Fact, why: RuleId) -> Any:
        if len(options) > 1:
            self.asked.append(Choice(by, what, tuple(options), facts, why))
        return super().choose(by, what, options, *facts, why=why)


@cache
def questions(name: str) -> tuple[tuple[Any, Question], ...]:
    """The questions of a game, each with the state in which its action began."""
    return (*_of_random_people(game(name)), *_of_fights(game(name)))


def _of_random_people(played: Game[Any]) -> Iterator[tuple[Any, Question]]:
    for seed in SEEDS:
        asked: list[Question] = []
        before = None
        for state, _, _ in random_game(played, seed, ACTIONS, whole=False, asked=asked):
            if before is not None:
                yield from [(before, one) for one in asked]
            before = state


def _of_fights(played: Game[Any]) -> Iterator[tuple[Any, Question]]:
    bots = played.bots
    assert bots
    assert bots.archetypes
    for level in (1, bots.archetypes.levels):
        for seed in range(FIGHTS):
            play = Watched(seed, played)
            state = bots.fight(bots.archetypes.party(level), f"{bots.archetypes.foe} x6", played.settings())
            while bots.over(state) is None:
                before = state
                state = played.perform(play, state, bots.action(state, played.waiting(state)[0]))
                yield from [(before, one) for one in play.asked]
                play.asked.clear()
