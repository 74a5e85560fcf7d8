"""What is kept of a table: one record for each thing that somebody did, in order, never changed and never removed."""

from typing import Any, TypeAlias

from msgspec import Struct

from tallow.adventures import Document
from tallow.games.deeds import Action
from tallow.play import Answer, Pool, Seat
from tallow.table.seats import DiceFrom, Pilot, Seated


class Opened(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="opened"):
    """The table was opened: the game, its settings, the hash of the first seed, and whether the game set it ready.

    `adventure` is the document of the place that is played in, so that it is the same wherever the table goes; without
    a `referee`, rulings answer for one.
    """

    game: str
    title: str
    settings: dict[str, Any]
    commitment: str
    example: bool = False
    adventure: Document | None = None
    referee: bool = True


class Sat(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="sat"):
    """Somebody sat down, or came back under another name."""

    who: Seated


class Threw(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="threw"):
    """Server dice that an action used: under the seed in force, from this number on."""

    number: int
    sides: int
    pool: Pool


class Started(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="started"):
    """A seat began an action; `dice` are the server dice that fell then; `by` is who really began it, if another.

    `held`: it ran to its end, which has to wait for what was in motion before.
    """

    seat: Seat
    action: Action
    dice: tuple[Threw, ...] = ()
    by: Seat = ""
    held: bool = False


class Answered(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="answered"):
    """A question of the action that `starter` began was answered; `by` is who really answered, if not the one asked.

    Dice that the server threw instead of the one asked are answered with `()` and stand in `dice`. `number` is the
    action's own, where its starter has several that wait. `held` as in `Started`.
    """

    starter: Seat
    seat: Seat
    answer: Answer
    by: Seat = ""
    dice: tuple[Threw, ...] = ()
    number: int = 0
    held: bool = False


class Spent(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="spent"):
    """Server dice that fell for something of a seat's that could not stand; they count for nothing, and are used up."""

    seat: Seat
    dice: tuple[Threw, ...]


class TakenBack(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="taken_back"):
    """An action that still waited for an answer was taken back."""

    starter: Seat
    by: Seat
    number: int = 0


class Undone(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="undone"):
    """The last actions were undone, so many of them."""

    by: Seat
    actions: int


class UndoAsked(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="undo_asked"):
    """A player asked the referee to undo an action of theirs, by its number."""

    seat: Seat
    action: int


class UndoRefused(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="undo_refused"):
    """The referee refused what a player had asked."""

    seat: Seat


class ReturnAsked(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="return_asked"):
    """Somebody without a link asked to be let back into their seat; `code` is the hash of what they prove it with."""

    seat: Seat
    code: str


class ReturnAnswered(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="return_answered"):
    """Whoever may say so let them back in, or did not; or they took their seat again (`by` is "")."""

    code: str
    by: Seat
    allowed: bool


class Freed(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="freed"):
    """A player was taken from their seat, which others can take now."""

    seat: Seat
    by: Seat


class Piloted(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="piloted"):
    """A bot answers and acts for these seats from now on, because `by` wanted it."""

    pilots: tuple[Pilot, ...]
    by: Seat


class HandedBack(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="handed_back"):
    """No bot answers for these seats any more: somebody stopped it (`by`), or it stopped itself, and `why`."""

    seats: tuple[Seat, ...]
    by: Seat
    why: str


class DiceChanged(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="dice_changed"):
    """A seat changed where its dice come from."""

    seat: Seat
    dice: DiceFrom


class Revealed(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="revealed"):
    """The seed in force was shown, and another took over."""

    seed: str
    commitment: str


class Moved(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="moved"):
    """The table came here from an archive, which has no secret seed in it: a fresh one took over."""

    commitment: str


class Said(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="said"):
    """Somebody said something at the table: to all, or to the seats in `to` alone; `told`: as narration."""

    seat: Seat
    text: str
    to: tuple[Seat, ...] = ()
    told: bool = False


class Reopened(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="reopened"):
    """Another version of the rules asked what was pending again: actions that it rewound or gave up, by their numbers.

    `dice` are the server dice that fell for what was rewound.
    """

    rewound: tuple[int, ...]
    given_up: tuple[int, ...]
    dice: tuple[Threw, ...] = ()


class FilledIn(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="filled_in"):
    """States that an earlier version had not kept: so many were made again by the rules, the others are `missing`."""

    made: int
    missing: int


Thrown: TypeAlias = Started | Answered | Spent | Reopened
"""Records with server dice."""

Record: TypeAlias = (
    Opened
    | Sat
    | Started
    | Answered
    | Spent
    | TakenBack
    | Undone
    | UndoAsked
    | UndoRefused
    | ReturnAsked
    | ReturnAnswered
    | Freed
    | Piloted
    | HandedBack
    | DiceChanged
    | Revealed
    | Moved
    | Said
    | Reopened
    | FilledIn
)
