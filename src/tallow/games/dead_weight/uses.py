"""Kinds of marks: what is used up and when it comes back, what was done in a combat, what waits for the next."""

from typing import Literal, TypeAlias

from tallow.mechanics.marks import Mark

Until: TypeAlias = Literal[
    "session", "expedition", "camp", "combat", "round", "turn", "next", "attacked", "verge", "dark",
]  # fmt: skip
"""Kinds of marks of what is used up or was done: when each is removed, or, of the last three, what it is."""

TurnUse: TypeAlias = Literal["focus", "extra", "intimidate"]
"""Marks of a combat: what a hyperfocused one has done, who has an action more next turn, that somebody intimidated."""

Waiting: TypeAlias = Literal["morale", "shield"]
"""Marks of what waits for the next combat: so many points of morale, a shield token for everybody."""

Spent: TypeAlias = tuple[Mark[Until], ...]
Used: TypeAlias = tuple[Mark[TurnUse], ...]
Carried: TypeAlias = tuple[Mark[Waiting], ...]
