"""How many turns each deed takes, so that a player is warned beforehand if somebody would die in that time."""

from collections.abc import Iterable

from tallow.games.dead_weight.harm.perils import DEADLY, threats
from tallow.games.dead_weight.state import State, adventurer
from tallow.games.deeds import Deed
from tallow.games.shared.deadly import Takes, asking_first, takes_always

ONE_TURN = (
    "loot", "parley", "catch_breath_all", "look_for_traps", "use_slow_item", "cast_exploring", "sacrifice",
    "banish_undead",
)  # fmt: skip
TWO_TURNS = ("freeform", "mend")
TAKES: dict[str, Takes[State]] = {
    **dict.fromkeys(ONE_TURN, takes_always(1)),
    **dict.fromkeys(TWO_TURNS, takes_always(2)),
}
"""The deeds that take turns from beginning to end; moving, first aid and the GM's word ask themselves."""


def warned(deeds: Iterable[Deed[State]]) -> tuple[Deed[State], ...]:
    """The deeds of the game; those that take turns ask first if somebody would die in that time."""
    return asking_first(deeds, TAKES, threats, lambda state, who: adventurer(state, who).seat, DEADLY)
