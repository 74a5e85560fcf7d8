"""An interpreter whose dice and decisions are all random."""

from random import Random
from typing import Any

from tallow.play import MOST_LETTERS, REFEREE, Choice, Fact, RuleId, Seat, Simulated


class RandomAnswers(Simulated):
    """Random dice and random decisions of players; the referee agrees, and a request for text gets the empty string."""

    def __init__(self, random: Random) -> None:
        def any_option(choice: Choice) -> Any:
            return choice.options[0] if choice.by == REFEREE else random.choice(choice.options)

        super().__init__(random, any_option)

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:  # noqa: ARG002
        return ""
