"""A bot: what it thinks about, and the obvious answer to all else."""

from collections.abc import Callable, Mapping
from typing import Any

from tallow.play.questions import Choice


class Bot:
    """A policy that has `answers` to some questions, by what they ask; to all others it takes the first option."""

    def __init__(self, answers: Mapping[str, Callable[[Choice], Any]]) -> None:
        self.answers = answers

    def __call__(self, choice: Choice) -> Any:
        answer = self.answers.get(choice.what)
        return answer(choice) if answer else choice.options[0]
