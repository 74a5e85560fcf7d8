"""What a seat may see of what happened. With the game's `view`, this is where secrets are removed."""

from collections.abc import Iterable

from msgspec import Struct

from tallow.games.game import Action
from tallow.play import EVERYONE, REFEREE, Chosen, Event, Rolled, Seat, Told, Written
from tallow.table.table import Line, Pending


class Sealed(Struct, frozen=True, tag="sealed"):
    """Dice were thrown that this seat may not see."""

    by: Seat


class Shown(Struct, frozen=True):
    """Something that happened, and for dice whether they were typed in."""

    event: Event | Sealed
    typed: bool = False


class ShownLine(Struct, frozen=True):
    """A line of the log as one seat may see it; `action` is 0 for a remark on the table itself."""

    number: int
    undone: bool
    action: int
    seat: Seat
    deed: Action
    shown: tuple[Shown, ...]


def seen(events: Iterable[Event], seat: Seat) -> tuple[Event | Sealed, ...]:
    """The events that a seat may see: hidden dice as sealed, decisions only to whoever took them."""
    shown: list[Event | Sealed] = []
    for event in events:
        match event:
            case Rolled(roll) if roll.hidden and seat not in {roll.by, REFEREE}:
                shown.append(Sealed(roll.by))
            case Rolled():
                shown.append(event)
            case Told() if seat == REFEREE or event.seen_by == EVERYONE or seat in event.seen_by:
                shown.append(event)
            case Chosen(choice) if seat in {choice.by, REFEREE}:
                shown.append(event)
            case Written(writing) if seat in {writing.by, REFEREE}:
                shown.append(event)
            case _:
                pass
    return tuple(shown)


def seen_line(number: int, undone: bool, line: Line, seat: Seat) -> ShownLine | None:
    """A line as a seat may see it; None when it may see nothing of it."""
    sources = iter(line.sources)
    shown: list[Shown] = []
    for event in line.events:
        source = "" if isinstance(event, Told) else next(sources, "")
        typed = source == "typed" and isinstance(event, Rolled)
        shown += [Shown(one, typed) for one in seen((event,), seat)]
    if not shown and seat not in {line.seat, REFEREE}:
        return None
    return ShownLine(number, undone, line.number, line.seat, line.action, tuple(shown))


class Going(Struct, frozen=True):
    """An action under way as one seat may see it: what has come of it so far, and whom it waits for."""

    number: int
    starter: Seat
    waits_for: Seat
    deed: Action | None
    shown: tuple[Shown, ...]


def seen_going(waits: Pending, seat: Seat) -> Going:
    """An action under way as a seat may see it; its name only to those who may see something of it."""
    line = seen_line(0, False, Line(0, waits.starter, waits.action, (), waits.sources, waits.events), seat)
    if line is None:
        return Going(waits.number, waits.starter, waits.question.by, None, ())
    return Going(waits.number, waits.starter, waits.question.by, line.deed, line.shown)
