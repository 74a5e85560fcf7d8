"""A bot that looks ahead: it rehearses the fight, many times, after each thing that it might do.

Each time it imagines what it cannot see, does one of the things that it might do, and fights on to the end by the same
rules with random dice, both sides played by the game's own bots. All that it compares is played upon the same seeds,
what promises least is dropped half by half, and it departs from what the game's bot would do only where that is clearly
better: so it is as good as that bot where it finds nothing. Besides a decision taken once it tries the same decision
for the rest of the fight, which tells sooner whether a habit is worth anything; a habit that was found good is kept,
until a later look finds that it has become worse.

It is a flat search, without a tree: a fight is too short, and its dice too many, for a tree to come to the same
position twice.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from math import ceil, log2
from random import Random
from time import perf_counter
from typing import Any, TypeVar, TypeVarTuple

from tallow.games.deeds import Action, Refused
from tallow.games.game import Bots, Game, Outcome
from tallow.games.optional import needed_bots
from tallow.play import (
    REFEREE,
    Choice,
    Fact,
    Option,
    Play,
    Pool,
    RuleId,
    Seat,
    Simulated,
    Stake,
    Tables,
    Undecidable,
)
from tallow.play.questions import is_single
from tallow.play.span import as_options
from tallow.simulate.fights import MOST_ACTIONS
from tallow.simulate.players.plans import Experience, Pairs, Plan, Way
from tallow.simulate.players.player import Position

T = TypeVar("T", bound=Option)
R = TypeVar("R")
Args = TypeVarTuple("Args")

SECONDS = 0.3
"""How long a decision takes."""

MOST_RUNS = 100_000
FEWEST = 4
"""How often each way is played at least, in each round of comparison."""

WAYS = 16
"""How many ways are compared at most: the most promising by what their kind has been worth in this fight."""

MOST_OPTIONS = 100
"""Of a question with more options than this the others are not looked at."""

ROUNDS = 20
"""How many rounds it looks ahead; a fight that still goes on is worth what the game says of how it stands."""

HURT = 0.2
"""What of winning a party loses that has lost all it had."""

SPARED = 0.1
"""What it is worth to have lost nothing but the fight."""

MARGIN = 1.0
"""By how many standard errors another way must be better than what would be done otherwise."""


class Astray(Exception):
    """What was imagined does not lead to the question that was asked."""


class SearchPlayer:
    """Plays a side by looking ahead, for `seconds` a decision or for `runs` of them, `rounds` far."""

    def __init__(
        self,
        game: Game[Any],
        random: Random,
        *,
        seconds: float = SECONDS,
        runs: int | None = None,
        rounds: int = ROUNDS,
    ) -> None:
        self.game, self.bots = game, needed_bots(game)
        self.plan = Plan()
        self._random, self._dice = random, Random()
        self._seconds = seconds if runs is None else float("inf")
        self._runs = MOST_RUNS if runs is None else runs
        self._rounds = rounds
        self._experience = Experience()
        self._done: tuple[str, set[Action]] = ("", set())
        self._rehearsed = _Rehearsed(self.bots, self._dice)

    def action(self, at: Position) -> Action:
        """What the seat does next: one of its offers, or what the game's bot would do."""
        plain = self.bots.action(at.state, at.seat)
        now = self._round(at.state)
        if self._done[0] != now:
            self._done = (now, set())
        done = self._done[1]
        usual, plan = plain, self.plan
        for one in at.offers:
            if one.name == plan.deed and one not in done:
                usual = one
                break
        ways = [Way(usual, plan)]
        if plan != Plan():
            ways.append(Way(plain, Plan()))
        named: set[str] = set()
        for one in at.offers:
            if one != usual:
                ways.append(Way(one, plan))
            if one.name not in named and one.name not in {plan.deed, plain.name}:
                named.add(one.name)
                ways.append(Way(one, Plan(plan.answers, one.name)))
        found = self._best(at, ways)
        decision: Action = found.decision
        done.add(decision)
        return decision

    def answer(self, at: Position, choice: Choice) -> Any:
        """How it decides, one of the options."""
        plain, what = self.bots.answer(choice), choice.what
        usual, plan = self.plan.answer(what, choice.options, plain), self.plan
        ways = [Way(usual, plan)]
        if plan != Plan():
            ways.append(Way(plain, Plan()))
        options = tuple(islice(choice.options, MOST_OPTIONS))
        ways += [Way(one, plan) for one in options if one != usual]
        ways += [Way(one, plan.answering(what, one)) for one in options]
        return self._best(at, ways, choice).decision

    def _best(self, at: Position, ways: Sequence[Way], choice: Choice | None = None) -> Way:
        """The way of most promise, the first being what is done if none is clearly better."""
        usual, what = ways[0], choice.what if choice is not None else ""
        others = sorted(
            [way for way in dict.fromkeys(ways) if way != usual],
            key=lambda way: self._experience.worth(way.kind(what)),
            reverse=True,
        )[: WAYS - 1]
        if all(way.decision == usual.decision for way in others):
            return usual
        pairs = self._compared(at, usual, others, choice)
        for way, found in pairs.items():
            self._experience.learn(way.kind(what), found.gains)
        better = [way for way, found in pairs.items() if found.mean > MARGIN * found.error]
        best = max(better, key=lambda way: (len(pairs[way].gains), pairs[way].mean), default=usual)
        self.plan = best.plan
        return best

    def _compared(self, at: Position, usual: Way, others: Sequence[Way], choice: Choice | None) -> dict[Way, Pairs]:
        """What each of the others gains upon the usual way, those that promise most being tried most often."""
        pairs = {way: Pairs() for way in others}
        end, left, alive = perf_counter() + self._seconds, self._runs, list(others)
        phases = max(1, ceil(log2(len(alive) + 1)))
        while alive and left > 0 and perf_counter() < end:
            many = max(FEWEST, int(self._runs / phases / (len(alive) + 1)))
            until = perf_counter() + self._seconds / phases
            for at_least in range(1, many + 1):
                seed = self._random.getrandbits(48)
                try:
                    before = self._worth(at, usual, choice, seed)
                except (Astray, Refused, Undecidable):
                    return {}
                left -= 1
                for way in list(alive):
                    left -= 1
                    try:
                        pairs[way].gains.append(self._worth(at, way, choice, seed) - before)
                    except (Astray, Refused, Undecidable):  # nothing for a bot: not now, or it wants words
                        alive.remove(way)
                        del pairs[way]
                if at_least >= FEWEST and perf_counter() > until:
                    break
            hopeful = [way for way in alive if pairs[way].mean > 0 and not pairs[way].alike]
            hopeful.sort(key=lambda way: pairs[way].mean, reverse=True)
            alive = hopeful[: max(1, len(alive) // 2)]
        return pairs

    def _worth(self, at: Position, way: Way, choice: Choice | None, seed: int) -> float:
        """What it came to, once, between 0 and 1."""
        self._dice.seed(seed)
        play, game, bots = self._rehearsed, self.game, self.bots
        play.begin(at, way, choice)
        state = at.state if bots.imagined is None else bots.imagined(play.plainly, at.state, at.seat)
        action = at.action if choice is not None else way.decision
        deed, done, whose = way.plan.deed, set(self._done[1]), {one.who for one in at.offers}
        now, changes = self._round(state), 0
        if choice is None:
            done.add(way.decision)
        outcome = None
        for _ in range(MOST_ACTIONS):
            outcome = bots.over(state)
            if outcome is not None or changes > self._rounds:
                break
            if action is None:
                seat = game.waiting(state)[0]
                action = bots.action(state, seat)
                if deed and same_side(seat, at.seat) and (first := self._first(state, seat, deed, whose, done)):
                    action = first
            state = game.perform(play, state, action)
            action = None
            later = self._round(state)
            if later != now:
                now, changes = later, changes + 1
                done.clear()
        return self._value(outcome, state, at.seat)

    def _first(self, state: Any, seat: Seat, deed: str, whose: set[str], done: set[Action]) -> Action | None:
        """What somebody who can does first in this round by the plan."""
        for who in sorted(whose):
            action = Action(deed, who)
            if action not in done:
                offer = self.game.deeds.offer(state, seat, action)
                if offer is not None and offer.refusal is None:
                    done.add(action)
                    return action
        return None

    def _round(self, state: Any) -> str:
        named = self.bots.caution.round
        return named(state) if named is not None else ""

    def _value(self, outcome: Outcome | None, state: Any, seat: Seat) -> float:
        """What it is worth to a seat's side that a fight has ended so, or stands so, between 0 and 1."""
        if outcome is not None:
            spent = outcome.counts.get("spent", 0.0)
            whole = 1 - HURT * spent if outcome.won else SPARED * (1 - spent)
        else:
            whole = self.bots.standing(state) if self.bots.standing is not None else 0.5
        return 1 - whole if seat == REFEREE else whole


def same_side(one: Seat, other: Seat) -> bool:
    """Whether both seats are the party's, or both the referee's."""
    return (one == REFEREE) == (other == REFEREE)


class _Rehearsed(Simulated):
    """The answers so far, then one way: random dice, the plan for its own side, and the game's bots otherwise."""

    def __init__(self, bots: Bots[Any], dice: Random) -> None:
        super().__init__(dice, bots.answer, bots.sampled, Tables(bots.answer))
        self.plainly = Simulated(dice, bots.answer)
        self._given: list[Any] = []
        self._choice: Choice | None = None

    def begin(self, at: Position, way: Way, choice: Choice | None) -> None:
        """Take the answers so far, and this way from there."""
        self._given = list(reversed(at.answers)) if choice is not None else []
        self._choice, self._way, self._seat = choice, way, at.seat

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
        if self._given:
            repeated: Any = self._given.pop()
            for one in options:
                if one == repeated:
                    return one
            raise Astray
        if self._choice is not None:
            asked, self._choice = self._choice, None
            if (asked.by, asked.what) != (by, what) or tuple(asked.options) != tuple(options):
                raise Astray
            decided: T = self._way.decision
            return decided
        plan = self._way.plan
        if plan.answers and same_side(by, self._seat):
            plain = self._decide(Choice(by, what, as_options(options), facts, why))
            found: T = plan.answer(what, options, plain)
            return found
        return super().choose(by, what, options, *facts, why=why)

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        """A sub-rule; run itself while answers are repeated, since they were given inside it."""
        if self._given or self._choice is not None:
            return rule(self, *args)
        return super().call(rule, *args)
