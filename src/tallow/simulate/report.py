"""The report of a simulation."""

from math import sqrt
from typing import Any

from msgspec import Struct, field, to_builtins

from tallow.simulate.fights import STALEMATE, Tally

Z = 1.959963984540054
"""A standard normal lies within this of 0 with a chance of 95 %."""


class Interval(Struct, frozen=True):
    """A share or a mean, with its 95 % confidence interval."""

    p: float
    low: float
    high: float


def wilson(hits: int, n: int) -> Interval:
    """Wilson's score interval, which also holds near 0 and 1."""
    p = hits / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Interval(p, 0.0 if hits == 0 else middle - half, 1.0 if hits == n else middle + half)


class Spread(Struct, frozen=True):
    """The distribution of a number: its mean, its percentiles, and the share of each value."""

    mean: float
    p5: float
    p50: float
    p95: float
    shares: dict[float, float]

    @classmethod
    def of(cls, times: dict[float, int]) -> "Spread":
        """The spread of values by how many times each occurred."""
        n = sum(times.values())
        ordered = sorted(times.items())

        def below(share: float) -> float:
            seen = 0
            for value, many in ordered:
                seen += many
                if seen >= share * n:
                    return value
            return ordered[-1][0]

        mean = sum(value * many for value, many in ordered) / n
        return cls(mean, below(0.05), below(0.5), below(0.95), {value: many / n for value, many in ordered})


class Report(Struct, frozen=True):
    """The result of a simulation: how often the party won, how fights ended, and the numbers that the game counts.

    `n` fights of the `asked` were fought: fewer if it was interrupted. `ends` are shares by the game's codes; a
    `stalemate` is not a win and is not in `counts`. `marks` are the shares of those in which something was so.
    """

    game: str
    party: str
    foes: str
    n: int
    seed: int
    wins: Interval
    ends: dict[str, float]
    counts: dict[str, Spread]
    seconds: float
    per_second: float
    asked: int
    marks: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, tally: Tally, *, game: str, party: str, foes: str, seed: int, seconds: float, asked: int) -> "Report":
        """The report of a tally, which has at least one fight."""
        n = tally.fights
        return cls(
            game,
            party,
            foes,
            n,
            seed,
            wilson(tally.wins, n),
            {how: times / n for how, times in sorted(tally.ends.items(), key=lambda end: (-end[1], end[0]))},
            {name: Spread.of(times) for name, times in tally.counts.items()},
            seconds,
            n / seconds,
            asked,
            {mark: times / n for mark, times in tally.marks.items()},
        )

    @property
    def partial(self) -> bool:
        """Whether it was interrupted."""
        return self.n < self.asked

    @property
    def stalemates(self) -> float:
        """The share of fights that did not end."""
        return self.ends.get(STALEMATE, 0.0)

    def cleared(self, rooms: int) -> list[float]:
        """For each room of an expedition, the share of expeditions that won it."""
        won = self.counts["rooms"].shares
        return [sum(share for many, share in won.items() if many >= room) for room in range(1, rooms + 1)]

    def to_json(self) -> dict[str, Any]:
        """As plain values, each count under its own name."""
        plain: dict[str, Any] = to_builtins(self, str_keys=True)
        counts, marks = plain.pop("counts"), plain.pop("marks")
        nothing = {name: {"mean": None} for name in ("rounds", "deaths") if name not in counts}
        return {**plain, "partial": self.partial, **({"marks": marks} if marks else {}), **counts, **nothing}


class Interrupted(KeyboardInterrupt):
    """A simulation was interrupted; `report` has what was fought until then, None if nothing was."""

    def __init__(self, report: Report | None) -> None:
        super().__init__()
        self.report = report
