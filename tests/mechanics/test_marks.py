"""Marks: made and read by their kind."""

from typing import Literal

from tallow.mechanics.marks import Marks, kind_of

MARKS: Marks[Literal["grip", "note", "seen"]] = Marks()
KEPT = ("grip:orc", "seen:7", "note:a: b", "dead")


def test_a_mark_is_its_kind_and_what_it_is_about():
    assert MARKS.mark("grip", "orc", 3) == "grip:orc:3"
    assert kind_of("grip:orc:3") == "grip"
    assert kind_of("dead") == "dead"


def test_marks_are_read_by_their_kind():
    assert MARKS.any(KEPT, "grip")
    assert not MARKS.any(("gripped:orc", "grip"), "grip")
    assert MARKS.about(KEPT, "note") == ["a: b"]
    assert MARKS.parts(("grip:orc:3", "seen:1"), "grip") == [["orc", "3"]]
    assert MARKS.number(KEPT, "seen", 0) == 7
    assert MARKS.number((), "seen", 4) == 4


def test_marks_of_a_kind_are_replaced_or_left_out():
    assert MARKS.without(KEPT, "grip", "seen") == ("note:a: b", "dead")
    assert MARKS.instead(KEPT, "seen", 8) == ("grip:orc", "note:a: b", "dead", "seen:8")
