"""One person at a table without a referee: what they do, each step kept before its outcome is shown."""

from collections.abc import Mapping
from typing import Any, Protocol

from tallow.games.deeds import Action, Offer
from tallow.games.view import Handle, View
from tallow.play import Answer, Seat
from tallow.table import Line, Pending, Step, Table, TableRefusal
from tallow.table.bots import autopilot
from tallow.table.bots.autopilot import Until
from tallow.table.seats import DiceFrom
from tallow.terminal.phrases import terminal_phrases
from tallow.wording.table_speech import TableSpeech

LOG = 200
"""So many lines of the log are held."""

MOST_BY_BOTS = 400
"""So many steps bots do in a row."""


class Keeper(Protocol):
    """Where a table is kept."""

    def keep(self, step: Step) -> None:
        """Keep a step durably, or raise."""

    def state_at(self, action: int) -> Any:
        """The state after so many actions."""


class Playing:
    """A table and the one who plays there. `log` has the last lines: whether each was undone, and the line."""

    def __init__(
        self, table: Table, keeper: Keeper, language: str = "en", log: tuple[tuple[bool, Line], ...] = ()
    ) -> None:
        self.table = table
        self.seat: Seat = next(one.seat for one in table.seats if table.presides(one.seat))
        self.log = log
        self._keeper = keeper
        self._phrases = terminal_phrases(table.speaking(language).words.language)
        self._speech: TableSpeech | None = None

    @property
    def speech(self) -> TableSpeech:
        """The words for the table as it is."""
        if self._speech is None or self._speech.table is not self.table:
            self._speech = TableSpeech(self.table, self.seat, self.table.view(self.seat), self._phrases)
        return self._speech

    @property
    def view(self) -> View:
        """What the person sees."""
        return self.speech.view

    @property
    def pending(self) -> Pending | None:
        """The action that waits for an answer."""
        return self.table.pending[0] if self.table.pending else None

    @property
    def typed_dice(self) -> bool:
        """Whether the person throws real dice and types them."""
        return self.table.dice_of(self.seat) == "typed"

    @property
    def last(self) -> Line | None:
        """The last action that stands."""
        return next((line for undone, line in reversed(self.log) if not undone and line.number), None)

    def offers(self) -> tuple[Offer, ...]:
        """All that can be done now, or cannot with the reason why."""
        return self.table.offers(self.seat)

    def act(self, handle: Handle) -> Step:
        """Begin an action, with the answers that come with it."""
        answers: Mapping[str, Answer] = dict(handle.answers)
        return self._do(self.table.act(self.seat, Action(handle.action, handle.who), answers=answers))

    def answer(self, answer: Answer) -> Step:
        """Answer the question that waits; `()` has the program throw the dice."""
        pending = self.table.pending[0]
        return self._do(self.table.answer(self.seat, pending.starter, answer, number=pending.number))

    def undo(self) -> Step:
        """Take back the action that waits for an answer, or else the last one that was done; or `TableRefusal`."""
        table = self.table
        if table.pending:
            return self._do(table.take_back(self.seat, table.pending[0].starter, table.pending[0].number))
        if not table.done:
            raise TableRefusal("nothing_to_undo", 0)
        earlier = None if table.past else self._keeper.state_at(table.done - 1)
        return self._do(table.undo(self.seat, 1, earlier))

    def play_itself(self, until: Until = "round") -> Step:
        """Have the program act for the person, to the end of the round; or `TableRefusal`."""
        return self._do(autopilot.play_itself(self.table, self.seat, (), until))

    def throw(self, dice: DiceFrom) -> Step:
        """Say who throws the dice from now on."""
        return self._do(self.table.take_dice_from(self.seat, dice))

    def _do(self, step: Step) -> Step:
        """Keep a step, then go on from it, and keep all that bots do then.

        Where dice fell and an answer did not fit, that is simply asked.
        """
        self._keep(step)
        for _ in range(MOST_BY_BOTS):
            on = autopilot.next_step(self.table)
            if on is None:
                break
            self._keep(on)
        if step.fault is not None and not isinstance(step.fault, TableRefusal):
            raise step.fault
        return step

    def _keep(self, step: Step) -> None:
        self._keeper.keep(step)
        done = step.table.done
        if done < self.table.done:
            self.log = tuple([(undone or line.number > done, line) for undone, line in self.log])
        if step.line is not None:
            self.log = (*self.log[-LOG + 1 :], (False, step.line))
        self.table = step.table
