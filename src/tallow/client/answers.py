"""What the API answers. The server makes these records, and the client reads them."""

from typing import Literal

from msgspec import Struct

from tallow.games.deeds import Action
from tallow.play import Question, Seat
from tallow.table import Going, ShownLine
from tallow.table.seats import DiceFrom, Role


class GameOffered(Struct, frozen=True):
    """A game that can be played, with its settings and their values, the default first."""

    id: str
    title: str
    referee: str
    settings: dict[str, tuple[str, ...]]


class TableTokens(Struct, frozen=True):
    """The tokens of a new table: keep the referee's, hand out the others."""

    referee: str
    player: str
    onlooker: str


class Joined(Struct, frozen=True):
    """The seat, and the token of its own link."""

    seat: Seat
    token: str


class LinkShown(Struct, frozen=True):
    """A link that is not revoked; `token` is "" where the referee's own token cannot derive it."""

    hash: str
    role: Role
    seat: Seat
    token: str


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


class Change(Struct, frozen=True):
    """An event of the stream: how the table stands after a change, what waits for an answer, and the new lines."""

    table: TableStatus
    questions: tuple[OpenQuestion, ...]
    lines: tuple[ShownLine, ...]
