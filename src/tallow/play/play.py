"""What a rule may ask. Nothing else in a rule touches chance, people or the outside."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from tallow.play.questions import Stake

Seat: TypeAlias = str
"""Who answers: the referee, or one player."""

RuleId: TypeAlias = str
"""An entry of a rulebook, such as `cairn.save.roll`."""

Pool: TypeAlias = tuple[int, ...]
"""The faces of dice, sorted from low to high: rules never see which die is which."""

Option: TypeAlias = str | int | bool | tuple[Any, ...]
"""One of the legal answers to a choice; JSON can hold it."""

Fact: TypeAlias = str | int | float | bool | tuple[Any, ...] | None
"""A value in a question or a report; JSON can hold it."""

Audience: TypeAlias = tuple[Seat, ...]

REFEREE: Seat = "referee"
EVERYONE: Audience = ("everyone",)

MOST_LETTERS = 2_000
"""The most characters in a free text, unless a question says otherwise."""

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)


class Play(Protocol):
    """What rules call for chance, decisions and text; implemented by the interpreters."""

    def roll(
        self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False, stake: "Stake | None" = None
    ) -> Pool:
        """Roll `n` dice. If it matters which die is whose, roll twice. `stake`: what is needed, for the faces."""
        ...

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        """Have `by` pick one of the legal options. If there is only one, nobody is asked."""
        ...

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:
        """Have `by` write free text of at most `most` characters. The exact solver and bots refuse it."""
        ...

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        """Report what happened, as a code and facts; the faces make words of it."""
        ...

    def call(self, rule: Callable[["Play", *Args], R], *args: *Args) -> R:
        """Run a sub-rule worth remembering: the exact solver solves it once per arguments."""
        ...
