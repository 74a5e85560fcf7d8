"""What comes of something that somebody does at a table, and why it may be refused."""

from typing import TYPE_CHECKING

from msgspec import Struct

from tallow.games.deeds import Action
from tallow.play import EVERYONE, Answer, Event, Fact, Question, Seat, Told
from tallow.table.pending import Source
from tallow.table.records import Record, Threw, Thrown

if TYPE_CHECKING:
    from tallow.table.table import Table


class TableRefusal(Exception):
    """Something that cannot be done at the table now: a code and facts. Nothing has changed."""

    def __init__(self, code: str, *facts: object) -> None:
        super().__init__(code, *facts)
        self.code, self.facts = code, facts


class BadAnswer(TableRefusal):
    """An answer that does not fit its question."""

    def __init__(self, question: Question, answer: Answer, fault: str) -> None:
        super().__init__("bad_answer", fault[:200])
        self.question, self.answer = question, answer


class DoneAction(Struct, frozen=True, forbid_unknown_fields=True, gc=False, array_like=True):
    """Who did an action that is done, and its name; `free`: nothing was shown by it, so they may undo it.

    `run` is the `Pilot.run` of the bot that did it, 0 for a person.
    """

    seat: Seat
    deed: str
    free: bool
    run: int = 0


class UndoRequest(Struct, frozen=True, forbid_unknown_fields=True, gc=False, array_like=True):
    """A player asks the referee to undo everything from an action of theirs on, by its number and name."""

    seat: Seat
    action: int
    deed: str


class ReturnRequest(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Somebody asks to be let back into a seat; `allowed` once they may take it."""

    seat: Seat
    code: str
    allowed: bool = False


class Line(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An action that was done: a line of the log with its receipts.

    A line of number 0 is no action but a remark on the table itself: who sat down, what was said, what was undone.
    """

    number: int
    seat: Seat
    action: Action
    answers: tuple[Answer, ...]
    sources: tuple[Source, ...]
    events: tuple[Event, ...]


def remark(seat: Seat, code: str, *facts: Fact, seen_by: tuple[Seat, ...] = EVERYONE) -> Line:
    """A line that is no action."""
    return Line(0, seat, Action(code), (), (), (Told(code, facts, "", seen_by),))


class Step(Struct, frozen=True, gc=False):
    """What came of something that somebody did: the table, the records to keep, and the line it added, if any.

    `fault` is what to tell whoever did it, once the step is kept, where dice fell and not all that they wanted could be
    done: what the dice have shown stands or is used up, so that nobody looks at dice by asking for what is refused.
    """

    table: "Table"
    records: tuple[Record, ...]
    line: Line | None = None
    fault: Exception | None = None

    def dice(self) -> tuple[Threw, ...]:
        """What the server has thrown in it."""
        kept = [one.dice for one in self.records if isinstance(one, Thrown)]
        return tuple([threw for dice in kept for threw in dice])

    def fell(self) -> bool:
        """Whether the server has thrown a die in it."""
        return bool(self.dice())


def then(first: Step, second: Step) -> Step:
    """Two steps as one."""
    return Step(second.table, (*first.records, *second.records), second.line or first.line, second.fault)
