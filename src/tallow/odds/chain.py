"""Rules that repeat turn after turn, solved as an absorbing Markov chain by eliminating states one by one."""

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
    """The chance of each ending, from a distribution of first states, when `turn` leads from one state to the next.

    `ends(state)` names the ending of a state, "" if it goes on. Raises `TooLarge` if there are too many states.
    """
    return _solve(_explore(start, turn, ends, policy, watch))


def _explore(
    start: Mapping[Any, Number],
    turn: Callable[[Play, Any], Any],
    ends: Callable[[Any], str],
    policy: Policy | None,
    watch: Watch | None,
) -> list[dict[int | str, Number]]:
    """The transition rows of every reachable state: chances by the number of a state or the name of an ending."""
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
    """Eliminate states, the last found first: what leads to one then leads directly to what follows it."""
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
