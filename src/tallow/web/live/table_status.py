"""How a table stands, for one who came by a link: who sits there, what waits, what they are asked. For programs."""

from typing import Literal

from msgspec import Struct

from tallow.games.deeds import Action
from tallow.play import Chosen, Event, Question, Rolled, RuleId, Seat, Told, Written
from tallow.table import Going, Sealed, seen_going
from tallow.table.dice import commitment
from tallow.table.seats import DiceFrom, Role
from tallow.web.live.links import Visitor


class Sitting(Struct, frozen=True):
    """Somebody at the table, and whether a page of theirs is open."""

    seat: Seat
    name: str
    role: Role
    dice: DiceFrom
    here: bool


class Wished(Struct, frozen=True):
    """A player asks the referee to undo their action of that number, and all after it."""

    seat: Seat
    action: int


class Standing(Struct, frozen=True):
    """A table as one of its visitors knows it; `promise` is the SHA-256 of the seed of the server's dice.

    `undo` says whether this visitor, as a player, may undo their last action, ask the referee for it, or has asked.
    """

    game: str
    title: str
    seat: Seat
    role: Role
    version: int
    actions: int
    promise: str
    seats: tuple[Sitting, ...]
    free_seats: tuple[Seat, ...]
    waits_for: tuple[Seat, ...]
    going: tuple[Going, ...]
    undo: Literal["", "undo", "ask", "asked"]
    wishes: tuple[Wished, ...]


class Asked(Struct, frozen=True):
    """A question that this visitor may answer. Send `starter`, `number` and `given` back with the answer."""

    starter: Seat
    number: int
    given: int
    asked: Seat
    action: Action
    question: Question
    take_back: bool


def of(visitor: Visitor) -> Standing:
    """The table as it stands."""
    room, table, seat = visitor.room, visitor.room.table, visitor.seat
    return Standing(
        table.game,
        table.title,
        seat,
        visitor.role,
        room.version,
        table.done,
        commitment(table.dice.seed),
        tuple(Sitting(one.seat, one.name, one.role, one.dice, one.seat in room.here) for one in table.seats),
        table.free_seats(),
        table.waits_for(),
        tuple(seen_going(waits, seat) for waits in table.pending),
        table.may_undo(seat),
        tuple(Wished(one.seat, one.action) for one in table.undo_requests),
    )


def asked(visitor: Visitor) -> list[Asked]:
    """The questions that this visitor may answer: their own, and for the referee everybody's."""
    table, seat = visitor.room.table, visitor.seat
    return [
        Asked(
            waits.starter,
            waits.number,
            len(waits.answers),
            waits.question.by,
            waits.action,
            waits.question,
            table.may_take_back(seat, waits),
        )
        for waits in table.pending
        if visitor.role == "referee" or (seat and waits.question.by == seat)
    ]


def why(event: Event | Sealed) -> RuleId:
    """The rule that something happened by."""
    match event:
        case Rolled(question) | Chosen(question) | Written(question):
            return question.why
        case Told():
            return event.why
        case _:
            return ""
