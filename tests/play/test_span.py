"""Numbers in a row as options: three numbers that behave as the list would."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallow.play import (
    Bot,
    Choice,
    Chosen,
    Done,
    Matter,
    Play,
    Scripted,
    Simulated,
    Span,
    Waiting,
    advance,
    as_options,
    best,
    distribution,
)
from tallow.play.questions import Question
from tallow.play.span import same_options

RANGES = st.builds(
    lambda first, many, step: range(first, first + many * step, step),
    st.integers(-20, 20),
    st.integers(1, 12),
    st.sampled_from((-7, -2, -1, 1, 2, 5)),
)
FAST = settings(deadline=None)


def spend(play: Play, purse: int) -> int:
    """Coins, all at first."""
    return play.choose("ann", "coins", range(purse, -1, -1), purse, why="a.b")


@FAST
@given(RANGES)
def test_a_span_is_the_sequence_that_its_range_is(row: range) -> None:
    span: Any = as_options(row)
    assert isinstance(as_options(row), Sequence)
    assert (list(span), len(span), list(reversed(span))) == (list(row), len(row), list(reversed(row)))
    assert (span[0], span[-1], span[1:3]) == (row[0], row[-1], tuple(row[1:3]))
    assert (span.least, span.most) == (min(row), max(row))
    assert [span.index(number) for number in row] == list(range(len(row)))
    assert [number in span for number in range(-120, 120)] == [number in row for number in range(-120, 120)]
    assert [span.count(number) for number in range(-120, 120)] == [row.count(number) for number in range(-120, 120)]
    assert same_options(span, tuple(row))
    assert same_options(tuple(row), span)
    assert hash(span) == hash(as_options(row))


@FAST
@given(RANGES)
def test_a_question_with_a_span_comes_back_from_json_in_few_bytes(row: range) -> None:
    choice = Choice("ann", "coins", as_options(row), (), "a.b")
    body = msgspec.json.encode(choice)
    assert len(body) < 120
    assert msgspec.json.decode(body, type=Question) == choice


def test_other_options_stay_a_list() -> None:
    assert as_options((3, 1)) == (3, 1)
    assert as_options([3, 1]) == (3, 1)
    assert as_options(Span(1, 3)) == Span(1, 3)
    assert not same_options(Span(1, 3), (1, 2))
    assert not same_options(Span(1, 3), (3, 2, 1))


@pytest.mark.parametrize("answer", [True, 3.0, "3", (3,), None, 0, 12, 4])
def test_what_is_not_one_of_the_numbers_is_refused_with_what_would_be(answer: object) -> None:
    fault = Choice("ann", "coins", Span(1, 11, 2), (), "a.b").fault(answer)
    assert fault == f"expected a whole number from 1 to 11 in steps of 2, not {answer!r}"
    assert Choice("ann", "coins", Span(1, 11, 2), (), "a.b").fault(3) is None


def test_whoever_answers_is_asked_for_a_number_and_keeps_no_list() -> None:
    waits = advance(spend, 1_000_000)
    assert isinstance(waits, Waiting)
    assert waits.question == Choice("ann", "coins", Span(0, 1_000_000, -1), (1_000_000,), "a.b")
    done = advance(spend, 1_000_000, answers=(37,))
    assert isinstance(done, Done)
    assert (done.result, done.events) == (37, (Chosen(Matter("ann", "coins", (1_000_000,), "a.b"), 37),))
    script = Scripted(37)
    assert spend(script, 50) == 37
    assert script.asked == [Choice("ann", "coins", Span(0, 50, -1), (50,), "a.b")]
    thinks = Bot({"coins": lambda choice: choice.options[-1]})
    assert spend(Simulated(Random(0), thinks), 50) == 0
    assert spend(Simulated(Random(0), Bot({})), 50) == 50
    assert distribution(spend, 50, policy=thinks) == {0: 1}
    assert best(spend, 50, goal=float, maximise=("ann",)).decide() == 50
