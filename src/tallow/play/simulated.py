"""Random dice, and a bot that decides."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import accumulate, count
from random import Random
from typing import Any, TypeAlias, TypeVar, TypeVarTuple

from tallow.play.bot import Bot
from tallow.play.exact import Memory, Policy, distribution
from tallow.play.play import EVERYONE, MOST_LETTERS, Audience, Fact, Option, Play, Pool, RuleId, Seat
from tallow.play.questions import Choice, Stake, Undecidable, is_single
from tallow.play.span import as_options

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)

Table: TypeAlias = tuple[list[Any], list[float]]
"""The results of a sub-rule, and the cumulative chances of all but the last."""

WORTH_IT = 50
"""How often a sub-rule is run before its exact distribution is solved, which costs some hundred runs."""

MOST_TABLES = 20_000
"""The most distributions that are used; beyond that, sub-rules are run."""

MOST_RUNS = 500
"""The most runs to solve a rule that may be large."""


class _Large(Exception):
    """A rule was not solved within its number of runs."""


class Tables:
    """Distributions of sub-rules under one policy, solved once and shared by simulations."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._memory: Memory = {}
        self._tables: dict[Hashable, Table] = {}
        self._large: set[Hashable] = set()

    def table(self, rule: Callable[..., Any], given: tuple[Any, ...]) -> Table:
        """The distribution of a sub-rule for these arguments."""
        table = self._tables.get((rule, given))
        if table is None:
            table = self._tables[rule, given] = self._solved(rule, given)
        return table

    def small(self, rule: Callable[..., Any], given: tuple[Any, ...], most: int = MOST_RUNS) -> Table | None:
        """The distribution of a rule for these arguments, or None if it takes more than `most` runs."""
        key = (rule, given)
        if key not in self._tables and (key, most) not in self._large:
            runs = count(1)

            def few(play: Play, *args: Any) -> Any:
                if next(runs) > most:
                    raise _Large
                return rule(play, *args)

            try:
                self._tables[key] = self._solved(few, given)
            except _Large:
                self._large.add((key, most))
        return self._tables.get(key)

    def _solved(self, rule: Callable[..., Any], given: tuple[Any, ...]) -> Table:
        odds = distribution(rule, *given, policy=self._policy, exact=False, memory=self._memory)
        sums = list(accumulate(float(p) for p in odds.values()))
        return list(odds), sums[:-1]


class Simulated:
    """Random dice, and `decide` for decisions. The sub-rules in `sampled` are drawn from their exact distribution.

    The results depend on the seed of `random` only, not on what `tables` already hold.
    """

    def __init__(
        self,
        random: Random,
        decide: Policy,
        sampled: Iterable[Callable[..., Any]] = (),
        tables: Tables | None = None,
    ) -> None:
        self._random = random.random
        self._decide = decide
        self._answers = decide.answers if isinstance(decide, Bot) else None
        self._shared = Tables(decide) if tables is None else tables
        self._sampled: dict[Callable[..., Any], dict[Hashable, Table]] = {rule: {} for rule in sampled}
        self._asked: dict[Hashable, int] = {}

    def roll(
        self,
        n: int,
        sides: int = 6,
        *,
        by: Seat,  # noqa: ARG002
        why: RuleId,  # noqa: ARG002
        hidden: bool = False,  # noqa: ARG002
        stake: Stake | None = None,  # noqa: ARG002
    ) -> Pool:
        random = self._random
        if n == 1:
            return (int(random() * sides) + 1,)
        return tuple(sorted([int(random() * sides) + 1 for _ in range(n)]))

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if len(options) < 2 and is_single(options, what):
            return options[0]
        if self._answers is not None and what not in self._answers:
            return options[0]
        option: T = self._decide(Choice(by, what, as_options(options), facts, why))
        if option not in options:
            raise ValueError(f"{what}: the bot answered {option!r}, which is not an option")
        return option

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:  # noqa: ARG002
        raise Undecidable(f"{what}: a bot writes nothing")

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        pass

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        tables = self._sampled.get(rule)
        if tables is None:
            return rule(self, *args)
        table = tables.get(args)
        if table is None:
            return self._not_yet(rule, args)
        results, sums = table
        result: R = results[bisect_right(sums, self._random())]
        return result

    def draw(self, table: Table) -> Any:
        """A random result of a table."""
        results, sums = table
        return results[bisect_right(sums, self._random())]

    def _not_yet(self, rule: Callable[..., R], given: tuple[Any, ...]) -> R:
        """Run a sub-rule that has no table yet, or make its table if it has been run often enough."""
        key = (rule, given)
        asked = self._asked.get(key, 0)
        tables = self._sampled[rule]
        if asked < WORTH_IT or len(tables) >= MOST_TABLES:
            self._asked[key] = asked + 1
            return rule(self, *given)
        tables[given] = self._shared.table(rule, given)
        del self._asked[key]
        return self.call(rule, *given)
