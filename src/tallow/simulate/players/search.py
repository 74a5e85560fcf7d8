"""A bot that looks ahead: determinized Monte Carlo tree search over the rules themselves.

Many times it imagines what it cannot see, and plays the fight on with random dice: while it knows the way, its side
takes the decision that promises most (UCB1), beyond that both sides play as the game's own bots do. The tree is over
decisions alone: what is hidden and what the dice bring are drawn anew each time, so that a branch stands for all that
may follow it. After some rounds a run ends, and is worth what the game says of how the fight stands. What is tried is
widened slowly from what the game's bot would do, and that is kept unless another decision is clearly better.
"""

from collections.abc import Callable, Sequence
from math import sqrt
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
from tallow.simulate.players.tree import Habits, Node, kind_of

T = TypeVar("T", bound=Option)

SECONDS = 0.3
"""How long a decision takes."""

MOST_RUNS = 100_000
FEWEST = 24
"""The fewest runs before anything but what the game's bot would do is chosen."""

DEPTH = 6
"""How many decisions of its side the tree goes down."""

ROUNDS = 3
"""How many rounds it looks ahead."""

UNHURT = 0.2
"""What it is worth for a party to lose nothing of what it has, beside winning."""

MARGIN = 0.7
"""By how many standard errors another decision must be better than that of the game's bot."""

ASTRAY = 8
"""So often in a row a run may come to another question before the search is given up."""


class Astray(Exception):
    """What was imagined does not lead to the question that was asked."""


class SearchPlayer:
    """Plays a side by looking ahead, for `seconds` a decision or for `runs` of them.

    Where the game cannot say how a fight stands, it looks ahead to its end; `rounds` is how far it looks otherwise.
    """

    def __init__(
        self,
        game: Game[Any],
        random: Random,
        *,
        seconds: float = SECONDS,
        runs: int | None = None,
        rounds: int = ROUNDS,
    ) -> None:
        self.game, self.bots, self.random = game, needed_bots(game), random
        self._seconds = seconds if runs is None else float("inf")
        self._runs = MOST_RUNS if runs is None else runs
        self.rounds = rounds
        self.habits = Habits()
        self.quick = Simulated(random, self.bots.answer, self.bots.sampled, Tables(self.bots.answer))

    def action(self, at: Position) -> Action:
        """What the seat does next: one of its offers, or what the game's bot would do."""
        plain = self.bots.action(at.state, at.seat)
        found: Action = self._best(at, self.habits.ordered(plain, at.offers))
        return found

    def answer(self, at: Position, choice: Choice) -> Any:
        """How it decides, one of the options."""
        plain = self.bots.answer(choice)
        return self._best(at, self.habits.ordered(plain, tuple(choice.options), choice.what), choice)

    def _best(self, at: Position, options: Sequence[Any], choice: Choice | None = None) -> Any:
        """The option of most promise, the first being what the game's bot takes."""
        if len(options) == 1:
            return options[0]
        start, end, astray = Node(), perf_counter() + self._seconds, 0
        root = start.branch(choice.what if choice is not None else "")
        root.options = options
        for _ in range(self._runs):
            try:
                _Run(self, at, start, choice).play()
                astray = 0
            except Astray:
                astray += 1
            if astray > ASTRAY or perf_counter() > end:
                break
        if root.visits < FEWEST:
            return options[0]
        tried, plain = root.children, root.children[options[0]]
        often = max(FEWEST / 3, max(one.visits for one in tried.values()) / 2)
        sound = [one for one in options if one in tried and tried[one].visits >= often] or [options[0]]
        best = max(sound, key=lambda one: tried[one].mean)
        found = tried[best]
        error = sqrt(root.variance * (1 / found.visits + 1 / max(1, plain.visits)))
        return best if found.mean - plain.mean > MARGIN * error else options[0]

    def imagined(self, at: Position) -> Any:
        """A state that may be the one that is hidden."""
        imagine = self.bots.imagined
        return at.state if imagine is None else imagine(self.quick, at.state, at.seat)

    def value(self, outcome: Outcome | None, state: Any, seat: Seat) -> float:
        """What it is worth to a seat's side that a fight has ended so, or stands so, between 0 and 1."""
        if outcome is not None:
            won, left = float(outcome.won), 1 - outcome.counts.get("spent", 0.0)
            whole = (won + UNHURT * left * won) / (1 + UNHURT)
        elif self.bots.standing is None:
            whole = 0.5
        else:
            whole = self.bots.standing(state) / (1 + UNHURT)
        return 1 - whole if seat == REFEREE else whole


class _Run:
    """One fight from the position on, through the tree and beyond."""

    def __init__(self, player: SearchPlayer, at: Position, root: Node, choice: Choice | None) -> None:
        self._player, self._at, self.choice = player, at, choice
        self._path = [root]
        self._kinds: list[Any] = []
        self._inside = True

    def play(self) -> None:
        """Fight on, and add what it came to to all decisions on the way; raises `Astray` if it is not the same way."""
        player, root = self._player, self._path[0]
        try:
            value = self._value()
        except (Refused, Undecidable):  # nothing for a bot: it cannot be done now, or wants words
            value = 0.0
        for kind in self._kinds if root.visits > 1 else ():
            player.habits.learn(kind, value - root.mean)
        for node in self._path:
            node.add(value)

    def _value(self) -> float:
        player, at = self._player, self._at
        state, bots, game = player.imagined(at), player.bots, player.game
        given, action = at.answers, at.action
        named, changes = bots.caution.round if bots.standing else None, 0
        now = named(state) if named else ""
        outcome = None
        for _ in range(MOST_ACTIONS):
            outcome = bots.over(state)
            if outcome is not None or changes > player.rounds:
                break
            if action is None:
                action = self._action(state, game.waiting(state)[0])
            play = _Decided(self, player.random, bots.answer, given) if self._inside else player.quick
            state = game.perform(play, state, action)
            action, given = None, ()
            if named and (later := named(state)) != now:
                now, changes = later, changes + 1
        return player.value(outcome, state, at.seat)

    def _action(self, state: Any, seat: Seat) -> Action:
        player = self._player
        plain = player.bots.action(state, seat)
        if not self._inside or not self.mine(seat):
            return plain
        deeds = player.game.deeds

        def offered() -> list[Action]:
            return [one.action for one in deeds.offers(state, seat) if one.refusal is None]

        found: Action = self.taken(plain, offered)
        if found == plain or ((offer := deeds.offer(state, seat, found)) and offer.refusal is None):
            return found
        return plain

    def mine(self, seat: Seat) -> bool:
        """Whether a seat is on the side that searches."""
        return (seat == REFEREE) == (self._at.seat == REFEREE)

    @property
    def inside(self) -> bool:
        """Whether it still goes by the tree."""
        return self._inside

    def taken(self, plain: Any, options: Callable[[], Sequence[Any]], about: str = "") -> Any:
        """The next decision by the tree; the game's bot's where there is nothing to choose from."""
        node = self._path[-1].branch(about)
        if not node.options:
            node.options = self._player.habits.ordered(plain, options(), about)
        option, new = node.next()
        self._path += [node, node.children[option]]
        self._kinds.append(kind_of(option, about))
        self._inside = not new and len(self._kinds) < DEPTH
        return option


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
            if type(repeated) is not tuple or len(repeated) != n or not all(type(one) is int for one in repeated):
                raise Astray
            if not hidden:
                return tuple(sorted(repeated))
        return super().roll(n, sides, by=by, why=why, hidden=hidden, stake=stake)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if is_single(options, what):
            return options[0]
        run = self._run
        if self._given:
            repeated: Any = self._given.pop()
            for one in options:
                if one == repeated:
                    return one
            raise Astray
        if run.choice is not None:
            asked, run.choice = run.choice, None
            if (asked.by, asked.what) != (by, what) or tuple(asked.options) != tuple(options):
                raise Astray
        if not run.inside or not run.mine(by):
            return super().choose(by, what, options, *facts, why=why)
        plain = self._decide(Choice(by, what, as_options(options), facts, why))
        option = run.taken(plain, lambda: options, what)
        found: T = option if option in options else plain
        return found
