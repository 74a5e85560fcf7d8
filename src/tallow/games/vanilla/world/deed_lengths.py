"""How long each deed takes, so that players are warned if somebody would die meanwhile."""

from collections.abc import Iterable

from tallow.games.deeds import Deed
from tallow.games.shared.deadly import Takes, asking_first, takes_always
from tallow.games.vanilla.harm.perils import DEADLY, threats
from tallow.games.vanilla.state import NIGHT, ROUND, TURN, WATCH, WEEK, State
from tallow.games.vanilla.world.time import ends_turn
from tallow.mechanics.two_sides import find


def _turn(state: State, who: str) -> int:
    """The minutes of a deed that takes a Turn: those of a Turn if it ends with this creature's deed, else 0."""
    return TURN if state.combat is None and ends_turn(state, who) else 0


def _round(state: State, _: str) -> int:
    """The minutes of a deed that takes a Round outside a fight; 0 in a fight."""
    return ROUND if state.combat is None else 0


def _night(state: State, _: str) -> int:
    return 2 * WATCH if state.place == "wilds" else NIGHT


TAKES: dict[str, Takes[State]] = {
    "end_turn": takes_always(TURN),
    **dict.fromkeys(("rest", "search", "keep_watch", "check", "change_armour", "cut_out"), _turn),
    "quick_cast": _round,
    "travel": takes_always(WATCH),
    "explore_hex": takes_always(WATCH),
    "visit": takes_always(WATCH),
    "camp": takes_always(2 * WATCH),
    "sleep": _night,
    "study": takes_always(WEEK),
}
"""The deeds with a known duration; those that ask for a duration warn by themselves."""


def warned(deeds: Iterable[Deed[State]]) -> tuple[Deed[State], ...]:
    """The game's deeds, with a warning of deaths added to those that take time."""
    return asking_first(deeds, TAKES, threats, lambda state, who: find(state, who).seat, DEADLY)
