"""How long each deed takes, so that players are warned if somebody would die meanwhile."""

from collections.abc import Iterable

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.harm.perils import DEADLY, threats
from tallow.games.modified_cairn.harm.rest import HOURS, NIGHT, SHORT, WEEK
from tallow.games.modified_cairn.monsters.encounters import place
from tallow.games.modified_cairn.state import CYCLE, DAY, MINUTE, ROUND, State
from tallow.games.modified_cairn.world.wilderness import WATCH
from tallow.games.shared.deadly import Takes, asking_first, takes_always
from tallow.mechanics.two_sides import find


def _cycle(state: State, _: str) -> int:
    """The seconds that are left of the ten minutes of a Cycle."""
    return max(0, place(state).since + CYCLE - state.clock)


TAKES: dict[str, Takes[State]] = {
    "catch_breath": takes_always(MINUTE),
    "short_rest": takes_always(SHORT),
    "rest_hours": takes_always(HOURS),
    "night_rest": takes_always(NIGHT),
    "week_rest": takes_always(WEEK * DAY),
    "channel_calmly": takes_always(ROUND),
    "use_scroll_calmly": takes_always(ROUND),
    "wild_watch": takes_always(max(WATCH, NIGHT)),
    "events": _cycle,
    "end_cycle": _cycle,
}
"""The deeds with a known duration; those that ask for a duration warn by themselves."""


def warned(deeds: Iterable[Deed[State]]) -> tuple[Deed[State], ...]:
    """The game's deeds, with a warning of deaths added to those that take time."""
    return asking_first(deeds, TAKES, threats, lambda state, who: find(state, who).seat, DEADLY)
