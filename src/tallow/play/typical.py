"""A typical life answers: dice that fall on their mean, and what is wanted wherever there is a choice."""

from collections.abc import Mapping, Sequence
from typing import Any

from tallow.play.play import Option, Pool, RuleId
from tallow.play.questions import Choice, Question, Roll
from tallow.play.scripted import Scripted


class Typical(Scripted):
    """Answers for somebody whom nobody has made.

    `wanted` are options to take where they are offered, the first of them first; else the first that leaves nothing to
    chance. `totals` are sums of the rolls for a rule, in their order. All other dice fall on their mean, half rounded
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
    """So many dice with this sum, as even as can be."""
    least, more = divmod(total, dice)
    return tuple([least] * (dice - more) + [least + 1] * more)
