"""A table as one of its visitors knows it, and the questions that they may answer."""

from tallow.client import OpenQuestion, SeatStatus, TableStatus, UndoRequested
from tallow.play import REFEREE
from tallow.table import seen_going, seen_question
from tallow.table.dice import commitment
from tallow.web.live.links import Visitor


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
