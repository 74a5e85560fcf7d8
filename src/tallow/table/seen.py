"""What a seat may see of what happened. With the game's `view`, this is where secrets are removed."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.play import EVERYONE, REFEREE, Chosen, Event, Question, Roll, Rolled, Seat, Told, Written
from tallow.table.pending import Pending
from tallow.table.step import Line

Q = TypeVar("Q", bound=Question)


class Sealed(Struct, frozen=True, gc=False, tag="sealed"):
    """Dice were thrown that this seat may not see."""

    by: Seat


class Shown(Struct, frozen=True, gc=False):
    """Something that happened, and for dice whether they were typed in."""

    event: Event | Sealed
    typed: bool = False


class ShownLine(Struct, frozen=True, gc=False):
    """A line of the log as one seat may see it; `action` is 0 for a remark on the table itself.

    What others did is told by what came of it: `deed` has no name but for whoever did it and the referee, since a
    declaration may have to stay secret.
    """

    number: int
    undone: bool
    action: int
    seat: Seat
    deed: Action
    shown: tuple[Shown, ...]


def seen(events: Iterable[Event], seat: Seat) -> tuple[Event | Sealed, ...]:
    """The events that a seat may see: hidden dice as sealed, decisions only to whoever took them.

    What the referee's dice needed is for the referee: it tells the scores of creatures. So is what somebody's own dice
    need against a creature whose numbers are hidden.
    """
    shown: list[Event | Sealed] = []
    for event in events:
        match event:
            case Rolled(roll) if roll.hidden and seat not in {roll.by, REFEREE}:
                shown.append(Sealed(roll.by))
            case Rolled(roll, pool) if roll.stake and roll.by == REFEREE != seat:
                shown.append(Rolled(replace(roll, stake=None), pool))
            case Rolled(roll, pool) if roll.stake and roll.stake.secret and seat != REFEREE:
                shown.append(Rolled(seen_question(roll, seat), pool))
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


def seen_question(question: Q, seat: Seat) -> Q:
    """A question as a seat may see it: what is needed against a creature of hidden numbers is for the referee."""
    if seat == REFEREE or not isinstance(question, Roll) or question.stake is None or not question.stake.secret:
        return question
    return replace(question, stake=question.stake.for_players())


def open_to_all(line: Line) -> bool:
    """Whether there is something in a line that is told or thrown, and everybody may see all of that."""
    found = False
    for event in line.events:
        if isinstance(event, Told):
            if event.seen_by != EVERYONE:
                return False
            found = True
        elif isinstance(event, Rolled):
            if event.roll.hidden:
                return False
            found = True
    return found


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
    deed = line.action if seat in {line.seat, REFEREE} else Action("", line.action.who)
    return ShownLine(number, undone, line.number, line.seat, deed, tuple(shown))


class Going(Struct, frozen=True, gc=False):
    """An action under way as one seat may see it: what has come of it so far, and whom it waits for."""

    number: int
    starter: Seat
    waits_for: Seat
    deed: Action | None
    shown: tuple[Shown, ...]


def seen_going(pending: Pending, seat: Seat) -> Going:
    """An action under way as a seat may see it; whose it is only to those who may see something of it."""
    line = seen_line(0, False, Line(0, pending.starter, pending.action, (), pending.sources, pending.events), seat)
    if line is None:
        return Going(pending.number, pending.starter, pending.question.by, None, ())
    return Going(pending.number, pending.starter, pending.question.by, line.deed, line.shown)
