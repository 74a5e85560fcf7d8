"""A table as one of its visitors knows it, and the questions that they may answer."""

from typing import Literal

from msgspec import Struct

from tallow.games.deeds import Action
from tallow.play import REFEREE, Question, Seat
from tallow.table import Going, seen_going, seen_question
from tallow.table.dice import commitment
from tallow.table.seats import DiceFrom, Role
from tallow.web.live.links import Visitor


class SeatStatus(Struct, frozen=True):
    """Somebody at the table; `here` if a page or stream of theirs is open."""

    seat: Seat
    name: str
    role: Role
    dice: DiceFrom
    here: bool


class UndoRequested(Struct, frozen=True):
    """A player asks the referee to undo their action of that number, and all after it."""

    seat: Seat
    action: int


class TableStatus(Struct, frozen=True):
    """A table as one of its visitors knows it; `promise` is the SHA-256 of the seed of the server's dice.

    `undo` says whether this visitor, as a player, may undo their last action, ask the referee for it, or has asked.
    `autopilot` are the seats that bots play.
    """

    game: str
    title: str
    seat: Seat
    role: Role
    version: int
    actions: int
    promise: str
    seats: tuple[SeatStatus, ...]
    free_seats: tuple[Seat, ...]
    waits_for: tuple[Seat, ...]
    going: tuple[Going, ...]
    undo: Literal["", "undo", "ask", "asked"]
    wishes: tuple[UndoRequested, ...]
    autopilot: tuple[Seat, ...] = ()


class OpenQuestion(Struct, frozen=True):
    """A question that this visitor may answer. Send `starter`, `number` and `given` back with the answer."""

    starter: Seat
    number: int
    given: int
    asked: Seat
    action: Action
    question: Question
    take_back: bool


def table_status(visitor: Visitor) -> TableStatus:
    """The table as it stands."""
    room, table, seat = visitor.room, visitor.room.table, visitor.seat
    here = room.here
    return TableStatus(
        table.game,
        table.title,
        seat,
        visitor.role,
        room.version,
        table.done,
        commitment(table.dice.seed),
        tuple(SeatStatus(one.seat, one.name, one.role, one.dice, one.seat in here) for one in table.seats),
        table.free_seats(),
        table.waits_for(),
        tuple(seen_going(pending, seat) for pending in table.pending),
        table.may_undo(seat),
        tuple(UndoRequested(one.seat, one.action) for one in table.undo_requests),
        tuple(one.seat for one in table.pilots),
    )


def open_questions(visitor: Visitor) -> list[OpenQuestion]:
    """The questions that this visitor may answer: their own, and for the referee everybody's."""
    table, seat = visitor.room.table, visitor.seat
    return [
        OpenQuestion(
            pending.starter,
            pending.number,
            len(pending.answers),
            pending.question.by,
            pending.action,
            seen_question(pending.question, REFEREE if visitor.role == "referee" else seat),
            table.may_take_back(seat, pending),
        )
        for pending in table.pending
        if visitor.role == "referee" or (seat and pending.question.by == seat)
    ]
