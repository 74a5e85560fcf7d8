"""Every possibility at once: the solver against the slow way, against icepool, and against a million throws."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given, settings

from tallow.games.cairn.checks.saves import passes
from tallow.games.cairn.combat.attacks import highest
from tallow.games.cairn.combat.strikes import kept, landed
from tallow.play import Choice, Play, Simulated, Undecidable, distribution
from tallow.play.pools import pools, sequences
from tests.play.reroll import nerve, settle
from tests.play.trees import Tree, odds, run, trees

FAST = settings(max_examples=120)


def last(choice: Choice) -> Any:
    return choice.options[-1]


@FAST
@given(trees)
def test_ordered_pooled_remembered_and_forgotten_agree_with_the_slow_way(tree: Tree) -> None:
    expected = odds(tree, lambda many: many - 1)
    for ordered in (False, True):
        for remember in (False, True):
            assert distribution(run, tree, policy=last, ordered=ordered, remember=remember) == expected
    floats = distribution(run, tree, policy=last, exact=False)
    assert floats == pytest.approx({value: float(p) for value, p in expected.items()})


def certain(play: Play, answer: str) -> str:
    return play.choose("player", "which", (answer, "never"), why="a.b")


def hurried(play: Play) -> str:
    return play.call(certain, "yes")


def gone_on(play: Play) -> tuple[str, str, int]:
    first = play.call(hurried)
    (face,) = play.roll(1, 1, by="player", why="a.b")
    second = play.choose("player", "which", ("no", "never"), why="a.b")
    return first, second, face + sum(play.roll(1, 2, by="player", why="a.b"))


def test_what_is_certain_is_counted_where_more_comes_after_it() -> None:
    assert distribution(hurried, policy=first_of) == {"yes": 1}
    half = Fraction(1, 2)
    assert distribution(gone_on, policy=first_of) == {("yes", "no", 2): half, ("yes", "no", 3): half}


def first_of(choice: Choice) -> Any:
    return choice.options[0]


def test_memory_is_used_again() -> None:
    memory: dict[Any, Any] = {}
    first = distribution(nerve, 2, 1, 1, policy=last, memory=memory)
    assert {rule for rule, _ in memory} == {settle}
    for key in memory:
        memory[key] = (((True, 1),), 1)
    assert distribution(nerve, 2, 1, 1, policy=last, memory=memory) == {True: 1}
    assert first != {True: 1}


@pytest.mark.parametrize(("n", "sides"), [(1, 6), (2, 4), (3, 6), (5, 3)])
def test_pools_count_the_sequences(n: int, sides: int) -> None:
    assert dict(pools(n, sides)) == Counter(throw for throw, _ in sequences(n, sides))
    assert len(pools(n, sides)) == comb(n + sides - 1, n)


def test_a_hundred_dice_are_too_many_to_list() -> None:
    with pytest.raises(Undecidable, match="100d6 can fall in more than"):
        distribution(lambda play: play.roll(100, by="ann", why="a.b"))


def same(rule: Callable[..., Any], *given: object, die: Any) -> None:
    assert distribution(rule, *given) == {face: Fraction(ways, die.denominator()) for face, ways in die.items()}


def best_three(play: Play, dice: int) -> int:
    return sum(play.roll(dice, by="ann", why="a.b")[-3:])


def spread(play: Play) -> int:
    """Several questions, one upon the other: as many d8 as a d4 says, less a d6."""
    (many,) = play.roll(1, 4, by="ann", why="a.b")
    return sum(play.roll(many, 8, by="ann", why="a.b")) - play.roll(1, by="bob", why="a.b")[0]


def test_icepool_agrees_on_sums_and_kept_dice() -> None:
    for dice in (3, 4, 6):
        same(best_three, dice, die=icepool.d6.pool(dice).highest(3).sum())
    same(spread, die=icepool.d4.map(lambda many: many @ icepool.d8) - icepool.d6)
    same(lambda play: play.roll(5, by="ann", why="a.b").count(6), die=5 @ (icepool.d6 == 6))


@pytest.mark.parametrize("dice", [(6,), (6, 8), (4, 4, 12), (6, 6, 6, 10)])
def test_icepool_agrees_on_attacks(dice: tuple[int, ...]) -> None:
    expected = icepool.highest([icepool.d(sides) for sides in dice])
    same(highest, dice, "ann", die=expected)
    each = tuple(("ann", (sides,)) for sides in dice)
    same(lambda play: kept(play, each)[0], die=expected)


def test_icepool_agrees_on_saves_and_on_critical_damage() -> None:
    for score in range(22):
        saved = icepool.d20 <= min(max(score, 1), 19)
        same(passes, score, "ann", die=saved)

    def fate(rolled: int) -> Any:
        damage = rolled - 1
        if damage <= 3:
            return "no_harm" if damage <= 0 else "scar" if damage == 3 else "hp_loss"
        left = 10 - (damage - 3)
        return icepool.d20.map(lambda face: "wounded" if face == 1 or face <= left else "critical")

    def outcome(play: Play) -> str:
        return landed(play, (("ann", (6, 8)),), 1, 3, 10, True, "ann")[2].outcome

    same(outcome, die=icepool.highest(icepool.d6, icepool.d8).map(fate))


def fits(counts: Counter[Any], expected: dict[Any, Any]) -> None:
    """Pearson's test, at some four standard deviations of its own distribution."""
    n = sum(counts.values())
    assert set(counts) <= set(expected)
    square = sum((counts[value] - n * float(p)) ** 2 / (n * float(p)) for value, p in expected.items())
    freedom = len(expected) - 1
    assert square < freedom + 4 * sqrt(2 * freedom) + 8


def lucky(play: Play, dice: int) -> int:
    """A roll, a decision upon it, another roll, and a sub-rule."""
    pool = play.roll(dice, 4, by="ann", why="a.b")
    if play.choose("ann", "again", ("keep", "again") if pool[0] == 1 else ("keep",), pool, why="a.b") == "again":
        pool = (*pool[1:], *play.roll(1, 4, by="ann", why="a.b"))
    return sum(pool) if play.call(even, pool[-1]) else pool[-1]


def even(play: Play, bonus: int) -> bool:
    return (play.roll(1, 8, by="bob", why="a.b")[0] + bonus) % 2 == 0


def test_a_million_throws_agree() -> None:
    play = Simulated(Random(20), last)
    fits(Counter([lucky(play, 2) for _ in range(1_000_000)]), distribution(lucky, 2, policy=last))


@pytest.mark.parametrize("sampled", [(even,), (lucky,), (lucky, even)])
def test_sampled_sub_rules_are_distributed_as_run_ones(sampled: tuple[Callable[..., Any], ...]) -> None:
    play = Simulated(Random(21), last, sampled)
    fits(Counter([play.call(lucky, 3) for _ in range(100_000)]), distribution(lucky, 3, policy=last))


def test_what_has_no_odds_says_so() -> None:
    with pytest.raises(Undecidable, match="reroll: player has to decide"):
        distribution(nerve, 2, 1, 0)
    with pytest.raises(Undecidable, match="name: free text has no odds"):
        distribution(lambda play: play.write("ann", "name", why="a.b"))
    with pytest.raises(ValueError, match="the policy answered 'hope'"):
        distribution(nerve, 2, 1, 0, policy=lambda _: "hope")
