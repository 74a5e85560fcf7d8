"""A dice expression rolled many times, where it is too large to be solved exactly."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import Struct

from tallow.mechanics.dice import Expression
from tallow.mechanics.rolling import total
from tallow.play import Choice, Simulated, Undecidable
from tallow.simulate.report import Interval, wilson


class SampledRoll(Struct, frozen=True):
    """How often each total came in `n` rolls, lowest first, with 95 % confidence intervals."""

    expression: str
    n: int
    seed: int
    mean: float
    shares: Mapping[int, Interval]

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        outcomes = {str(value): share for value, share in self.shares.items()}
        return {"roll": self.expression, "n": self.n, "seed": self.seed, "mean": self.mean, "outcomes": outcomes}


def sample_roll(expression: Expression, n: int, seed: int) -> SampledRoll:
    """Roll an expression `n` times; the same seed gives the same totals."""
    play = Simulated(Random(seed), _nobody)
    fallen = Counter(total(play, expression, "player") for _ in range(n))
    mean = sum(value * times for value, times in fallen.items()) / n
    shares = {value: wilson(fallen[value], n) for value in sorted(fallen)}
    return SampledRoll(str(expression.root), n, seed, mean, shares)


def _nobody(choice: Choice) -> Any:
    raise Undecidable(f"{choice.what}: nobody is there to decide")
