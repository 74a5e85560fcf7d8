"""How long each deed takes: whoever does one is told beforehand if somebody would die of it."""

from collections.abc import Iterable

from tallow.games.cairn.harm.perils import DEADLY, threats
from tallow.games.cairn.state import HOUR, MINUTE, ROUND, TURN, WATCH, State
from tallow.games.cairn.world import dungeon, wilderness
from tallow.games.deeds import Deed
from tallow.games.shared.deadly import Takes, asking_first, takes_always
from tallow.mechanics.two_sides import find


def _cycle(state: State, who: str) -> int:
    """A cycle of ten minutes, once all have said what they do in it."""
    said = dungeon.here(state).declared
    return 0 if who and dungeon.awaited(state, (*said, (who, ""))) else TURN


def _watch(state: State, who: str) -> int:
    """The rest of a watch, once all have said what they do in it."""
    said = wilderness.way(state).declared
    return 0 if who and dungeon.awaited(state, (*said, (who, ""))) else wilderness.left_of_watch(state.clock)


TAKES: dict[str, Takes[State]] = {
    "rest": takes_always(TURN),
    "rest_hours": takes_always(3 * HOUR),
    "night": takes_always(WATCH),
    "cast_spell": takes_always(ROUND),
    "activate_relic": takes_always(ROUND),
    "employ_item": takes_always(ROUND),
    "cast_enhanced": takes_always(TURN),
    "whet": takes_always(30 * MINUTE),
    "mend_armour": takes_always(3 * HOUR),
    **dict.fromkeys([deed.name for deed in dungeon.DEEDS if deed.name != "trigger"], _cycle),
    **dict.fromkeys([deed.name for deed in wilderness.DEEDS if deed.name != "change_way"], _watch),
}
"""The deeds that take time from beginning to end; those whose length is asked for ask themselves."""


def warned(deeds: Iterable[Deed[State]]) -> tuple[Deed[State], ...]:
    """The deeds of the game, of which those that take time tell of deaths beforehand."""
    return asking_first(deeds, TAKES, threats, lambda state, who: find(state, who).seat, DEADLY)
