"""Random people who try first what has been tried least: in a few thousand steps they see nearly all of a game."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, TypeVar

from tallow.adventures import names as adventures
from tallow.adventures import ready
from tallow.games.deeds import Refused
from tallow.play import Choice, Roll, Span, Writing
from tallow.table import Pending, Step, Table, TableRefusal, open_table
from tallow.table.seats import Seated, referee
from tests.table.evenings import example, in_a_fight
from tests.web.people import written

T = TypeVar("T")

EVENING = 250
"""After so many steps they begin anew."""

MANY = 400
"""Of more options than these one is taken at random."""

PATIENCE = 20
"""After so many refusals they begin anew."""


class Curious:
    """People at a table of one game, and what they have tried."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.random = Random(seed)
        self._deeds: Counter[str] = Counter()
        self._options: Counter[Any] = Counter()
        self.begin()

    def begin(self) -> None:
        """Another table: ready to play, in a fight, with an adventure, or with nobody made yet."""
        seed, kind = self.random.randbytes(32), self.random.random()
        if kind < 0.4:
            self.table = example(self.name, seed)
        elif kind < 0.7:
            self.table = in_a_fight(self.name, seed)
        elif kind < 0.85 and adventures(self.name):
            self.table = self._with_adventure(seed)
        else:
            table = open_table(self.name, "The Old Mill", {}, seed).table.sit(referee("Ann")).table
            for number in range(1, 4):
                table = table.join(f"Player {number}").table
            self.table = table
        self._steps = self._refused = 0

    def _with_adventure(self, seed: bytes) -> Table:
        document = ready(self.name, self.random.choice(adventures(self.name)))
        with_referee = self.random.random() < 0.5
        opened = open_table(self.name, "The Mill", {}, seed, example=True, adventure=document, referee=with_referee)
        table = opened.table.sit(referee("Ann")).table if with_referee else opened.table
        while table.free_seats():
            table = table.join(f"Player {len(table.seats)}", seat=table.free_seats()[0]).table
        return table if table.seats else table.sit(Seated("player1", "Bo", "player")).table

    def step(self, table: Table) -> Step | None:
        """What somebody does at a table; None if nobody can do anything, or it was refused."""
        try:
            if table.pending and self.random.random() < 0.9:
                return self._answer(table, self.random.choice(table.pending))
            seats = [(one.seat, offer) for one in table.seats for offer in table.offers(one.seat)]
            offers = [(seat, offer.action) for seat, offer in seats if not offer.refusal]
            if not offers:
                return None
            seat, action = self._least(self._deeds, offers, lambda offer: offer[1].name)
            self._deeds[action.name] += 1
            return table.act(seat, action)
        except (TableRefusal, Refused):
            return None

    def _answer(self, table: Table, pending: Pending) -> Step:
        question = pending.question
        by, starter, number = question.by, pending.starter, pending.number
        match question:
            case Roll(n, sides):
                typed = table.dice_of(by) == "typed"
                thrown = tuple(self.random.randint(1, sides) for _ in range(n)) if typed else ()
                return table.answer(by, starter, thrown, number=number)
            case Choice(what=what, options=options):
                if isinstance(options, Span) or len(options) > MANY:
                    return table.answer(by, starter, self.random.choice(options), number=number)
                option = self._least(self._options, options, lambda option: (what, option))
                self._options[what, option] += 1
                return table.answer(by, starter, option, number=number)
            case Writing():
                return table.answer(by, starter, written(question.what, question.why, self.random), number=number)

    def _least(self, tried: Counter[Any], items: Sequence[T], key: Callable[[T], Hashable]) -> T:
        """Something that has been tried as little as anything, or nearly."""
        return min(items, key=lambda item: tried[key(item)] + 2 * self.random.random())

    def go_on(self) -> bool:
        """One step more at the table, or another table; whether something was done."""
        step = self.step(self.table)
        if step is None:
            self._refused += 1
        else:
            self.table, self._refused = step.table, 0
            self._steps += 1
        if self._steps > EVENING or self._refused > PATIENCE:
            self.begin()
        return step is not None
