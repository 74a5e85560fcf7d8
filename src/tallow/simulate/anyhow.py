"""Dice and decisions all by chance."""

from random import Random
from typing import Any

from tallow.play import LETTERS, Choice, Fact, RuleId, Seat, Simulated


class Anyhow(Simulated):
    """Dice and decisions by chance; where something would have to be written, nothing is."""

    def __init__(self, random: Random) -> None:
        def anything(choice: Choice) -> Any:
            return random.choice(choice.options)

        super().__init__(random, anything)

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = LETTERS) -> str:  # noqa: ARG002
        return ""
