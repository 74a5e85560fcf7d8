"""A bot: answers to some questions, and the first option for all others."""

from collections.abc import Callable, Mapping
from typing import Any

from tallow.play.questions import Choice


class Bot:
    """A policy with `answers` by what a question asks; to any other question it takes the first option."""

    def __init__(self, answers: Mapping[str, Callable[[Choice], Any]]) -> None:
        self.answers = answers

    def __call__(self, choice: Choice) -> Any:
        answer = self.answers.get(choice.what)
        return answer(choice) if answer else choice.options[0]
