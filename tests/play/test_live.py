"""People answer: replaying, suspending, resuming, and what a table must never accept."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallow.games import game
from tallow.games.optional import needed_bots
from tallow.play import (
    Answer,
    Ask,
    Choice,
    Chosen,
    Done,
    Live,
    Matter,
    Mismatch,
    Play,
    Pool,
    Question,
    Roll,
    Rolled,
    Told,
    Waiting,
    Writing,
    advance,
)
from tests.play.trees import Tree, run, trees

FAST = settings(max_examples=60)


def answer(question: Question, random: Random) -> Any:
    if isinstance(question, Roll):
        return tuple(random.randint(1, question.sides) for _ in range(question.n))
    if isinstance(question, Writing):
        return "words"
    return random.choice(question.options)


def play_out(rule: Any, *given: object, random: Random) -> Done[Any]:
    answers: tuple[Answer, ...] = ()
    while isinstance(step := advance(rule, *given, answers=answers), Waiting):
        answers = (*step.answers, answer(step.question, random))
    return step


def holds_when_cut(rule: Any, *given: object, done: Done[Any]) -> None:
    """Stop at each question, keep the answers as JSON, go on from there: nothing is different."""
    for cut in range(len(done.answers)):
        waiting = advance(rule, *given, answers=done.answers[:cut])
        assert isinstance(waiting, Waiting)
        assert waiting.answers == done.answers[:cut]
        assert waiting.events == done.events[: len(waiting.events)]
        assert waiting.question.fault(done.answers[cut]) is None
    kept = msgspec.json.decode(msgspec.json.encode(done.answers))
    assert advance(rule, *given, answers=kept) == done


@FAST
@given(trees, st.randoms(use_true_random=False))
def test_the_same_answers_give_the_same_result_wherever_it_was_cut(tree: Tree, random: Random) -> None:
    done = play_out(run, tree, random=random)
    holds_when_cut(run, tree, done=done)


def test_a_fight_of_cairn_can_be_cut_at_any_question() -> None:
    cairn, random, asked = game("cairn"), Random(4), 0
    for _ in range(8):
        state = needed_bots(cairn).fight(
            "4 HP, 1 Armor, 11 STR, sword (d8) x3", "Goblin x2; Hobgoblin", cairn.settings()
        )
        while needed_bots(cairn).over(state) is None:
            action = needed_bots(cairn).action(state, cairn.waiting(state)[0])
            if action.name == "all_attack":
                action = msgspec.structs.replace(action, name="turn")
            done = play_out(cairn.perform, state, action, random=random)
            holds_when_cut(cairn.perform, state, action, done=done)
            state, asked = done.result, asked + len(done.answers)
    assert asked > 150


def everything(play: Play, dice: int) -> tuple[Pool, str, str, int]:
    pool = play.roll(dice, 6, by="ann", why="a.b", hidden=True)
    pair = play.choose("ann", "pair", (("a", 1), ("b", 2)), "fact", why="a.c")
    word = play.write("ann", "name", why="a.d")
    play.tell("told", word, why="a.d", seen_by=("ann",))
    return pool, pair[0], word, max(play.roll(2, 4, by="ann", why="a.e"))


def test_events_say_what_was_asked_answered_and_told() -> None:
    kept: Any = ([6, 1], ["b", 2], "Ysolde", (3, 2))
    done = advance(everything, 2, answers=kept)
    assert isinstance(done, Done)
    assert done.result == ((1, 6), "b", "Ysolde", 3)
    events: tuple[Any, ...] = done.events
    rolled, chosen, written, told, last = events
    assert rolled == Rolled(Roll(2, 6, "ann", "a.b", hidden=True), (1, 6))
    assert chosen == Chosen(Matter("ann", "pair", ("fact",), "a.c"), ("b", 2))
    assert written.text == "Ysolde"
    assert told == Told("told", ("Ysolde",), "a.d", ("ann",))
    assert last.pool == (2, 3)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (((1, 7),), "7 is not on a d6"),
        (((1,),), "expected 2 dice and got 1"),
        ((3,), "expected 2 whole numbers"),
        (((1, True),), "expected 2 whole numbers"),
        (((1, 1), "a"), "'a' is not one of the 2 options"),
        (((1, 1), ("a", 1), 5), "expected text"),
        (((1, 1), ("a", 1), "x" * 2_001), "2001 characters"),
        (((1, 1), ("a", 1), "x", (1, 1), 9), "1 answers are left over"),
    ],
)
def test_an_answer_that_does_not_fit_is_a_mismatch(answers: Sequence[Any], says: str) -> None:
    with pytest.raises(Mismatch, match=says):
        advance(everything, 2, answers=answers)


@pytest.mark.parametrize("almost", [True, 1.0, "1"])
def test_an_option_is_of_its_own_type(almost: object) -> None:
    choice = Choice("ann", "x", (0, 1), (), "a.b")
    assert choice.fault(1) is None
    assert choice.fault(almost)


def test_no_dice_and_one_option_are_no_question_and_none_is_an_error() -> None:
    play = Live()
    assert play.roll(0, by="ann", why="a.b") == ()
    assert play.choose("ann", "x", ["only"], why="a.b") == "only"
    assert play.events == []
    with pytest.raises(ValueError, match="x: no option at all"):
        play.choose("ann", "x", (), why="a.b")


def test_a_seat_with_its_own_dice_is_asked_and_the_others_are_thrown_for() -> None:
    def two(play: Play) -> int:
        return sum(play.roll(1, by="ann", why="a.b") + play.roll(1, by="bob", why="a.b"))

    waiting = advance(two, dice=lambda roll: (5,) if roll.by == "ann" else None)
    assert isinstance(waiting, Waiting)
    assert waiting.question.by == "bob"
    assert waiting.answers == ((5,),)
    done = advance(two, answers=(*waiting.answers, (2,)), dice=lambda _: pytest.fail("thrown again"))
    assert isinstance(done, Done)
    assert done.result == 7


def test_ask_is_fresh_each_time_and_no_rule_can_swallow_it() -> None:
    def greedy(play: Play) -> Pool:
        try:
            return play.roll(1, by="ann", why="a.b")
        except Exception:  # noqa: BLE001
            return ()

    raised = []
    for _ in range(2):
        with pytest.raises(Ask) as caught:
            greedy(Live())
        raised.append(caught.value)
    assert not isinstance(raised[0], Exception)
    assert raised[0] is not raised[1]
    assert raised[0].question == raised[1].question
