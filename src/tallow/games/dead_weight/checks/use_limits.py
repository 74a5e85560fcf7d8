"""Use limits: the marks in `spent`, each with a prefix that says when it is removed.

`turn:staff` is removed at the end of the turn, `camp:surgery` at the end of the camp; `next:feinted` takes effect in
the next turn.
"""

from typing import Literal, TypeAlias

from tallow.mechanics.marks import Marks

Until: TypeAlias = Literal["session", "expedition", "camp", "combat", "round", "turn", "next", "attacked"]

SPENT: Marks[Until] = Marks()
"""The marks of `Adventurer.spent` and `Enemy.spent`."""

TURN_USES: Marks[Literal["focus", "extra"]] = Marks()
"""The marks of `Combat.used`: the action that a hyperfocused one has done, and whose next turn has an action more."""

NEXT_COMBAT: Marks[Literal["morale"]] = Marks()
"""The marks of `State.carries`: what waits for the next combat."""
