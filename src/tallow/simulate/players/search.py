"""A bot that looks ahead: Monte Carlo tree search over the rules themselves.

From the position, the fight is played on many times with random dice: while it knows the way, the searching side takes
the decision that promises most (UCB1), beyond that both sides play as the game's own bots do. The tree is over
decisions alone, and what the dice bring is drawn anew each time, so that a branch stands for all that may follow it.
What is tried is widened slowly from what the game's bot would do, and that is kept unless another decision is clearly
better. Like the game's bots it reads the whole state, not only what its seat may see.
"""

from collections.abc import Hashable, Sequence
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from tallow.games.deeds import Action, Refused
from tallow.games.game import Game, Outcome
from tallow.games.optional import needed_bots
from tallow.play import REFEREE, Answer, Choice, Fact, Option, Pool, RuleId, Seat, Simulated, Stake, Tables, Undecidable
from tallow.play.questions import is_single
from tallow.play.span import as_options
from tallow.simulate.fights import MOST_ACTIONS
from tallow.simulate.players.player import Position

T = TypeVar("T", bound=Option)

SECONDS = 0.3
"""How long a decision takes."""

MOST_RUNS = 100_000
FEWEST = 24
"""The fewest runs before anything but what the game's bot would do is chosen."""

EXPLORING = 0.7
"""How much UCB1 favours what has been tried little: outcomes are worth between 0 and 1."""

WIDENING = 1.5
"""How many options are tried after n runs: this times the root of n, and one."""

DEPTH = 8
"""How many decisions of its side the tree goes down."""

UNHURT = 0.2
"""What it is worth for a party to lose nothing of what it has, beside winning."""

MARGIN = 1.0
"""By how many standard errors another decision must be better than that of the game's bot."""


class Node:
    """What has come of a series of decisions."""

    __slots__ = ("children", "squares", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total, self.squares = 0, 0.0, 0.0
        self.children: dict[Hashable, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.visits < 2:
            return 1.0
        variance = max(0.0, self.squares / self.visits - self.mean**2)
        return sqrt(variance / self.visits)

    def add(self, value: float) -> None:
        self.visits += 1
        self.total += value
        self.squares += value * value


class SearchPlayer:
    """Plays a side by looking ahead, for `seconds` a decision or for `runs` of them."""

    def __init__(self, game: Game[Any], random: Random, *, seconds: float = SECONDS, runs: int | None = None) -> None:
        self.game, self.bots, self.random = game, needed_bots(game), random
        self._seconds = seconds if runs is None else float("inf")
        self._runs = MOST_RUNS if runs is None else runs
        self.quick = Simulated(random, self.bots.answer, self.bots.sampled, Tables(self.bots.answer))

    def action(self, at: Position) -> Action:
        """What the seat does next: one of its offers, or what the game's bot would do."""
        plain = self.bots.action(at.state, at.seat)
        options = self.actions(at.state, at.seat, plain)
        found: Action = self._best(at, options)
        return found

    def answer(self, at: Position, choice: Choice) -> Any:
        """How it decides, one of the options."""
        plain = self.bots.answer(choice)
        options = [plain, *[one for one in choice.options if one != plain]]
        return self._best(at, options)

    def actions(self, state: Any, seat: Seat, plain: Action) -> list[Action]:
        """All that a seat can do, first what the game's bot would."""
        offered = [one.action for one in self.game.actions(state, seat) if one.refusal is None]
        return [plain, *[one for one in offered if one != plain]]

    def _best(self, at: Position, options: Sequence[Any]) -> Any:
        """The option of most promise, the first being what the game's bot takes."""
        if len(options) == 1:
            return options[0]
        root, end = Node(), perf_counter() + self._seconds
        for _ in range(self._runs):
            _Run(self, at, root).play()
            if perf_counter() > end:
                break
        if root.visits < FEWEST:
            return options[0]
        plain = root.children[options[0]]
        option = max([one for one in options if one in root.children], key=lambda one: root.children[one].mean)
        best = root.children[option]
        clearly = best.mean - plain.mean > MARGIN * sqrt(best.error**2 + plain.error**2)
        return option if clearly else options[0]


class _Run:
    """One fight from the position to its end, through the tree and beyond."""

    def __init__(self, player: SearchPlayer, at: Position, root: Node) -> None:
        self._player, self._at = player, at
        self._path = [root]
        self._inside = True

    def play(self) -> None:
        """Fight to the end, and add what it came to to all decisions on the way."""
        try:
            value = self._value(self._outcome())
        except (Refused, Undecidable):  # nothing for a bot: it cannot be done now, or wants words
            value = 0.0
        for node in self._path:
            node.add(value)

    def _outcome(self) -> Outcome | None:
        player, at = self._player, self._at
        state, over, game = at.state, player.bots.over, player.game
        given: tuple[Answer, ...] = at.answers
        action = at.action
        for _ in range(MOST_ACTIONS):
            outcome = over(state)
            if outcome is not None:
                return outcome
            if action is None:
                action = self._action(state, game.waiting(state)[0])
            play = _Decided(self, player.random, player.bots.answer, given) if self._inside else player.quick
            state = game.perform(play, state, action)
            action, given = None, ()
        return None

    def _action(self, state: Any, seat: Seat) -> Action:
        player = self._player
        plain = player.bots.action(state, seat)
        if not self._inside or not self.mine(seat):
            return plain
        found: Action = self.taken(player.actions(state, seat, plain))
        return found

    def mine(self, seat: Seat) -> bool:
        """Whether a seat is on the side that searches."""
        return (seat == REFEREE) == (self._at.seat == REFEREE)

    @property
    def inside(self) -> bool:
        """Whether it still goes by the tree."""
        return self._inside

    def taken(self, options: Sequence[Any]) -> Any:
        """The next decision by the tree: one that was not tried yet, after which it is left, or the most promising."""
        node = self._path[-1]
        allowed = options[: 1 + int(WIDENING * sqrt(node.visits))]
        new = next((one for one in allowed if one not in node.children), None)
        if new is not None:
            node.children[new] = Node()
            self._inside, option = False, new
        else:
            many = log(node.visits + 1)
            children = node.children
            option = max(
                allowed,
                key=lambda one: children[one].mean + EXPLORING * sqrt(many / (children[one].visits or 1)),
            )
        self._path.append(node.children[option])
        self._inside = self._inside and len(self._path) <= DEPTH
        return option

    def _value(self, outcome: Outcome | None) -> float:
        """What an outcome is worth to the side that searches, between 0 and 1; a stalemate is in the middle."""
        if outcome is None:
            return 0.5
        whole = (outcome.won + UNHURT * (1 - outcome.counts.get("spent", 0.0))) / (1 + UNHURT)
        return 1 - whole if self._at.seat == REFEREE else whole


class _Decided(Simulated):
    """Repeats the answers so far, then random dice, the tree for its own side, and the game's bot for the other."""

    def __init__(self, run: _Run, random: Random, decide: Any, given: tuple[Answer, ...]) -> None:
        super().__init__(random, decide)
        self._run, self._given = run, list(reversed(given))

    def roll(
        self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False, stake: Stake | None = None
    ) -> Pool:
        if self._given and n:
            repeated: Any = self._given.pop()
            return tuple(sorted(repeated))
        return super().roll(n, sides, by=by, why=why, hidden=hidden, stake=stake)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if is_single(options, what):
            return options[0]
        if self._given:
            repeated: Any = self._given.pop()
            return next(one for one in options if one == repeated)
        if not self._run.inside or not self._run.mine(by):
            return super().choose(by, what, options, *facts, why=why)
        choice = Choice(by, what, as_options(options), facts, why)
        plain = self._decide(choice)
        found: T = self._run.taken([plain, *[one for one in options if one != plain]])
        return found
