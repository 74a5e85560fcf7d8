"""Dice notation: what is read, how it is written back, and what is said of what cannot be read."""

import sys
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.mechanics import HIGHEST, SUM, UNDER, Dialect, Malformed, Unknown, parse, parse_pool, write_pool
from tallow.mechanics.dice import (
    Expression,
    Node,
    step_down,
)
from tallow.mechanics.notation import parse_all
from tests.mechanics.expressions import EXPRESSIONS


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("d6", "d6"),
        ("1d6", "d6"),
        (" 2 D 6 ", "2d6"),
        ("3d8 + 2", "3d8+2"),
        ("4d6k", "4d6kh1"),
        ("4d6kh3", "4d6kh3"),
        ("4d6kl", "4d6kl1"),
        ("4d6dh", "4d6dh1"),
        ("4d6pl2", "4d6dl2"),
        ("/r 2d6", "2d6"),
        ("/roll d20+1", "d20+1"),
        ("/gmr d20", "d20"),
        ("4d6ph", "4d6dh1"),
        ("1d20kh1", "d20kh1"),
        ("{2d6, 1d8}kh1", "{2d6, d8}kh1"),
        ("(1d6,1d8)kh1", "{d6, d8}kh1"),
        ("{2d6,d8,d10}dl", "{2d6, d8, d10}dl1"),
        ("(2d6)", "2d6"),
        ("2*(d4+1)-1", "2*(d4+1)-1"),
        ("d6 × 10 − 3", "d6*10-3"),
        ("+d8", "d8"),
        ("-(d6-2)", "-(d6-2)"),
        ("d20adv", "d20adv"),
        ("d20 dis", "d20dis"),
        ("d%", "d100"),
        ("4dF", "4dF"),
        ("d66", "d66"),
        ("d44", "d44"),
        ("Ud8", "Ud8"),
        ("1d!", "1d!"),
        ("0d!", "0d!"),
        ("3d6!", "3d6!"),
        ("3d6x", "3d6!"),
        ("3d6e6", "3d6!"),
        ("3d6!>4", "3d6!>=5"),
        ("3d6!!", "3d6!!"),
        ("3d6!p", "3d6!p"),
        ("3d6!pl", "3d6!dl1"),
        ("2d6rr<3", "2d6rr<=2"),
        ("2d6ro1", "2d6ro1"),
        ("6d6cs>=5", "6d6cs>=5"),
        ("6d6>4", "6d6cs>=5"),
        ("6d6=6", "6d6cs6"),
        ("(2d6+3)>=10", "{2d6+3}cs>=10"),
        ("2d6min2", "2d6min2"),
        ("2d6mi2ma5", "2d6min2max5"),
        ("4d6kh3!ro1", "4d6ro1!kh3"),
        ("d8 [fire]", "d8[fire]"),
        ("2d6 # to hit", "2d6 # to hit"),
        ("7", "7"),
        ("7 # the d6", "7 # the d6"),
        ("2d6r<3", "2d6rr<=2"),
        ("3d20km", "3d20km1"),
        ("2d{2, 0,1,1}", "2d{0,1,1,2}"),
        ("d{-1,1}!", "d{-1,1}!"),
        ("d20+5>=15", "{d20+5}cs>=15"),
        ("2d6+3 < 8", "{2d6+3}cs<=7"),
        ("max(d6, 2d4)", "{d6, 2d4}kh1"),
        ("min(d6,d8)+1", "{d6, d8}kl1+1"),
        ("{{2d6,d8}kh1, d10}kl1", "{{2d6, d8}kh1, d10}kl1"),
        ("d20/2", "d20/2"),
        ("(d20+3)/2*2", "((d20+3)/2)*2"),
        ("2*d6/3", "(2*d6)/3"),
        ("3d6!kh2", "3d6!kh2"),
    ],
)
def test_what_people_write(written: str, canonical: str) -> None:
    read = parse(written)
    assert str(read) == canonical
    assert parse(canonical) == replace(read, notes=())


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "dice such as 2d6"),
        ("2d", 2, "the sides of the dice"),
        ("2d6+", 4, "dice such as 2d6"),
        ("2d6)", 3, "the end"),
        ("(2d6", 4, ")"),
        ("d6r", 3, "the faces to roll again"),
        ("4d6km1", 3, "km2 of 4"),
        ("3d6!km1", 4, "kh, kl, dh or dl"),
        ("d{1}", 1, "2 to 100 faces"),
        ("d{1,}", 4, "a face of the die"),
        ("d{1,2", 5, "a comma or }"),
        ("2d{1,2}min2", 10, "faces of their own"),
        ("d6/0", 3, "a whole number to divide by"),
        ("d6/d4", 3, "a whole number to divide by"),
        ("max(d6)", 0, "two or more rolls"),
        ("3#4d6", 0, "one roll here"),
        ("4d6d1", 3, "dl"),
        ("4d6kh5", 5, "from 1 to 4"),
        ("4d6dl4", 5, "from 1 to 3"),
        ("4d6kh3kl1", 6, "only one keep or drop"),
        ("{d6}kh1", 4, "two or more rolls"),
        ("201d6", 0, "at most 200 dice"),
        ("150d6+51d6", 6, "at most 200 dice"),
        ("d1001", 1, "1,000"),
        ("d0", 1, "from 1"),
        ("0d6", 0, "a number of dice"),
        ("2d66", 0, "a single d66"),
        ("Ud7", 2, "Ud20"),
        ("2d20adv", 4, "a single die"),
        ("d6!>=1", 3, "not every face"),
        ("d6rr<7", 4, "not every face"),
        ("d6!9", 3, "a face of the die"),
        ("2d6min4max2", 7, "min not above max"),
        ("d6[", 3, "]"),
        ("d6[ ]", 3, "a label"),
        ("(" * 11 + "d6", 10, "at most 10 brackets"),
        ("1000001", 0, "1,000,000"),
        ("d6" + " " * 200, 200, "at most 200 characters"),
        ("impaired", 0, "dice"),
    ],
)
def test_errors_point_at_the_character(text: str, at: int, expected: str) -> None:
    with pytest.raises(Malformed) as fault:
        parse(text)
    assert fault.value.at == at
    assert expected in fault.value.expected


def test_the_words_of_the_cairn_dialect() -> None:
    assert str(parse("impaired", "highest")) == "d4"
    assert str(parse("Enhanced d6+d8", "highest")) == "d12+d12"
    assert str(parse("d8+d8 impaired # cover", "highest")) == "d4+d4 # cover"
    with pytest.raises(Malformed):
        parse("4d6kh1 impaired", "highest")
    with pytest.raises(Unknown, match="highest"):
        parse("d6", "higest")


@pytest.mark.parametrize(
    ("text", "pool"),
    [("d6+d8", (6, 8)), ("d8 + d6", (6, 8)), ("2d6", (6, 6)), ("d4", (4,)), ("enhanced", (12,)), ("2d6+d4", (4, 6, 6))],
)
def test_dice_side_by_side(text: str, pool: tuple[int, ...]) -> None:
    assert parse_pool(text, HIGHEST) == pool
    assert parse_pool(write_pool(pool), HIGHEST) == pool


@pytest.mark.parametrize(("text", "at"), [("d6+1", 3), ("d6-d8", 0), ("d8+2d6kh1", 3), ("d66", 0)])
def test_only_plain_dice_lie_side_by_side(text: str, at: int) -> None:
    with pytest.raises(Malformed) as fault:
        parse_pool(text, HIGHEST)
    assert fault.value.at == at


def test_a_usage_die_steps_down_to_nothing() -> None:
    chain, sides = [], 20
    while sides:
        chain.append(sides)
        sides = step_down(sides)
    assert chain == [20, 12, 10, 8, 6, 4]


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("2d6r1", ("r",)),
        ("2d6rr1", ()),
        ("d6x3", ("x",)),
        ("d6x", ()),
        ("/r 2d6", ()),
        ("/gmr d20", ("secret",)),
    ],
)
def test_what_tools_read_in_different_ways_is_noted(text: str, notes: tuple[str, ...]) -> None:
    assert parse(text).notes == notes


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("3#4d6", ("4d6", "4d6", "4d6")),
        ("d20+5; 2d6+3 # fire", ("d20+5", "2d6+3 # fire")),
        ("2#d6;d8", ("d6", "d6", "d8")),
        ("2#{d6,d8}kh1", ("{d6, d8}kh1", "{d6, d8}kh1")),
        ("7 # seven", ("7 # seven",)),
    ],
)
def test_several_rolls_at_once(text: str, several: tuple[str, ...]) -> None:
    assert tuple(map(str, parse_all(text))) == several


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("d6; d", 5, "the sides"),
        ("0#d6", 0, "from 1 to 100"),
        ("101#d6", 0, "from 1 to 100"),
        ("60#d6;60#d6", 6, "100"),
    ],
)
def test_errors_among_several_rolls_point_at_the_character(text: str, at: int, expected: str) -> None:
    with pytest.raises(Malformed) as fault:
        parse_all(text)
    assert fault.value.at == at
    assert expected in fault.value.expected


@given(EXPRESSIONS, st.sampled_from((SUM, UNDER, HIGHEST)), st.sampled_from(("", "a comment")))
def test_whatever_is_written_is_read_back(node: Node, dialect: Dialect, comment: str) -> None:
    expression = Expression(node, dialect, comment)
    if len(str(expression)) <= 200:
        assert parse(str(expression), dialect) == expression


TOKENS = (
    "1|2|6|20|66|999|d|D|Ud|dF|d%|!|!!|p|k|kh|kl|dh|dl|adv|dis|km|/|;|max(|rr|ro|r|min|ma|cs|>=|<|=|+|-|*|×|(|)|{|}|,|[|]|#|x|e"
    "|impaired|enhanced|²|٣|İ|\n| "
)
NEAR_NOTATION = st.lists(st.sampled_from(TOKENS.split("|")), max_size=24).map("".join)


def fault_of(text: str, dialect: Dialect) -> Malformed | None:
    """What is wrong with a text; nothing else than `Malformed` may come."""
    try:
        read = parse(text, dialect)
    except Malformed as fault:
        return fault
    assert parse(str(read), dialect).root == read.root
    return None


@settings(max_examples=300)
@given(NEAR_NOTATION | st.text(max_size=60), st.sampled_from((SUM, HIGHEST)))
def test_any_text_is_read_or_malformed(text: str, dialect: Dialect) -> None:
    fault = fault_of(text, dialect)
    assert fault is None or (0 <= fault.at <= len(text) and "\n" not in fault.text)


def work(text: str) -> int:
    """How many functions are called to read a text."""
    calls = 0

    def count(_frame: FrameType, event: str, _told: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        fault_of(text, HIGHEST)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize(
    "piece", ["(", "{", "d6+", "-", "d6!", "9", "d6rr1", "[", "d6[a]", "((d6,d6)kh1,", " ", "#", "impaired "]
)
def test_long_texts_are_no_trouble(piece: str) -> None:
    half, whole = (work(piece * (length // len(piece))) for length in (100, 200))
    assert whole <= 3 * half + 300, "twice the text is about twice the work"
    assert work(piece * 10_000) <= 20 * whole + 300, "what is far too long is refused early"
