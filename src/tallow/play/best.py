"""Best play: one side decides so as to raise the mean of a goal, the other so as to lower it.

A sub-rule in tail position is solved once for its arguments, so loops that a side may continue are written as tail
calls. Any other sub-rule is solved anew for each way in which its caller goes on, because what is best inside it
depends on what comes after.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tallow.play.exact import Number, Policy, follow
from tallow.play.play import Seat
from tallow.play.questions import Choice, frozen
from tallow.play.span import Options
from tallow.play.tape import Called, Chance, Decision, Result, Rule, Tape, Weighed

R = TypeVar("R")


def best(
    rule: Callable[..., R],
    *args: object,
    goal: Callable[[R], float | Fraction],
    maximise: Collection[Seat],
    minimise: Collection[Seat] | None = None,
    policy: Policy | None = None,
    exact: bool = True,
    bounds: tuple[float, float] | None = None,
) -> "Best[R]":
    """Best play: the seats in `maximise` raise the mean of `goal`, all others, or those in `minimise`, lower it.

    `policy` decides for seats that are in neither. `bounds` are the least and the most that `goal` can be, if known: a
    side that has found a way to its bound looks no further.
    """
    sides = _Sides(tuple(maximise), None if minimise is None else tuple(minimise), policy, bounds)
    number: type[Fraction | float] = Fraction if exact else float
    return Best(rule, args, _Solver(lambda result: number(goal(result)), sides))


class _Sides(Struct, frozen=True):
    """Who plays for the goal, who against it, and who decides for the rest."""

    maximise: tuple[Seat, ...]
    minimise: tuple[Seat, ...] | None
    policy: Policy | None
    bounds: tuple[float, float] | None = None

    def enough(self, choice: Choice) -> float | None:
        """The value beyond which whoever chooses can wish for nothing."""
        if self.bounds is None:
            return None
        return self.bounds[1] if choice.by in self.maximise else self.bounds[0]

    def open(self, choice: Choice) -> Options:
        """The options among which a side picks; where a policy decides, its answer alone."""
        if choice.by in self.maximise or self.minimise is None or choice.by in self.minimise:
            return choice.options
        return (follow(self.policy, choice),)

    def pick(self, choice: Choice, values: dict[Any, Number]) -> Any:
        """The option that is best for whoever chooses; the first of equals."""
        best = max if choice.by in self.maximise else min
        return best(values, key=lambda option: values[option])


class _Solver:
    """Values of rules whose results are worth `leaf(result)`; one memory for each such `leaf`."""

    def __init__(self, leaf: Callable[[Any], Number], sides: _Sides) -> None:
        self._leaf = leaf
        self.sides = sides
        self._memory: dict[Hashable, Number] = {}

    def value(self, rule: Rule, given: tuple[Any, ...]) -> Number:
        key = (rule, given)
        value = self._memory.get(key)
        if value is None:
            value = self._memory[key] = self._walk(rule, given, ())
        return value

    def _walk(self, rule: Rule, given: tuple[Any, ...], tape: tuple[Any, ...]) -> Number:
        """The value of a rule after these answers."""
        try:
            result = Tape(tape).run(rule, given)
        except Decision as end:
            choice = end.choice
        except Chance as end:
            return self._mean(rule, given, tape, end.answers, end.total)
        except Called as end:
            if end.tail:
                return self.value(end.rule, end.given)
            return self._called(rule, given, tape, end)
        else:
            return self._leaf(result)
        enough = self.sides.enough(choice)
        values: dict[Any, Number] = {}
        for option in self.sides.open(choice):
            value = values[option] = self._walk(rule, given, (*tape, option))
            if value == enough:
                return value
        return values[self.sides.pick(choice, values)]

    def options(self, rule: Rule, given: tuple[Any, ...], tape: tuple[Any, ...], choice: Choice) -> dict[Any, Number]:
        """The value of each option of the choice that comes after these answers."""
        return {option: self._walk(rule, given, (*tape, option)) for option in self.sides.open(choice)}

    def _mean(self, rule: Rule, given: tuple[Any, ...], tape: tuple[Any, ...], answers: Weighed, total: int) -> Number:
        return sum(ways * self._walk(rule, given, (*tape, answer)) for answer, ways in answers) / total

    def _called(self, rule: Rule, given: tuple[Any, ...], tape: tuple[Any, ...], end: Called) -> Number:
        """A sub-rule whose caller goes on: its results are worth what the rest is worth after them."""
        rest: dict[Any, Number] = {}

        def go_on(result: Any) -> Number:
            if result not in rest:
                rest[result] = self._walk(rule, given, (*tape, Result(result)))
            return rest[result]

        return _Solver(go_on, self.sides).value(end.rule, end.given)


class Best(Generic[R]):
    """Best play of a rule: its value, and what to choose after any answers so far, recorded as in live play."""

    def __init__(self, rule: Callable[..., R], args: tuple[Any, ...], solver: _Solver) -> None:
        self._rule = rule
        self._args = args
        self._solver = solver
        self.value: Number = solver.value(rule, args)

    def options(self, answers: Sequence[Any] = ()) -> dict[Any, Number]:
        """The value of each option of the decision that comes after these answers."""
        return self._options(answers)[1]

    def decide(self, answers: Sequence[Any] = ()) -> Any:
        """What the side whose turn it is does best."""
        return self._solver.sides.pick(*self._options(answers))

    def _options(self, answers: Sequence[Any]) -> tuple[Choice, dict[Any, Number]]:
        tape = tuple(frozen(answer) for answer in answers)
        try:
            Tape(tape, enter=True).run(self._rule, self._args)
        except Decision as end:
            choice = end.choice
        except Chance:
            raise ValueError("after these answers dice are rolled, nothing is decided") from None
        else:
            raise ValueError("after these answers nothing is left to decide")
        return choice, self._solver.options(self._rule, self._args, tape, choice)
