"""The exact solver: the distribution of a rule's results.

A rule is run again and again, each time with a longer tape of answers: where the tape ends at a roll the run forks into
every pool with its weight, and where it ends at a decision a policy decides. A sub-rule called with `play.call` is
solved once for its arguments, and its caller forks into its distinct results only.
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, TypeAlias, TypeVar

from tallow.play.questions import Choice, Undecidable
from tallow.play.tape import Called, Chance, Result, Rule, Tape, Weighed

R = TypeVar("R")

Policy: TypeAlias = Callable[[Choice], Any]
"""Decides a choice; must return one of its options."""

Number: TypeAlias = Fraction | float

Memory: TypeAlias = dict[Hashable, tuple[Weighed, int]]
"""Solved sub-rules: results with integer weights, and the sum of the weights."""

Watch: TypeAlias = Callable[[], None]
"""Called after every so many runs of a rule, `RUNS` unless told, while something is solved; to give up, it raises."""

RUNS = 1_000


def distribution(
    rule: Callable[..., R],
    *args: object,
    policy: Policy | None = None,
    exact: bool = True,
    memory: Memory | None = None,
    ordered: bool = False,
    remember: bool = True,
    watch: Watch | None = None,
    every: int = RUNS,
) -> dict[R, Number]:
    """The chance of each result, as fractions or floats, when `policy` decides.

    `memory` keeps solved sub-rules for further calls with the same policy. `ordered` lists sequences instead of pools,
    and `remember=False` solves sub-rules each time: both are slower and give the same answer, to check the solver by.
    `watch()` is called after `every` so many runs of a rule; to give up, it raises.
    """
    ran = on_every_run(watch, every)
    solver = _Distribution(policy, {} if memory is None else memory, ordered, remember, ran)
    weighed, total = solver.solve(rule, args)
    if exact:
        return {result: Fraction(weight, total) for result, weight in weighed}
    return {result: weight / total for result, weight in weighed}


def follow(policy: Policy | None, choice: Choice) -> Any:
    """The policy's answer, which must be one of the options."""
    if policy is None:
        raise Undecidable(f"{choice.what}: {choice.by} has to decide, and there is no policy")
    option = policy(choice)
    if option not in choice.options:
        raise ValueError(f"{choice.what}: the policy answered {option!r}, which is not an option")
    return option


class _Distribution:
    def __init__(
        self, policy: Policy | None, memory: Memory, ordered: bool, remember: bool, ran: Callable[[], None] | None
    ) -> None:
        self._memory = memory
        self._remember = remember
        self._ran = ran
        self._tape = Tape((), ordered=ordered, decide=partial(follow, policy), tails=True)

    def solve(self, rule: Rule, given: tuple[Any, ...]) -> tuple[Weighed, int]:
        """The results of a rule with integer weights, and the sum of the weights."""
        sums: Sums = {}
        alone = self._walk(rule, given, (), 1, 1, sums)
        return with_common_total(sums) if alone is None else alone

    def _walk(
        self, rule: Rule, given: tuple[Any, ...], tape: tuple[Any, ...], weight: int, total: int, sums: "Sums"
    ) -> tuple[Weighed, int] | None:
        """Add up the results after these answers, whose chance is `weight / total`.

        If the rule ends without a roll, or in a sub-rule's result, that is returned instead of added.
        """
        run = self._tape.rewound(tape)
        if self._ran is not None:
            self._ran()
        try:
            result = run.run(rule, given)
        except Chance as end:
            tape, answers, of = run.answers, end.answers, end.total
        except Called as end:
            tape = run.answers
            solved, of = self._called(end.rule, end.given)
            answers = tuple((Result(result), ways) for result, ways in solved)
        else:
            solved, of = self._called(result.rule, result.given) if type(result) is Called else (((result, 1),), 1)
            if not tape:
                return solved, of
            add_weights(sums.setdefault(total * of, {}), solved, weight)
            return None
        for answer, ways in answers:
            self._walk(rule, given, (*tape, answer), weight * ways, total * of, sums)
        return None

    def _called(self, rule: Rule, given: tuple[Any, ...]) -> tuple[Weighed, int]:
        if not self._remember:
            return self.solve(rule, given)
        key = (rule, given)
        solved = self._memory.get(key)
        if solved is None:
            solved = self._memory[key] = self.solve(rule, given)
        return solved


def on_every_run(watch: Watch | None, every: int) -> Callable[[], None] | None:
    """A function to call at every run, which calls `watch` after `every` so many."""
    if watch is None:
        return None
    left = every

    def ran() -> None:
        nonlocal left
        left -= 1
        if not left:
            left = every
            watch()

    return ran


Sums: TypeAlias = dict[int, dict[Any, int]]
"""Weights of results, by the total that they are parts of."""


def with_common_total(sums: Sums) -> tuple[Weighed, int]:
    """All results with weights of one common total, and that total."""
    if len(sums) == 1:
        ((total, weights),) = sums.items()
        return tuple(weights.items()), total
    common = lcm(*sums)
    added: dict[Any, int] = {}
    for total, weights in sums.items():
        add_weights(added, weights.items(), common // total)
    return tuple(added.items()), common


def add_weights(weights: dict[Any, int], more: Iterable[tuple[Any, int]], times: int) -> None:
    """Add these weights, multiplied by `times`."""
    for result, ways in more:
        weights[result] = weights.get(result, 0) + ways * times
