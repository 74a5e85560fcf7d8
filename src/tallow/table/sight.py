"""Whether an action has shown its player anything: if it has not, they may undo it themselves."""

from typing import Any

from tallow.games import Game
from tallow.games.view import Text, View
from tallow.play import EVERYONE, REFEREE, Seat, Told
from tallow.table.step import Line


def has_shown_nothing(rules: Game[Any], line: Line, before: Any, after: Any) -> bool:
    """Whether an action brought its player no die, nobody's answer, no secret, and nobody new in sight."""
    seat = line.seat
    if seat == REFEREE or any(source != seat for source in line.sources):
        return False
    if any(isinstance(event, Told) and _tells_more(event) for event in line.events):
        return False
    return _in_sight(rules.view(after, seat), seat) <= _in_sight(rules.view(before, seat), seat)


def _tells_more(told: Told) -> bool:
    """Whether something told is more than everybody hears of what they did."""
    return told.seen_by != EVERYONE or told.code == "table.given_up"


def _in_sight(view: View, seat: Seat) -> set[str]:
    """Whom somebody sees besides their own, and what is written where they are."""
    found = set()
    for panel in view.panels:
        if panel.kind == "card":
            found |= {panel.id} if panel.seat != seat else set()
        elif panel.kind != "sheet":
            found |= {f"{panel.id}:{block.text}" for block in panel.blocks if isinstance(block, Text)}
    return found
