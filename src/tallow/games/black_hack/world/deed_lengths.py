"""How long each deed takes, so that the GM is warned beforehand whom it may bring down."""

from collections.abc import Iterable

from tallow.games.black_hack.harm.perils import DEADLY, rounds, threats
from tallow.games.black_hack.state import State, find
from tallow.games.deeds import Deed
from tallow.games.shared.deadly import Takes, asking_first


def _turn(state: State, _: str) -> int:
    return rounds(state.unit)


TAKES: dict[str, Takes[State]] = {"next_turn": _turn}
"""The deeds with which time passes; those that change its unit ask themselves."""


def warned(deeds: Iterable[Deed[State]]) -> tuple[Deed[State], ...]:
    """The deeds of the game; those that take time ask first if somebody may be brought down in it."""
    return asking_first(deeds, TAKES, threats, lambda state, who: find(state, who).seat, DEADLY)
