"""One fight, told."""

from random import Random
from typing import TypeVar

from tallow.games.game import Game
from tallow.play import Event, Pool, Roll, Undecidable, Waiting, Writing, advance
from tallow.simulate.fights import MOST_ACTIONS

S = TypeVar("S")


def replay(game: Game[S], state: S, seed: int = 0) -> tuple[Event, ...]:
    """Everything that happens when the bots fight from `state` to the end, as live play records it."""
    random = Random(f"{seed}")
    told: list[Event] = []

    def throw(roll: Roll) -> Pool:
        return tuple(sorted(random.randint(1, roll.sides) for _ in range(roll.n)))

    for _ in range(MOST_ACTIONS):
        if game.over(state) is not None:
            break
        action = game.act(state, game.waiting(state)[0])
        step = advance(game.perform, state, action, dice=throw)
        while isinstance(step, Waiting):
            if isinstance(step.question, Writing | Roll):
                raise Undecidable(f"{step.question}: a bot has no words")
            answers = (*step.answers, game.decide(step.question))
            step = advance(game.perform, state, action, answers=answers, dice=throw)
        told.extend(step.events)
        state = step.result
    return tuple(told)
