"""Who plays a seat: the game's own bot, or another that is told how things stand as far as its seat may know.

The game's bots decide by the question alone. A `Player` is given a `Position`: the state as its seat may imagine it,
the action that is under way and the answers to it so far, from which the same rules can be run on.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from tallow.games.deeds import Action
from tallow.games.game import Game, Outcome
from tallow.games.optional import needed_bots
from tallow.play import REFEREE, Answer, Choice, Pool, Roll, Seat, Typical, Undecidable, Waiting, advance
from tallow.simulate.fights import MOST_ACTIONS, Tally, tallied

S = TypeVar("S")


class Position(Struct, frozen=True):
    """Where things stand when a seat decides: in the middle of an action, if there is one, after these answers.

    `state` is what the seat may imagine: it looks to it as the table does, and has nothing in it that it may not see.
    `offers` is what the seat can do, where it is to act.
    """

    state: Any
    seat: Seat
    offers: tuple[Action, ...] = ()
    action: Action | None = None
    answers: tuple[Answer, ...] = ()


def imagined(game: Game[S], state: S, seat: Seat) -> S:
    """The state as a seat may imagine it, every die on its mean: what its player is told."""
    imagine = needed_bots(game).imagined
    return state if imagine is None else imagine(Typical(), state, seat)


class Player(Protocol):
    """Plays a seat, or one side of a fight."""

    def action(self, at: Position) -> Action | None:
        """What the seat does next, one of its offers; None to wait, at a table."""

    def answer(self, at: Position, choice: Choice) -> Any:
        """How it decides, one of the options."""


MakePlayer: TypeAlias = Callable[[Game[Any], Random], Player]
"""Makes a player for a game, with a source of random numbers of its own."""


class Players(Struct, frozen=True):
    """How the players of both sides are made."""

    party: MakePlayer
    foes: MakePlayer


class PlainPlayer:
    """The game's own bot."""

    def __init__(self, game: Game[Any], random: Random) -> None:  # noqa: ARG002  (as every player is made)
        self._bots = needed_bots(game)

    def action(self, at: Position) -> Action:
        return self._bots.action(at.state, at.seat)

    def answer(self, at: Position, choice: Choice) -> Any:  # noqa: ARG002
        return self._bots.answer(choice)


def fight_of(game: Game[S], state: S, random: Random, party: Player, foes: Player) -> Outcome | None:
    """Fight once, each side played by its player; None for a stalemate."""
    over = needed_bots(game).over

    def thrown(roll: Roll) -> Pool:
        return tuple(sorted([random.randint(1, roll.sides) for _ in range(roll.n)]))

    for _ in range(MOST_ACTIONS):
        outcome = over(state)
        if outcome is not None:
            return outcome
        seat = game.waiting(state)[0]
        offers = tuple([one.action for one in game.actions(state, seat) if one.refusal is None])
        action = (foes if seat == REFEREE else party).action(Position(imagined(game, state, seat), seat, offers))
        if action is None:
            return None
        answers: tuple[Answer, ...] = ()
        while isinstance(run := advance(game.perform, state, action, answers=answers, dice=thrown), Waiting):
            question = run.question
            if not isinstance(question, Choice):
                raise Undecidable("a bot writes nothing")
            at = Position(imagined(game, state, question.by), question.by, (), action, run.answers)
            answer = (foes if question.by == REFEREE else party).answer(at, question)
            answers = (*run.answers, answer)
        state = run.result
    return over(state)


def fights_of(game: Game[S], state: S, n: int, seed: str, players: Players) -> Tally:
    """Fight `n` times, each time with players made anew; the tally depends on the seed and the players alone."""
    numbers = iter(range(n))

    def once() -> Outcome | None:
        own = f"{seed}:{next(numbers)}"
        party = players.party(game, Random(f"{own}:party"))
        foes = players.foes(game, Random(f"{own}:foes"))
        return fight_of(game, state, Random(own), party, foes)

    return tallied(once, n)
