"""People at a table: seats, actions, questions, the log, undo, and what each seat may see. No I/O.

A `Table` is a frozen value. Each thing that somebody does gives a `Step`: the table after it and the records to keep.
"""

from tallow.table.dice import FairDice, Seed
from tallow.table.opening import between_places, next_place, open_table
from tallow.table.pending import Pending
from tallow.table.records import Record
from tallow.table.seats import Seated
from tallow.table.seen import Going, Sealed, Shown, ShownLine, open_to_all, seen, seen_going, seen_line, seen_question
from tallow.table.step import BadAnswer, DoneAction, Line, Step, TableRefusal, UndoRequest, then
from tallow.table.table import Table

__all__ = [
    "BadAnswer",
    "DoneAction",
    "FairDice",
    "Going",
    "Line",
    "Pending",
    "Record",
    "Sealed",
    "Seated",
    "Seed",
    "Shown",
    "ShownLine",
    "Step",
    "Table",
    "TableRefusal",
    "UndoRequest",
    "between_places",
    "next_place",
    "open_table",
    "open_to_all",
    "seen",
    "seen_going",
    "seen_line",
    "seen_question",
    "then",
]
