"""The bodies of requests of the API. Those of its answers are in `tallow.client`."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tallow.table.seats import DiceFrom
from tallow.web.live.typed_text import NAME, REMARK, TITLE

Name = Annotated[str, Meta(min_length=1, max_length=NAME)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Id = Annotated[str, Meta(max_length=100)]


class NewTable(Struct, frozen=True):
    """A table to open. Without a `name` the referee is called what the game calls one."""

    game: Id
    title: Annotated[str, Meta(min_length=1, max_length=TITLE)]
    name: Annotated[str, Meta(max_length=NAME)] = ""
    settings: dict[str, str] = {}


class Join(Struct, frozen=True):
    """Take a seat: a free one that has a character, or a fresh one."""

    name: Name
    dice: DiceFrom = "server"
    seat: Id = ""


class Act(Struct, frozen=True):
    """An action to begin, perhaps with its first answers; the referee may begin it for another `seat`.

    If an answer does not fit, the action is refused and nothing has changed, with one exception: dice that the server
    has thrown for it stand. The refusal is then `dice_stand`, and the action waits at the question that was not
    answered, which `/questions` has. An action that begins while the dice of another have fallen may be refused with
    `in_motion` or `waits_for`; both name whom the table waits for.
    """

    name: Id
    who: Id = ""
    answers: Annotated[tuple[Any, ...], Meta(max_length=50)] = ()
    seat: Id = ""


class GiveAnswer(Struct, frozen=True):
    """An answer. `given` and `number` as they came with the question make a late answer be refused."""

    starter: Id
    answer: Any
    given: Count | None = None
    number: Count | None = None


class Autopilot(Struct, frozen=True):
    """Have a bot answer and act for seats: one's own; for whoever presides any, or without `seats` all that are empty.

    `until` the end of the "round", or "" until it is turned off with `on`. A bot does only what the seat could do and
    is asked, step by step, and stops by itself where something grave is at stake. `player` is which bot: the game's
    own, or one that is installed on the server.
    """

    on: bool = True
    seats: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()
    until: Literal["", "round"] = ""
    player: Id = "bot"


class TakeBack(Struct, frozen=True):
    """A pending action to take back."""

    starter: Id
    number: Count | None = None


class Undo(Struct, frozen=True):
    """How many actions to undo. A player undoes their own last one, or asks the referee for it with `ask`."""

    actions: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    ask: bool = False


class AnswerUndo(Struct, frozen=True):
    """The referee's answer to a request to undo. `done` as the status had it makes a late answer be refused."""

    seat: Id
    allow: bool
    done: Count | None = None


class Bring(Struct, frozen=True):
    """A character made elsewhere, as text or as JSON. The referee names the seat, or none for a fresh one."""

    document: str | dict[str, Any]
    seat: Id = ""


class SetDice(Struct, frozen=True):
    """Where dice come from."""

    dice: DiceFrom


class Remark(Struct, frozen=True):
    """Something said to all."""

    text: Annotated[str, Meta(min_length=1, max_length=REMARK)]


class NewLinkAsked(Struct, frozen=True):
    """A link to make: to a role, or back to a player's seat."""

    role: Literal["referee", "player", "onlooker"] = "player"
    seat: Id = ""
