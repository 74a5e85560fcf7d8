"""The Black Hack on one core: fights a second, and odds beside the same counted out by hand.

Odds must agree exactly. All is in processor time, and as fast as in the best of its repeats.
"""

import gc
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from time import process_time
from typing import Any

from forms import parser

from tallow.games.black_hack.record import GAME
from tallow.odds import ask
from tallow.simulate import simulate

FIGHTS = {
    "warrior 2, thief 2, cleric 2, wizard 2": "HD 2 x4",
    "warrior 4, thief 4, cleric 4, wizard 4": "Ghoul x3; Orc x5",
    "warrior 1 x4": "Goblin x6",
}
"""The party, and its foes; the first is the one that all the others are measured by."""

GOAL = 400
"""Fights a second."""

SCORE, HD, HP, DICE, ATTACKS = 10, 3, 6, 2, 4
"""Somebody who Defends: the score, the foes' Hit Dice, the own HP and Armour Dice, and how often they are attacked."""


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    gc.collect()
    started = process_time()
    return run(), process_time() - started


def fights(n: int, repeats: int) -> None:
    for party, foes in FIGHTS.items():
        runs = [timed(partial(simulate, GAME, party, foes, n=n, seed=seed, cores=1)) for seed in range(repeats)]
        speed = n / min([taken for _, taken in runs])
        print(f"{party} against {foes}: {speed:,.0f} fights/s, {runs[0][0].counts['rounds'].mean:.1f} Moments each")
    print(f"goal {GOAL} a second for the first\n")


def test_by_hand() -> Fraction:
    """A test of 12 with Advantage and a large weapon: d20 + 1d4 below it, in either of two rolls."""
    rolls = [nat + added < 12 for nat in range(1, 21) for added in range(1, 5)]
    passed = sum([one or other for one, other in product(rolls, repeat=2)])
    return Fraction(passed, len(rolls) ** 2)


def uses_by_hand() -> dict[str, Fraction]:
    """How often a Ud8 is used: it gets smaller on a 1 or 2, and so does what is left of it."""
    left = {8: Fraction(1)}
    gone: dict[str, Fraction] = {}
    for use in range(1, 21):
        now: dict[int, Fraction] = {}
        for die, chance in left.items():
            worn = Fraction(2, die)
            now[die] = now.get(die, Fraction()) + chance * (1 - worn)
            now[die - 2] = now.get(die - 2, Fraction()) + chance * worn
        gone[str(use)] = now.pop(2, Fraction())
        left = now
    gone["more"] = sum(left.values(), Fraction())
    return {use: chance for use, chance in gone.items() if chance}


@cache
def stands_by_hand(hp: int, dice: int, attacks: int) -> Fraction:
    """The chance to stand after so many attacks of 2d4, breaking a die whenever that is better than to suffer."""
    if not hp or not attacks:
        return Fraction(hp > 0)
    found = Fraction()
    for nat in range(1, 21):
        if nat < SCORE:
            found += stands_by_hand(hp, dice, attacks - 1)
            continue
        for one, other in product(range(1, 5), repeat=2):
            lost = (one + other) * (2 if nat == 20 else 1)
            suffers = stands_by_hand(max(0, hp - lost), dice, attacks - 1)
            breaks = stands_by_hand(hp, dice - 1, attacks - 1) if dice else Fraction()
            found += max(suffers, breaks) / 16
    return found / 20


def ours(question: str, goal: str = "", **given: Any) -> Any:
    return ask(GAME, question, {name: str(value) for name, value in given.items()}, goal=goal)


def afresh(by_hand: Callable[[], Any]) -> Any:
    """Counted out by hand once more, from a clean memory."""
    stands_by_hand.cache_clear()
    return by_hand()


def odds(repeats: int) -> None:
    defend = partial(ours, "defend", "stand", score=SCORE, hd=HD, hp=HP, armour_dice=DICE, attacks=ATTACKS)
    asked: dict[str, tuple[Callable[[], Any], Callable[[Any], Any], Callable[[], Any]]] = {
        "a test with Advantage and a large weapon": (
            partial(ours, "test", score=12, large="yes", edge="advantage"),
            lambda answer: answer.outcomes["success"],
            test_by_hand,
        ),
        "the uses of a Ud8": (partial(ours, "usage", die="d8"), lambda answer: answer.outcomes, uses_by_hand),
        "four attacks, best play of two Armour Dice": (
            defend,
            lambda answer: answer.best,
            lambda: stands_by_hand(HP, DICE, ATTACKS),
        ),
    }
    print(f"{'':46}{'tallow':>10}{'by hand':>10}")
    for name, (run, read, by_hand) in asked.items():
        if read(run()) != by_hand():
            sys.exit(f"{name}: {read(run())} against {by_hand()} by hand")
        mine = min([timed(run)[1] for _ in range(repeats)])
        theirs = min([timed(partial(afresh, by_hand))[1] for _ in range(repeats)])
        print(f"{name:46}{1_000 * mine:>7.1f} ms{1_000 * theirs:>7.1f} ms")


def main() -> None:
    takes = parser(__doc__)
    takes.add_argument("--repeats", type=int, default=4)
    takes.add_argument("-n", type=int, default=500, help="fights in each repeat")
    options = takes.parse_args()
    if options.smallest:
        options.n, options.repeats = 2, 1
    fights(options.n, options.repeats)
    odds(2 * options.repeats)


if __name__ == "__main__":
    main()
