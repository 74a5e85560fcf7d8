"""Best play: one side maximises the expected value of a goal, the other minimises it.

A sub-rule in tail position is solved once for its arguments, so loops that a side may continue are written as tail
calls. Any other sub-rule is solved again for each continuation of its caller, because what is best inside it depends on
what comes after.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tallow.play.exact import RUNS, Number, Policy, Sums, Watch, add_weights, follow, on_every_run, with_common_total
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
    watch: Watch | None = None,
    every: int = RUNS,
) -> "Best[R]":
    """Solve a rule: the seats in `maximise` raise the expected `goal`, all others, or those in `minimise`, lower it.

    `policy` decides for seats that are in neither. `bounds` are the least and the greatest value of `goal`, if known: a
    side that can reach its bound looks no further. `watch()` is called after `every` so many runs of a rule; to give
    up, it raises.
    """
    sides = _Sides(tuple(maximise), None if minimise is None else tuple(minimise), policy, bounds)
    number: type[Fraction | float] = Fraction if exact else float
    return Best(rule, args, _Solver(lambda result: number(goal(result)), sides, on_every_run(watch, every)))


class _Sides(Struct, frozen=True):
    """Who maximises, who minimises, and the policy for the rest."""

    maximise: tuple[Seat, ...]
    minimise: tuple[Seat, ...] | None
    policy: Policy | None
    bounds: tuple[float, float] | None = None

    def enough(self, choice: Choice) -> float | None:
        """The best value that the seat of this choice can reach, if the bounds of the goal are known."""
        if self.bounds is None:
            return None
        return self.bounds[1] if choice.by in self.maximise else self.bounds[0]

    def open(self, choice: Choice) -> Options:
        """The options to try: all of them for a side, only the policy's answer for a seat on no side."""
        if choice.by in self.maximise or self.minimise is None or choice.by in self.minimise:
            return choice.options
        return (follow(self.policy, choice),)

    def pick(self, choice: Choice, values: dict[Any, Number]) -> Any:
        """The option with the best value for the seat that chooses; the first of equals."""
        best = max if choice.by in self.maximise else min
        return best(values, key=lambda option: values[option])


class _Solved:
    """A solved rule with its arguments: its value, and the best option after each tape.

    `picks` are the best options by the tape before them, `within` the solvers of sub-rules not in tail position.
    """

    __slots__ = ("given", "picks", "rule", "shares", "value", "within")

    def __init__(self, rule: Rule, given: tuple[Any, ...]) -> None:
        self.rule = rule
        self.given = given
        self.value: Number = 0
        self.picks: dict[tuple[Any, ...], Any] = {}
        self.within: dict[tuple[Any, ...], _Solver] = {}
        self.shares: tuple[Weighed, int] | None = None


class _Solver:
    """Values of rules whose results have the value `leaf(result)`; each solver has a memory of its own."""

    def __init__(self, leaf: Callable[[Any], Number], sides: _Sides, ran: Callable[[], None] | None) -> None:
        self._leaf = leaf
        self.sides = sides
        self._ran = ran
        self._memory: dict[Hashable, _Solved] = {}

    def solved(self, rule: Rule, given: tuple[Any, ...]) -> _Solved:
        """Solve a rule, or return what is remembered of it."""
        key = (rule, given)
        solved = self._memory.get(key)
        if solved is None:
            solved = _Solved(rule, given)
            solved.value = self.walk(solved, ())
            self._memory[key] = solved
        return solved

    def walk(self, at: _Solved, tape: tuple[Any, ...]) -> Number:
        """The value of a rule after these answers."""
        if self._ran is not None:
            self._ran()
        try:
            result = Tape(tape).run(at.rule, at.given)
        except Decision as end:
            choice = end.choice
        except Chance as end:
            return sum(ways * self.walk(at, (*tape, answer)) for answer, ways in end.answers) / end.total
        except Called as end:
            return self.solved(end.rule, end.given).value if end.tail else self._called(at, tape, end)
        else:
            return self._leaf(result)
        enough = self.sides.enough(choice)
        values: dict[Any, Number] = {}
        for option in self.sides.open(choice):
            value = values[option] = self.walk(at, (*tape, option))
            if value == enough:
                break
        picked = at.picks[tape] = self.sides.pick(choice, values)
        return values[picked]

    def _called(self, at: _Solved, tape: tuple[Any, ...], end: Called) -> Number:
        """The value of a sub-rule not in tail position: a result is worth what its caller is worth after it."""
        rest: dict[Any, Number] = {}

        def go_on(result: Any) -> Number:
            if result not in rest:
                rest[result] = self.walk(at, (*tape, Result(result)))
            return rest[result]

        within = at.within[tape] = _Solver(go_on, self.sides, self._ran)
        return within.solved(end.rule, end.given).value

    def options(self, at: _Solved, tape: tuple[Any, ...], choice: Choice) -> dict[Any, Number]:
        """The value of each option of the choice that comes after these answers."""
        return {option: self.walk(at, (*tape, option)) for option in self.sides.open(choice)}

    def shares(self, at: _Solved) -> tuple[Weighed, int]:
        """The results of a rule under best play, with integer weights, and the sum of the weights."""
        if at.shares is None:
            sums: Sums = {}
            self._follow(at, (), 1, 1, sums)
            at.shares = with_common_total(sums)
        return at.shares

    def _follow(self, at: _Solved, tape: tuple[Any, ...], weight: int, total: int, sums: Sums) -> None:
        """Add up the results after these answers, whose chance is `weight / total`."""
        if self._ran is not None:
            self._ran()
        try:
            result = Tape(tape).run(at.rule, at.given)
        except Decision:
            self._follow(at, (*tape, at.picks[tape]), weight, total, sums)
        except Chance as end:
            for answer, ways in end.answers:
                self._follow(at, (*tape, answer), weight * ways, total * end.total, sums)
        except Called as end:
            solver = self if end.tail else at.within[tape]
            weighed, of = solver.shares(solver.solved(end.rule, end.given))
            if end.tail:
                add_weights(sums.setdefault(total * of, {}), weighed, weight)
                return
            for result, ways in weighed:
                self._follow(at, (*tape, Result(result)), weight * ways, total * of, sums)
        else:
            add_weights(sums.setdefault(total, {}), ((result, 1),), weight)


class Best(Generic[R]):
    """Best play of a rule: its value, and what to choose after the answers so far, recorded as in live play."""

    def __init__(self, rule: Callable[..., R], args: tuple[Any, ...], solver: _Solver) -> None:
        self._solver = solver
        self._solved = solver.solved(rule, args)
        self.value: Number = self._solved.value

    def distribution(self) -> dict[R, Fraction]:
        """The exact chance of each result when every side does what `decide` says."""
        weighed, total = self._solver.shares(self._solved)
        return {result: Fraction(weight, total) for result, weight in weighed}

    def options(self, answers: Sequence[Any] = ()) -> dict[Any, Number]:
        """The value of each option of the decision that comes after these answers."""
        return self._options(answers)[1]

    def decide(self, answers: Sequence[Any] = ()) -> Any:
        """The best option of the decision that comes after these answers."""
        return self._solver.sides.pick(*self._options(answers))

    def _options(self, answers: Sequence[Any]) -> tuple[Choice, dict[Any, Number]]:
        tape = tuple(frozen(answer) for answer in answers)
        try:
            Tape(tape, enter=True).run(self._solved.rule, self._solved.given)
        except Decision as end:
            choice = end.choice
        except Chance:
            raise ValueError("after these answers dice are rolled, nothing is decided") from None
        else:
            raise ValueError("after these answers nothing is left to decide")
        return choice, self._solver.options(self._solved, tape, choice)
