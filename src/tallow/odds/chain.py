"""What goes on turn after turn, solved as a Markov chain: equal states are one, and states are taken out one by one."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from tallow.odds.weights import TooLarge
from tallow.play import Memory, Play, Policy, Undecidable, Watch, distribution

Number: TypeAlias = Fraction | float

MOST_STATES = 5_000


def absorb(
    start: Mapping[Any, Number],
    turn: Callable[[Play, Any], Any],
    ends: Callable[[Any], str],
    policy: Policy | None,
    watch: Watch | None = None,
) -> dict[str, Number]:
    """How likely each ending is, from a distribution of states, when each `turn` leads to the next."""
    return _solve(_explore(start, turn, ends, policy, watch))


def _explore(
    start: Mapping[Any, Number],
    turn: Callable[[Play, Any], Any],
    ends: Callable[[Any], str],
    policy: Policy | None,
    watch: Watch | None,
) -> list[dict[int | str, Number]]:
    """Every state that can come up, as a row of what follows it: numbers of states, and names of endings."""
    known: dict[Any, int] = {}
    waiting: list[Any] = []

    def row(following: Mapping[Any, Number]) -> dict[int | str, Number]:
        made: dict[int | str, Number] = {}
        for state, p in following.items():
            to: int | str = ends(state)
            if not to:
                if state not in known:
                    known[state] = len(known) + 1
                    waiting.append(state)
                to = known[state]
            made[to] = made.get(to, 0) + p
        return made

    memory: Memory = {}
    rows = [row(start)]
    for state in waiting:
        if len(known) > MOST_STATES:
            raise TooLarge(f"a fight of more than {MOST_STATES:,} situations")
        rows.append(row(distribution(turn, state, policy=policy, memory=memory, watch=watch)))
    return rows


def _solve(rows: list[dict[int | str, Number]]) -> dict[str, Number]:
    """Take states out, the last found first: whoever leads to one leads on to what follows it."""
    before: list[list[int]] = [[] for _ in rows]
    for at, row in enumerate(rows):
        for to in row:
            if isinstance(to, int):
                before[to].append(at)
    for at in range(len(rows) - 1, 0, -1):
        row = rows[at]
        loop = row.pop(at, 0)
        if not row:
            raise Undecidable("it may go on for ever")
        onward = {to: p / (1 - loop) for to, p in row.items()}
        for earlier in before[at]:
            weight = rows[earlier].pop(at, None) if earlier < at else None
            if weight is None:
                continue
            for to, p in onward.items():
                if isinstance(to, int) and to not in rows[earlier]:
                    before[to].append(earlier)
                rows[earlier][to] = rows[earlier].get(to, 0) + weight * p
    return {str(name): p for name, p in rows[0].items()}
