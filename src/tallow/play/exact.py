"""Every possibility at once.

A rule is run again and again, each time upon a longer tape of answers: where the tape ends in a roll the run forks into
every pool with its weight, and where it ends in a decision a policy takes it. A sub-rule asked with `play.call` is
solved once for its arguments, and its caller forks into its distinct results only.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias, TypeVar

from tallow.play.questions import Choice, Undecidable
from tallow.play.tape import Called, Chance, Decision, Result, Rule, Tape, Weighed

R = TypeVar("R")

Policy: TypeAlias = Callable[[Choice], Any]
"""Answers a choice; must return one of its options."""

Number: TypeAlias = Fraction | float

Memory: TypeAlias = dict[Hashable, tuple[Weighed, int]]
"""Solved sub-rules: results with integer weights, and what the weights add up to."""


def distribution(
    rule: Callable[..., R],
    *args: object,
    policy: Policy | None = None,
    exact: bool = True,
    memory: Memory | None = None,
    ordered: bool = False,
    remember: bool = True,
) -> dict[R, Number]:
    """The chance of each result, as fractions or floats, when `policy` decides.

    `memory` keeps sub-rules solved under the same policy from call to call. `ordered` lists sequences instead of pools
    and `remember=False` forgets sub-rules: both are slower and change nothing.
    """
    solver = _Distribution(policy, {} if memory is None else memory, ordered, remember)
    weighed, total = solver.solve(rule, args)
    if exact:
        return {result: Fraction(weight, total) for result, weight in weighed}
    return {result: weight / total for result, weight in weighed}


def follow(policy: Policy | None, choice: Choice) -> Any:
    """What a policy answers, which must be legal."""
    if policy is None:
        raise Undecidable(f"{choice.what}: {choice.by} has to decide, and there is no policy")
    option = policy(choice)
    if option not in choice.options:
        raise ValueError(f"{choice.what}: the policy answered {option!r}, which is not an option")
    return option


class _Distribution:
    def __init__(self, policy: Policy | None, memory: Memory, ordered: bool, remember: bool) -> None:
        self._policy = policy
        self._memory = memory
        self._ordered = ordered
        self._remember = remember

    def solve(self, rule: Rule, given: tuple[Any, ...]) -> tuple[Weighed, int]:
        """The results of a rule with integer weights, and their sum."""
        sums: dict[Any, dict[int, int]] = {}
        self._walk(rule, given, (), 1, 1, sums)
        common = lcm(*(total for by_total in sums.values() for total in by_total))
        weighed = tuple(
            (result, sum(weight * (common // total) for total, weight in by_total.items()))
            for result, by_total in sums.items()
        )
        return weighed, common

    def _walk(
        self,
        rule: Rule,
        given: tuple[Any, ...],
        tape: tuple[Any, ...],
        weight: int,
        total: int,
        sums: dict[Any, dict[int, int]],
    ) -> None:
        """Add up all that can come after these answers, which have the chance `weight / total`."""
        while True:
            try:
                result = Tape(tape, ordered=self._ordered).run(rule, given)
            except Decision as end:
                tape = (*tape, follow(self._policy, end.choice))
                continue
            except Chance as end:
                answers, of = end.answers, end.total
            except Called as end:
                solved, of = self._called(end.rule, end.given)
                if end.tail:
                    for result, ways in solved:
                        _add(sums, result, weight * ways, total * of)
                    return
                answers = tuple((Result(result), ways) for result, ways in solved)
            else:
                _add(sums, result, weight, total)
                return
            for answer, ways in answers:
                self._walk(rule, given, (*tape, answer), weight * ways, total * of, sums)
            return

    def _called(self, rule: Rule, given: tuple[Any, ...]) -> tuple[Weighed, int]:
        if not self._remember:
            return self.solve(rule, given)
        key = (rule, given)
        solved = self._memory.get(key)
        if solved is None:
            solved = self._memory[key] = self.solve(rule, given)
        return solved


def _add(sums: dict[Any, dict[int, int]], result: Any, weight: int, total: int) -> None:
    """One more way to a result."""
    by_total = sums.setdefault(result, {})
    by_total[total] = by_total.get(total, 0) + weight
