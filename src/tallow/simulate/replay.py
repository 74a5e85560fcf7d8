"""One fight, or one expedition, with everything that happened."""

from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from tallow.games.game import Game, Outcome
from tallow.games.optional import needed_bots
from tallow.play import Choice, Event, Live, Policy, Question, Undecidable, Writing
from tallow.play.pools import random_pool
from tallow.simulate.expeditions import Party, Plan
from tallow.simulate.fights import fought

S = TypeVar("S")


class Watched(Live):
    """Live play by bots: random dice, and a policy that decides."""

    def __init__(self, random: Random, decide: Policy) -> None:
        super().__init__()
        self._random, self._decide = random, decide

    def _answer(self, question: Question) -> Any:
        if isinstance(question, Writing):
            raise Undecidable(f"{question}: a bot has no words")
        if isinstance(question, Choice):
            self.answers.append(self._decide(question))
        else:
            self.answers.append(random_pool(self._random, question.n, question.sides))
        return super()._answer(question)


def replay(game: Game[S], state: S, seed: int = 0) -> tuple[Event, ...]:
    """The events of one fight between bots from `state`, as live play records them."""
    play = Watched(Random(f"{seed}"), needed_bots(game).answer)
    fought(game, play, state)
    return tuple(play.events)


class Part(Struct, frozen=True):
    """A part of an expedition, on the way ("") or against these foes, and its events."""

    foes: str
    events: tuple[Event, ...]


class Told(Party[S]):
    """A party on an expedition whose events are kept."""

    def __init__(self, game: Game[S], state: S, plan: Plan, seed: int) -> None:
        self._watched = Watched(Random(f"{seed}"), needed_bots(game).answer)
        super().__init__(game, self._watched, state, plan)
        self.parts: list[Part] = []

    def _face(self, foes: str) -> bool:
        self._turn_the_page("")
        won = super()._face(foes)
        self._turn_the_page(foes)
        return won

    def _turn_the_page(self, foes: str) -> None:
        happened = tuple(self._watched.events[sum(len(part.events) for part in self.parts) :])
        if happened:
            self.parts.append(Part(foes, happened))

    def outcome(self) -> Outcome:
        """Run the expedition and return its outcome."""
        ended = super().outcome()
        self._turn_the_page("")
        return ended


def retell(game: Game[S], state: S, plan: Plan, seed: int = 0) -> tuple[Outcome, tuple[Part, ...]]:
    """One expedition from `state`: its outcome, and its events part by part."""
    party = Told(game, state, plan, seed)
    return party.outcome(), tuple(party.parts)
