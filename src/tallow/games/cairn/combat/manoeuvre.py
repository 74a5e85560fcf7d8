"""One thing that can be done on a turn in a fight: a refusal, a declaration and what comes of it."""

from collections.abc import Callable

from msgspec import Struct

from tallow.games.cairn.state import Creature, Declaration, State
from tallow.games.deeds import Refusal
from tallow.play import Play, RuleId


class Manoeuvre(Struct, frozen=True):
    """A way to spend the action of a turn. `who`: the kinds of creature that may; `rank` as in its `Deed`."""

    refuse: Callable[[State, Creature], Refusal | None]
    declare: Callable[[Play, State, Creature], Declaration]
    resolve: Callable[[Play, State, Declaration], State]
    why: RuleId
    cost: str = "action"
    who: tuple[str, ...] = ("pc", "hireling", "monster")
    rank: int = 0


def simply(move: str) -> Callable[[Play, State, Creature], Declaration]:
    """A declaration that needs nothing more to be said."""

    def declaration(_play: Play, _state: State, creature: Creature) -> Declaration:
        return Declaration(creature.id, move)

    return declaration


def nothing(_play: Play, state: State, _made: Declaration) -> State:
    """Nothing comes of it."""
    return state


def never(_state: State, _creature: Creature) -> Refusal | None:
    """Nothing stands in the way."""
    return None
