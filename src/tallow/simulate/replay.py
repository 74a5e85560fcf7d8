"""One fight, told."""

from random import Random
from typing import Any, TypeVar

from tallow.games.game import Game
from tallow.play import Choice, Event, Live, Policy, Question, Roll, Undecidable, Writing
from tallow.simulate.fights import MOST_ACTIONS

S = TypeVar("S")


class Watched(Live):
    """Live play among bots: dice by chance, and a policy that decides."""

    def __init__(self, random: Random, decide: Policy) -> None:
        super().__init__()
        self._random, self._decide = random, decide

    def _answer(self, question: Question) -> Any:
        if isinstance(question, Writing):
            raise Undecidable(f"{question}: a bot has no words")
        self.answers.append(self._decide(question) if isinstance(question, Choice) else self._thrown(question))
        return super()._answer(question)

    def _thrown(self, roll: Roll) -> tuple[int, ...]:
        return tuple(sorted([self._random.randint(1, roll.sides) for _ in range(roll.n)]))


def replay(game: Game[S], state: S, seed: int = 0) -> tuple[Event, ...]:
    """Everything that happens when the bots fight from `state` to the end, as live play records it."""
    play = Watched(Random(f"{seed}"), game.decide)
    for _ in range(MOST_ACTIONS):
        if game.over(state) is not None:
            break
        state = game.perform(play, state, game.act(state, game.waiting(state)[0]))
    return tuple(play.events)
