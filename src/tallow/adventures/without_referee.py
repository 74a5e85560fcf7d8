"""A game without a referee is a game: `without_referee` makes one of the other.

Whatever the rules ask of a referee is answered by a ruling, told with its id, and the referee's side acts by itself
until a player has something to do. Nothing is invented, nothing is altered and nothing hidden is told.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar, TypeVarTuple

from msgspec.structs import replace

from tallow.adventures.documents.document import Document
from tallow.adventures.standing import Explored
from tallow.adventures.with_adventure import with_adventure
from tallow.games.deeds import Action, Offer, Refusal, Refused
from tallow.games.game import Bots, Game
from tallow.games.rulings import Rulings
from tallow.play import (
    MOST_LETTERS,
    REFEREE,
    Choice,
    Fact,
    Live,
    Option,
    Play,
    RuleId,
    Seat,
    Through,
    as_options,
    scripted,
)

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T", bound=Option)
Args = TypeVarTuple("Args")

LONG = 400
"""So often in a row the referee's side may act."""


class Ruled(Through, Generic[S]):
    """Answers for the referee: by the game's rulings, by the seat that acts, or as its bots decide for creatures."""

    def __init__(self, play: Play, rulings: Rulings, bots: Bots[S], asker: Callable[[], Seat]) -> None:
        super().__init__(play)
        self._of = rulings.of()
        self._bots, self._asker = bots, asker
        self._told: set[str] = set()
        bottom: Play = play
        while isinstance(bottom, Through):
            bottom = bottom.play
        self._live = isinstance(bottom, Live)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if by != REFEREE or len(options) == 1:
            return self.play.choose(by, what, options, *facts, why=why)
        ruling = self._of.get(what)
        if ruling is None:
            decided: T = self._bots.answer(Choice(by, what, as_options(options), facts, why))
            return decided if decided in options else options[0]
        if ruling.by == "player" and (seat := self._asker()):
            return self.play.choose(seat, what, options, *facts, why=ruling.id)
        option, name = ruling.decide(self.play, as_options(options))
        if not ruling.secret and name not in self._told:
            self._told.add(name)
            self.play.tell("ruled", name, why=ruling.id)
        found: T = option
        return found

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:
        if by != REFEREE:
            return self.play.write(by, what, *facts, why=why, most=most)
        ruling = self._of.get(what)
        if ruling is not None and ruling.by == "player" and (seat := self._asker()):
            return self.play.write(seat, what, *facts, why=ruling.id, most=most)
        return str(ruling.answer) if ruling is not None and ruling.answer is not None else ""

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        if not self._live and rule in self._bots.sampled:
            return self.play.call(rule, *args)
        return rule(self, *args)


class Alone(Generic[S]):
    """What can be done in a game without a referee."""

    def __init__(self, game: Game[S], bots: Bots[S], rulings: Rulings) -> None:
        self._game, self._bots, self._rulings = game, bots, rulings

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """All that this seat could do now, and what of the referee's deeds anybody may do."""
        if seat == REFEREE:
            return ()
        found = self._game.deeds.offers(state, seat)
        if not found or not self._rulings.shared or seat not in self._game.seats(state):
            return found
        return (*found, *[one for one in self._game.deeds.offers(state, REFEREE) if self._shared(state, one.action)])

    def _shared(self, state: S, action: Action) -> bool:
        return action.who == "" and action.name in self._rulings.shared and self._rulings.sharing(state)

    def offer(self, state: S, seat: Seat, action: Action) -> Offer | None:
        """What `offers` says of one action, without listing the others."""
        if seat == REFEREE:
            return None
        return self._game.deeds.offer(state, REFEREE if self._shared(state, action) else seat, action)

    def perform(self, play: Play, state: S, action: Action) -> S:
        """Do one action, whole, and all that the referee's side does before a player can act again."""
        if action.who == "" and not self._shared(state, action):
            raise Refused(Refusal("no_such_action", (action.name,)))
        ruled = Ruled(play, self._rulings, self._bots, partial(self._asker, state, action))
        state = self._game.deeds.perform(ruled, state, action)
        for _ in range(LONG):
            after = self._referees_side(ruled, state)
            if after is None:
                return state
            state = after
        return state

    def _asker(self, state: S, action: Action) -> Seat:
        """Whom to ask what only a person can judge: whoever acts."""
        seats = [seat for seat in self._game.seats(state) if seat != REFEREE]
        for seat in seats:
            if self._game.deeds.offer(state, seat, action) is not None:
                return seat
        return seats[0] if seats else ""

    def _referees_side(self, play: Play, state: S) -> S | None:
        """The state after the next thing that the referee's side does; None where a player may act, or nobody can."""
        due = (self._game.ui.turn or self._game.waiting)(state)
        if any(seat != REFEREE for seat in due):
            return None
        try:
            return self._game.deeds.perform(play, state, self._bots.action(state, REFEREE))
        except Refused:
            return None


def without_referee(game: Game[S]) -> Game[S]:
    """The game, with nobody in the referee's seat."""
    if game.rulings is None or game.bots is None:
        raise ValueError(f"{game.title} cannot be played without a {game.referee}")

    def seats(state: S) -> tuple[Seat, ...]:
        return tuple([seat for seat in game.seats(state) if seat != REFEREE])

    def waiting(state: S) -> tuple[Seat, ...]:
        return tuple([seat for seat in game.waiting(state) if seat != REFEREE])

    deeds: Any = Alone(game, game.bots, game.rulings)
    return replace(game, deeds=deeds, seats=seats, waiting=waiting)


def alone(game: Game[S], document: Document, seat: Seat = "player1") -> Game[Explored[S]]:
    """The game in a place, without a referee, whose example is one person with the whole party."""
    played, example = without_referee(with_adventure(game, document, refereed=False)), game.example
    if example is None:
        return played
    return replace(played, example=lambda settings: in_town(game, example(settings), seat))


def in_town(game: Game[S], state: S, seat: Seat = "player1", play: Play | None = None) -> Explored[S]:
    """The party of a state before an adventure, all of them played by one seat; `play` answers what the way asks."""
    if game.exploring is None:
        raise ValueError(f"{game.title} has no adventures")
    state = scripted(game.exploring.home, state) if play is None else game.exploring.home(play, state)
    for one in game.exploring.people(state):
        state = game.exploring.seated(state, one.id, seat)
    return Explored(state)
