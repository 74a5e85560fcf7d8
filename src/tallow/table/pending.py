"""Actions that wait for an answer."""

from typing import TypeAlias

from msgspec import Struct

from tallow.games.deeds import Action
from tallow.play import Answer, Choice, Event, Question, Seat

Source: TypeAlias = str
"""Where an answer came from: "server" or "typed" for dice, the seat that answered for anything else."""

DICE = ("server", "typed")

HELD = "table.held"
"""What is asked of whoever began an action that is held."""


class Pending(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An action that waits for an answer; actions are numbered as they begin.

    It is in motion once a die of it has fallen, and `moved` says which action was in motion first. One that is `held`
    has run to its end, upon dice that stand, and takes effect as soon as it leaves alone what was in motion before it.
    `run` is that of the bot that began it, 0 for a person.
    """

    starter: Seat
    action: Action
    answers: tuple[Answer, ...]
    sources: tuple[Source, ...]
    question: Question
    events: tuple[Event, ...]
    number: int = 0
    moved: int = 0
    held: bool = False
    run: int = 0

    def still_open(self) -> bool:
        """Whether its starter may take it back: no die has fallen and nobody else has answered."""
        return not self.held and all(source == self.starter for source in self.sources)

    def in_motion(self) -> bool:
        """Whether a die of it has fallen."""
        return any(source in DICE for source in self.sources)

    def rank(self) -> tuple[int, int, int]:
        """Lower goes before higher: what is in motion in the order of the first dice, then the rest as they began."""
        return (0, self.moved, self.number) if self.in_motion() else (1, 0, self.number)


def go_on(starter: Seat, waits_for: str) -> Choice:
    """What is asked of whoever began an action that is held."""
    return Choice(starter, HELD, ("go_on",), (waits_for,), "")
