"""An interpreter around another one."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, TypeVarTuple

from tallow.play.play import EVERYONE, MOST_LETTERS, Audience, Fact, Option, Play, Pool, RuleId, Seat
from tallow.play.questions import Stake

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)


class Through:
    """Passes every question on to `play`. Subclasses answer some of them.

    Several stand one in another while somebody explores, and what they have nothing to do with, dice and what is told,
    goes past them to the innermost at once.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        mine = type(self)
        if mine.tell is Through.tell:
            self.tell = play.tell  # type: ignore[method-assign]
        if mine.roll is Through.roll:
            self.roll = play.roll  # type: ignore[method-assign]

    def lifted(self, state: Any) -> Any:
        """A state named by a rule inside, as it is outside; subclasses for which the two differ convert it."""
        return state

    def roll(
        self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False, stake: Stake | None = None
    ) -> Pool:
        return self.play.roll(n, sides, by=by, why=why, hidden=hidden, stake=stake)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        return self.play.choose(by, what, options, *facts, why=why)

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:
        return self.play.write(by, what, *facts, why=why, most=most)

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        self.play.tell(code, *facts, why=why, seen_by=seen_by)

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        return self.play.call(rule, *args)
