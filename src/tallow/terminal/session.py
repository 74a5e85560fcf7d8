"""One person's game, itself a rule: make a character, meet a foe, act until it is over.

In a game without characters, or without bots for skirmishes, the person plays every seat of a table.

The answers are the whole session. To continue, the rule is run again with one answer more; to undo, the answers are cut
before the person's last one. Dice depend on the seed and their position among the answers, so undoing and answering the
same gives the same dice.
"""

from random import Random
from typing import Any

from tallow.games import Game
from tallow.games.deeds import Action, Offer
from tallow.games.game import Bots, Outcome
from tallow.play import (
    REFEREE,
    Answer,
    Choice,
    Done,
    Play,
    Pool,
    Question,
    Roll,
    Seat,
    Undecidable,
    Waiting,
    Writing,
    advance,
)
from tallow.play.pools import random_pool
from tallow.simulate.fights import play_out

ACT = "session.act"
"""The choice of an action; its options are (name, who). `Session.offers` has what can and cannot be done."""

MADE = "session.made"
"""Told when the character is made; it is then `Session.character`."""

PLAYER: Seat = "player1"
"""The seat of whoever sits down first; without a character they act under its name."""

MOST_ALONE = 200
"""How many times in a row those whom nobody plays may act."""


class Session:
    """A game in progress: the answers so far, and its state."""

    def __init__(
        self, game: Game[Any], settings: Any, seed: int, *, foes: str = "", quick: bool = False, own_dice: bool = False
    ) -> None:
        self.game = game
        self.settings = settings
        self.seed = seed
        self.state: Any = None
        self.character: Any = None
        self.offers: tuple[Offer, ...] = ()
        self._foes = foes
        self._quick = quick
        self._own_dice = own_dice
        self._making = self.fights
        self._tape: list[Answer] = []
        self._given: list[int] = []
        self._thrown = 0

    @property
    def fights(self) -> bool:
        """Whether one character is made and fights; else the person plays all who sit at a table."""
        return self.game.characters is not None and self.game.bots is not None and self.game.bots.skirmish is not None

    def plays(self, seat: Seat) -> bool:
        """Whether the person sits there."""
        return seat != REFEREE or not self.fights

    def step(self) -> Done[Outcome | None] | Waiting:
        """Go on to the end, or to the next question that the person has to answer."""
        while True:
            self.state, self._making, self._thrown = None, self.fights, 0
            step = advance(self._rule, answers=self._tape, dice=self._dice)
            self._tape = list(step.answers)
            if isinstance(step, Done) or self._for_person(step.question):
                return step
            self._tape.append(self._bot(step.question))

    def answer(self, answer: Answer) -> None:
        """The person's answer to the question that waits."""
        self._given.append(len(self._tape))
        self._tape.append(answer)

    def throw(self, roll: Roll) -> Pool:
        """Dice for a roll at this position."""
        return random_pool(self._chance(len(self._tape) + self._thrown), roll.n, roll.sides)

    def undo(self) -> bool:
        """Undo the person's last answer and all that came of it; False if there is none."""
        if not self._given:
            return False
        del self._tape[self._given.pop() :]
        return True

    def _rule(self, play: Play) -> Outcome | None:
        characters, bots = self.game.characters, self.game.bots
        if characters is None or bots is None or bots.skirmish is None:
            self._table(play)
            return None
        character = self.character = characters.create(play, self.settings)
        play.tell(MADE, why="")
        self._making = False
        return self._fight(play, bots, bots.skirmish(play, character, self._foes, self.settings))

    def _fight(self, play: Play, bots: Bots[Any], state: Any) -> Outcome:
        """Act for the character, and for all others as their bots do, until it is over."""
        game, alone = self.game, 0
        turn = game.ui.turn or game.waiting

        def act(state: Any) -> Action:
            nonlocal alone
            self.state = state
            seat = next((seat for seat in turn(state) if seat != REFEREE), REFEREE)
            self.offers = game.actions(state, seat) if seat != REFEREE else ()
            action = self._chosen(play, seat) or bots.action(state, seat)
            alone = 0 if self.offers else alone + 1
            if alone > MOST_ALONE:
                raise Undecidable("this fight would go on for ever")
            return action

        self.state, outcome = play_out(game, play, state, act)
        assert outcome is not None  # noqa: S101  (for the type checker: without a limit it plays to the end)
        return outcome

    def _table(self, play: Play) -> None:
        """Act for every seat, and for one more whom nobody plays yet, for as long as anything can be done."""
        game, self.state = self.game, self.game.new_state(self.settings)
        while True:
            seats = dict.fromkeys((*game.waiting(self.state), *game.seats(self.state), PLAYER))
            self.offers = tuple([offer for seat in seats for offer in game.actions(self.state, seat)])
            action = self._chosen(play, PLAYER)
            if action is None:
                return
            self.state = game.perform(play, self.state, action)

    def _chosen(self, play: Play, seat: Seat) -> Action | None:
        """The action that the person chooses of those offered; None if none can be done."""
        options = tuple((offer.action.name, offer.action.who) for offer in self.offers if offer.refusal is None)
        return Action(*play.choose(seat, ACT, options, why="")) if options else None

    def _for_person(self, question: Question) -> bool:
        return self.plays(question.by) and not (self._quick and self._making)

    def _dice(self, roll: Roll) -> Pool | None:
        if self._own_dice and self._for_person(roll):
            return None
        thrown = self.throw(roll)
        self._thrown += 1
        return thrown

    def _bot(self, question: Question) -> Answer:
        """The answer for those whom nobody plays; while a character is made quickly, a random one of its player's."""
        if isinstance(question, Choice):
            if self._making and question.by != REFEREE:
                option: Answer = self._chance(len(self._tape)).choice(question.options)
                return option
            decided: Answer = self.game.bots.answer(question) if self.game.bots else question.options[0]
            return decided
        return "" if isinstance(question, Writing) else self.throw(question)

    def _chance(self, place: int) -> Random:
        return Random(f"{self.seed}/{place}")
