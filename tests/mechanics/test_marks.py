"""Marks: made and read by their kind."""

from typing import Literal, TypeAlias

import msgspec
import pytest

from tallow.mechanics.marks import Mark, Marks

Kind: TypeAlias = Literal["grip", "note", "seen", "grips"]
MARKS: Marks[Kind] = Marks()
KEPT = (MARKS.mark("grip", "orc"), MARKS.mark("seen", 7), MARKS.mark("note", "a: b"), MARKS.mark("grips"))


def test_a_mark_is_its_kind_and_what_it_is_about():
    assert MARKS.mark("grip", "orc", 3) == Mark("grip", ("orc", 3))
    assert MARKS.mark("grips") == Mark("grips")


def test_marks_are_read_by_their_kind():
    assert MARKS.any(KEPT, "grip")
    assert not MARKS.any((MARKS.mark("grips", "orc"),), "grip")
    assert MARKS.about(KEPT, "note") == ["a: b"]
    assert MARKS.parts((MARKS.mark("grip", "orc", 3), MARKS.mark("seen", 1)), "grip") == [("orc", 3)]
    assert MARKS.number(KEPT, "seen", 0) == 7
    assert MARKS.number((), "seen", 4) == 4


def test_marks_of_a_kind_are_replaced_or_left_out():
    assert MARKS.without(KEPT, "grip", "seen") == KEPT[2:]
    assert MARKS.instead(KEPT, "seen", 8) == (KEPT[0], *KEPT[2:], MARKS.mark("seen", 8))


def test_marks_are_stored_with_their_kinds_checked():
    stored = msgspec.json.encode(KEPT)
    assert msgspec.json.decode(stored, type=tuple[Mark[Kind], ...]) == KEPT
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'[{"kind": "gripp"}]', type=tuple[Mark[Kind], ...])
