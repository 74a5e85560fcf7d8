"""Who is named in a fight must be there: how a state that no rule has made is known."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from tallow.mechanics.ids import Identified

S = TypeVar("S")


def absent_from(
    named: Callable[[S], Sequence[str]], there: Callable[[S], Sequence[Identified]]
) -> Callable[[S], tuple[str, ...]]:
    """`absent` of a record: the ids that `named` gives and nobody in `there` has. "" stands for nobody."""

    def absent(state: S) -> tuple[str, ...]:
        found = {"", *[one.id for one in there(state)]}
        return tuple([who for who in named(state) if who not in found])

    return absent
