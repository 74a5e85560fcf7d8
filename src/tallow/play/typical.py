"""Typical answers: dice that fall on their mean, and the wanted option of each choice."""

from collections.abc import Mapping, Sequence
from typing import Any

from tallow.play.play import Option, Pool, RuleId
from tallow.play.questions import Choice, Question, Roll
from tallow.play.scripted import Scripted


class Typical(Scripted):
    """Answers for making a typical character.

    `wanted` are options to take where they are offered, in order of preference; otherwise the first option that is not
    "roll" is taken. `totals` are the sums of the rolls for a rule, in order. All other dice fall on their mean, rounded
    up and down in turn.
    """

    def __init__(self, wanted: Sequence[Option] = (), totals: Mapping[RuleId, Sequence[int]] | None = None) -> None:
        super().__init__()
        self._wanted = tuple(wanted)
        self._totals = {why: list(sums) for why, sums in (totals or {}).items()}
        self._up = False

    def _answer(self, question: Question) -> Any:
        if isinstance(question, Roll):
            return self._faces(question)
        if isinstance(question, Choice):
            for option in self._wanted:
                if option in question.options:
                    return option
            return next((option for option in question.options if option != "roll"), question.options[0])
        return ""

    def _faces(self, roll: Roll) -> Pool:
        if given := self._totals.get(roll.why):
            return even(given.pop(0), roll.n)
        faces = []
        for _ in range(roll.n):
            self._up = not self._up
            faces.append(roll.sides // 2 + self._up)
        return tuple(sorted(faces))


def even(total: int, dice: int) -> Pool:
    """Faces of this many dice that add up to `total`, as equal as possible."""
    least, more = divmod(total, dice)
    return tuple([least] * (dice - more) + [least + 1] * more)
