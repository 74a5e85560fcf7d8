"""Odds beside a decision: exact, within a bound of effort, and only where the table wants to see them."""

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import wraps
from typing import Any, ClassVar, TypeAlias, TypeVar

from tallow.games.game import Prospect, Prospects
from tallow.mechanics.memory import Recent
from tallow.play import Choice, Seat, best, distribution
from tallow.play.questions import frozen

MOST_RUNS, STEP = 4_000, 50
"""How many runs of rules the odds of one question may take, about ten microseconds each, and in what steps they are
counted."""

KNOWN = 1_000
"""So many distributions are kept at least."""


class TooManyCases(Exception):
    """The odds of a question would take longer than people want to wait for it."""


class Likelihood:
    """The exact solver for one question. It counts its runs, so that the same question always has odds or never.

    What it has found of a rule with the same arguments, for whatever question, is taken again, and counted again.
    """

    _known: ClassVar[Recent[tuple[dict[Any, Any], int]]] = Recent(KNOWN)

    def __init__(self) -> None:
        self._left = MOST_RUNS

    def of(self, wanted: Callable[[Any], object], rule: Callable[..., Any], *args: object) -> Fraction:
        """The chance that what a rule comes to is wanted, where nobody decides anything; raises `TooManyCases`."""
        given = frozen(args)
        known = self._known.get((rule, given))
        if known is None:
            before = self._left
            found = distribution(rule, *given, watch=self._ran, every=STEP)
            known = self._known.put((rule, given), (found, before - self._left))
        else:
            self._take(known[1])
        self._ran()
        return sum([Fraction(chance) for result, chance in known[0].items() if wanted(result)], Fraction(0))

    def played(self, rule: Callable[..., Any], for_it: Collection[Seat], against: Collection[Seat]) -> float:
        """The value, from 0 to 1, of a rule that some play for as well as they can, and others against it."""
        solved = best(
            rule,
            goal=float,
            maximise=for_it,
            minimise=against,
            exact=False,
            bounds=(0, 1),
            watch=self._ran,
            every=STEP,
        )
        value = float(solved.value)
        self._ran()
        return value

    def _ran(self) -> None:
        self._take(STEP)

    def _take(self, runs: int) -> None:
        self._left -= runs
        if self._left < 0:
            raise TooManyCases


S = TypeVar("S")

Weigh: TypeAlias = Callable[[S, Choice, Likelihood], Prospects]


def beside(wanted: Callable[[S], bool]) -> Callable[[Weigh[S]], Callable[[S, Choice], Prospects]]:
    """Make a game's `prospects`: none where they take too many cases, and no odds but where they are `wanted`."""

    def bound(weigh: Weigh[S]) -> Callable[[S, Choice], Prospects]:
        known: Recent[tuple[S, Choice, Prospects]] = Recent(64)

        @wraps(weigh)
        def prospects(state: S, choice: Choice) -> Prospects:
            key = id(state), id(choice)
            was = known.get(key)
            if was is None or was[0] is not state or was[1] is not choice:
                was = known.put(key, (state, choice, _weighed(weigh, state, choice, wanted(state))))
            return was[2]

        return prospects

    return bound


def _weighed(weigh: Weigh[S], state: S, choice: Choice, odds: bool) -> Prospects:
    try:
        found = weigh(state, choice, Likelihood())
    except TooManyCases:
        return {}
    if odds:
        return found
    return {option: tuple([one for one in some if one.chance is None]) for option, some in found.items()}


def certain(says: str, *facts: Any) -> Prospect:
    """What comes of an option in any case, such as its price."""
    return Prospect(says, None, facts)
