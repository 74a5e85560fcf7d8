"""Best play: against brute force, in its several forms, and by playing it out."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from tallow.play import Choice, Done, Play, Roll, Undecidable, advance, best, distribution, tape
from tallow.play.pools import pools
from tallow.play.tape import Called, Tape
from tests.play.reroll import bold, nerve, settle
from tests.play.trees import Tree, minimax, run, trees

FAST = settings(max_examples=120)


def play_out(found: Any, rule: Any, *given: object, answers: tuple[Any, ...] = ()) -> Fraction:
    """The mean result when every decision is `found.decide`, over every pool that can fall."""
    step = advance(rule, *given, answers=answers)
    if isinstance(step, Done):
        return Fraction(step.result)
    if isinstance(step.question, Roll):
        listed = pools(step.question.n, step.question.sides)
        total = sum(ways * play_out(found, rule, *given, answers=(*answers, pool)) for pool, ways in listed)
        return Fraction(total, sum(ways for _, ways in listed))
    options = found.options(answers)
    decided = found.decide(answers)
    assert options[decided] == (max if step.question.by in {"ann", "player"} else min)(options.values())
    worth = play_out(found, rule, *given, answers=(*answers, decided))
    assert worth == options[decided]
    return worth


@FAST
@given(trees)
def test_the_value_is_minimax_and_playing_it_out_reaches_it(tree: Tree) -> None:
    found = best(run, tree, goal=lambda result: result, maximise=("ann",))
    assert found.value == minimax(tree)
    assert play_out(found, run, tree) == found.value
    floats = best(run, tree, goal=lambda result: result, maximise=("ann",), exact=False)
    assert floats.value == pytest.approx(float(found.value))
    assert isinstance(floats.value, float)


@FAST
@given(trees)
def test_the_sides_mirror_each_other(tree: Tree) -> None:
    ours = best(run, tree, goal=lambda result: result, maximise=("ann",)).value
    assert best(run, tree, goal=lambda result: -result, maximise=("bob",)).value == -ours
    assert best(run, tree, goal=lambda result: result, maximise=("ann", "bob")).value >= ours
    assert best(run, tree, goal=lambda result: result, maximise=()).value <= ours


@FAST
@given(trees)
def test_a_neutral_seat_follows_its_policy(tree: Tree) -> None:
    def last(choice: Choice) -> Any:
        return choice.options[-1]

    neither = best(run, tree, goal=lambda result: result, maximise=(), minimise=(), policy=last)
    assert neither.value == sum(value * p for value, p in distribution(run, tree, policy=last).items())


@pytest.mark.parametrize(("dice", "mine", "theirs"), [(2, 0, 0), (2, 1, 0), (2, 2, 0), (2, 1, 1), (1, 2, 1)])
def test_tail_calls_and_others_agree(dice: int, mine: int, theirs: int) -> None:
    tail = best(nerve, dice, mine, theirs, goal=bool, maximise=("player",))
    other = best(bold, dice, mine, theirs, goal=bool, maximise=("player",))
    assert tail.value == other.value
    if mine:
        assert play_out(tail, nerve, dice, mine, theirs) == tail.value
        assert play_out(other, bold, dice, mine, theirs) == tail.value


def test_nothing_but_speed_rests_on_recognising_tail_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    known = best(nerve, 2, 1, 1, goal=bool, maximise=("player",)).value
    monkeypatch.setattr(tape, "_return_follows", lambda _code, _at: False)
    assert best(nerve, 2, 1, 1, goal=bool, maximise=("player",)).value == known


def test_what_to_reroll_is_known_after_any_answers() -> None:
    found = best(nerve, 2, 1, 0, goal=bool, maximise=("player",))
    assert found.options([[1, 6]]) == {"pass": 0, 1: Fraction(5, 6), 6: 0}
    assert found.decide([(6, 1)]) == 1
    assert found.decide([(6, 6)]) == "pass"
    with pytest.raises(ValueError, match="dice are rolled"):
        found.options()
    with pytest.raises(ValueError, match="dice are rolled"):
        found.options([(1, 6), 1])
    with pytest.raises(ValueError, match="nothing is left"):
        found.options([(6, 6), "pass"])


def double(_play: Play, number: int) -> int:
    return 2 * number


def test_a_seat_of_neither_side_needs_a_policy() -> None:
    with pytest.raises(Undecidable, match="reroll: referee has to decide"):
        best(nerve, 1, 0, 1, goal=bool, maximise=("player",), minimise=())
    with pytest.raises(ValueError, match="the policy answered 7"):
        best(nerve, 1, 0, 1, goal=bool, maximise=("player",), minimise=(), policy=lambda _: 7)


def plain(play: Play, n: int) -> bool:
    return play.call(settle, (n,), 1, 0, "player", True)


def spread(play: Play, *given: Any) -> bool:
    return play.call(settle, *given)


def branched(play: Play, n: int) -> bool:
    if n == 3:
        return play.call(settle, (n,), 1, 0, "player", True)
    return n > 3


def negated(play: Play, n: int) -> bool:
    return not play.call(settle, (n,), 1, 0, "player", True)


def noted(play: Play, n: int) -> bool:
    result = play.call(settle, (n,), 1, 0, "player", True)
    play.tell("result", result, why="a.b")
    return result


def within(play: Play, n: int) -> bool:
    return not plain(play, n)


def guarded(play: Play, n: int) -> bool:
    try:
        return play.call(settle, (n,), 1, 0, "player", True)
    finally:
        play.tell("done", why="a.b")


@pytest.mark.parametrize(
    ("rule", "given_", "is_tail"),
    [
        (plain, (3,), True),
        (spread, ((3,), 1, 0, "player", True), True),
        (branched, (3,), True),
        (negated, (3,), False),
        (noted, (3,), False),
        (within, (3,), False),
        (guarded, (3,), False),
    ],
)
def test_a_call_is_in_tail_position_when_its_result_is_the_rules_own(
    rule: Any, given_: tuple[Any, ...], is_tail: bool
) -> None:
    with pytest.raises(Called) as caught:
        Tape(()).run(rule, given_)
    assert caught.value.tail is is_tail


def test_entered_upon_a_tape_it_is_in_tail_position_if_all_outside_are() -> None:
    def outside(play: Play) -> bool:
        return not play.call(nerve, 1, 1, 1)

    for rule, given_, is_tail in ((nerve, (1, 1, 1), True), (outside, (), False)):
        with pytest.raises(Called) as caught:
            Tape(((3,), "pass")).run(rule, given_)
        assert (caught.value.rule, caught.value.tail) == (settle, is_tail)


def test_what_comes_of_best_play_is_what_its_decisions_lead_to() -> None:
    def push(play: Play, coins: int, left: int) -> int:
        if not left or play.choose("player", "go_on", ("stop", "on"), why="") == "stop":
            return coins
        (face,) = play.roll(1, 6, by="player", why="")
        return 0 if face == 1 else play.call(push, coins + face, left - 1)

    def twice(play: Play) -> int:
        first = play.call(push, 0, 3)
        return first if play.choose("foe", "again", ("no", "yes"), why="") == "no" else first + play.call(push, 0, 1)

    found = best(twice, goal=lambda coins: coins, maximise=["player"])
    chances = found.distribution()
    assert sum(chances.values()) == 1
    assert sum(coins * p for coins, p in chances.items()) == found.value
    assert found.decide(()) == "on"
    assert chances[0] == Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 6) + Fraction(25, 36) * Fraction(1, 6)


def test_equals_are_followed_as_they_are_decided() -> None:
    def either(play: Play) -> str:
        return play.choose("player", "which", ("left", "right"), why="")

    found = best(either, goal=lambda _: 1, maximise=["player"], bounds=(0, 1))
    assert found.distribution() == {found.decide(): 1} == {"left": 1}
