"""An interpreter for making something by tapping: some answers are chosen, all others fall by chance.

Each question has dice of its own, by the seed and the question's key, so that choosing another answer to one leaves
the others as they were.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from tallow.play import MOST_LETTERS, REFEREE, Choice, Fact, Option, Pool, RuleId, Seat, Stake, Writing
from tallow.play.questions import is_single
from tallow.play.span import as_options
from tallow.simulate.random_answers import RandomAnswers

T = TypeVar("T", bound=Option)

OWN = frozenset({"another", "write"})
"""The options of a choice that ask for a text instead."""

KEEP = "keep"
"""The option that leaves things as they fell: where nobody chooses, they stay so."""

WRITTEN = "own."
"""What stands before the key of a choice whose text is given."""


def by_chance(options: Sequence[Option], chance: Random) -> Option:
    """One of the options, but none that asks for a text; things stay as they fell where that is one of them."""
    fitting = [option for option in options if option not in OWN]
    return KEEP if KEEP in fitting else chance.choice(fitting)


class Asked(Struct, frozen=True):
    """A decision of a player: the key that it is chosen by, the question, and the answer that it has."""

    key: str
    question: Choice | Writing
    answer: Option

    @property
    def mark(self) -> str:
        """The answer as it is written in an address."""
        return marked(self.answer)


def marked(option: Option) -> str:
    """An option as it is written in an address."""
    return ":".join([marked(part) for part in option]) if isinstance(option, tuple) else str(option)


class ChosenAnswers(RandomAnswers):
    """Random answers, except for those that are `chosen`: marks of options and texts, by key.

    The key of a question is what it asks, with its number from the second time on. A choice that is not offered is
    left to chance. `asked` are all decisions, in order.
    """

    def __init__(self, seed: int, chosen: Mapping[str, str]) -> None:
        super().__init__(Random(seed))
        self.asked: list[Asked] = []
        self._seed = seed
        self._chosen = chosen
        self._times: Counter[str] = Counter()

    def _key(self, what: str) -> str:
        self._times[what] += 1
        times = self._times[what]
        return what if times == 1 else f"{what}.{times}"

    def roll(
        self,
        n: int,
        sides: int = 6,
        *,
        by: Seat,  # noqa: ARG002
        why: RuleId,
        hidden: bool = False,  # noqa: ARG002
        stake: Stake | None = None,  # noqa: ARG002
    ) -> Pool:
        chance = Random(f"{self._seed} {self._key(f'roll {why}')}")
        return tuple(sorted([chance.randint(1, sides) for _ in range(n)]))

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if is_single(options, what) or by == REFEREE:
            return options[0]
        question = Choice(by, what, as_options(options), facts, why)
        key = self._key(what)
        answer: Any = self._answer(key, list(options))
        self.asked.append(Asked(key, question, answer))
        return answer  # type: ignore[no-any-return]

    def _answer(self, key: str, options: Sequence[Option]) -> Option:
        """What was chosen, if it is offered; else one by chance, but no text that nobody has written."""
        own = next((option for option in options if option in OWN), None)
        if own is not None and self._chosen.get(WRITTEN + key, "").strip():
            return own
        for option in options:
            if option not in OWN and marked(option) == self._chosen.get(key):
                return option
        return by_chance(options, Random(f"{self._seed} {key}"))

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:
        question = Writing(by, what, facts, why, most)
        text = self._chosen.get(WRITTEN + what, "").strip()[:most]
        if not any(one.key == what for one in self.asked):
            self.asked.append(Asked(what, question, text))
        return text
