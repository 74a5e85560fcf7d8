"""Does again what a table's records tell of, with the same seed: the records must tell all of it."""

from collections.abc import Iterable

from msgspec.structs import replace

from tallow.play import REFEREE
from tallow.table import Record, Step, Table
from tallow.table.records import (
    Answered,
    DiceChanged,
    Said,
    Sat,
    Spent,
    Started,
    TakenBack,
    UndoAsked,
    Undone,
    UndoRefused,
)


def replayed(table: Table, records: Iterable[Record]) -> Table:
    """The table after all of these; each step gives the very record that it is made of."""
    for record in records:
        if isinstance(record, Spent):  # it does not tell what was tried
            last = record.dice[-1]
            table = replace(table, dice=replace(table.dice, thrown=last.number + len(last.pool)))
            continue
        step = _step(table, record)
        assert step.records == (record,)
        table = step.table
    return table


def _step(table: Table, record: Record) -> Step:
    match record:
        case Sat(who):
            return table.sit(who)
        case DiceChanged(seat, dice):
            return table.take_dice_from(seat, dice)
        case Said(seat, text):
            return table.say(seat, text)
        case Started(seat, action, _, by):
            return table.act(seat, action, by=by)
        case Answered(starter, seat, answer, by, _, number):
            return table.answer(by or seat, starter, answer, number=number)
        case TakenBack(starter, by, number):
            return table.take_back(by, starter, number)
        case Undone(by, actions):
            return table.undo(by, actions)
        case UndoAsked(seat):
            return table.ask_undo(seat)
        case UndoRefused(seat):
            return table.refuse_undo(REFEREE, seat)
        case _:
            raise AssertionError(record)
