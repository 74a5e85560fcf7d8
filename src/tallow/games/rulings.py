"""Rulings: the answers to what a game's rules ask of a referee, for a table without one.

They are entries of the rulebook (`content/ruling.toml`), so that a line of the log leads to the one that it went by.
Each is of one kind: the `document` of an adventure answers it, the game's `dice` do, it is a stated `default`, or a
`player` is asked, where only a person can judge. What creatures decide for themselves is no ruling: bots decide it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tallow.games.rulebook import Rulebook
from tallow.play import REFEREE, Options, Play, RuleId

By: TypeAlias = Literal["document", "dice", "default", "player"]


class Row(Struct, frozen=True):
    """One outcome of the dice of a ruling: up to which face, the answer, and what it means in a few words."""

    upto: int
    answer: str | int
    name: str


class Ruling(Struct, frozen=True):
    """How one question to a referee is answered: `asks` is what it asks, `name` the answer in a few words.

    `answer` is the option; `pick` takes the `first` or `last` of them, or `any` by a die, where they are not known
    beforehand. Dice of so many `sides` decide between `rows`. A ruling by the document has an answer for where the
    document has none. Options in `but` are left out where there are others. `secret`: nobody is told of it.
    """

    id: RuleId
    name: str
    asks: str
    by: By
    text: str
    answer: str | int | None = None
    pick: Literal["first", "last", "any"] = "first"
    sides: int = 6
    rows: tuple[Row, ...] = ()
    but: tuple[str, ...] = ()
    secret: bool = False

    def decide(self, play: Play, options: Options) -> tuple[Any, str]:
        """The option by this ruling, and its name; an answer that is not legal here gives way to `pick`."""
        if self.rows:
            (face,) = play.roll(1, self.sides, by=REFEREE, why=self.id, hidden=self.secret)
            row = next(row for row in self.rows if face <= row.upto)
            return (row.answer if row.answer in options else self._picked(play, options)), row.name
        if self.answer is not None and self.answer in options:
            return self.answer, self.name
        return self._picked(play, options), self.name

    def _picked(self, play: Play, options: Options) -> Any:
        options = tuple([one for one in options if one not in self.but]) or options
        if self.pick == "any" and len(options) > 1:
            (face,) = play.roll(1, len(options), by=REFEREE, why=self.id, hidden=self.secret)
            return options[face - 1]
        return options[-1 if self.pick == "last" else 0]


class Rulings(Struct, frozen=True):
    """The rulings of a game.

    `of()` are all of them, by what is asked. `shared` are deeds of the referee that anybody does where there is none,
    while `sharing` holds of the state of the game. `own_deeds` is what is asked in deeds of the referee alone, which
    nobody does then.
    """

    of: Callable[[], Mapping[str, Ruling]]
    shared: tuple[str, ...] = ()
    own_deeds: tuple[str, ...] = ()
    sharing: Callable[[Any], bool] = lambda _: True


def rulings(book: Rulebook) -> dict[str, Ruling]:
    """The rulings in a rulebook, by what is asked."""
    found = {one.asks: one for one in book.load("ruling", Ruling).values()}
    if len(found) != len(book.raw("ruling")):
        raise ValueError(f"{book.package}: two rulings answer the same question")
    return found
