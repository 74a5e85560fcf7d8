"""Use limits: the marks in `spent`, each of a kind that says when it is removed.

`turn`, about `staff`, is removed at the end of the turn; `camp`, about `surgery`, at the end of the camp; `next`, about
`feinted`, takes effect in the next turn.
"""

from tallow.games.dead_weight.uses import TurnUse, Until, Waiting
from tallow.mechanics.marks import Marks

SPENT: Marks[Until] = Marks()
"""The marks of `Adventurer.spent` and `Enemy.spent`."""

TURN_USES: Marks[TurnUse] = Marks()
"""The marks of `Combat.used`."""

NEXT_COMBAT: Marks[Waiting] = Marks()
"""The marks of `State.carries`: what waits for the next combat."""
