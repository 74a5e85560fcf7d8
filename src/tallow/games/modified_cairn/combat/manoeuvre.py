"""The type of everything that can be done with the Action of a turn."""

from collections.abc import Callable

from msgspec import Struct

from tallow.games.deeds import Refusal
from tallow.games.modified_cairn.combat.attacks import Strike
from tallow.games.modified_cairn.state import Creature, Declaration, State
from tallow.play import Play, RuleId


class Manoeuvre(Struct, frozen=True):
    """A way to spend an Action. `strikes` gives its attacks, which join the pools of their targets.

    Those that come `first` are resolved before the others, and all before any attack die is thrown. `shown` says for
    whom it is listed at all; `rank` is that of its `Deed`.
    """

    refuse: Callable[[State, Creature], Refusal | None]
    declare: Callable[[Play, State, Creature], Declaration]
    resolve: Callable[[Play, State, Declaration], State]
    why: RuleId
    cost: str = "action"
    first: bool = False
    strikes: Callable[[Play, State, Declaration], tuple[Strike, ...]] | None = None
    shown: Callable[[State, Creature], bool] | None = None
    rank: int = 0


def simply(action: str) -> Callable[[Play, State, Creature], Declaration]:
    """A `declare` function for an action without further choices."""

    def declaration(_play: Play, _state: State, creature: Creature) -> Declaration:
        return Declaration(creature.id, action)

    return declaration


def nothing(_play: Play, state: State, _made: Declaration) -> State:
    """A resolution that changes nothing."""
    return state


def never(_state: State, _creature: Creature) -> Refusal | None:
    """A check that never refuses."""
    return None
