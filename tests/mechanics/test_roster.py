"""Lists of creatures: numbers, places, what is wrong with them."""

import pytest
from msgspec import Struct

from tallow.mechanics.roster import Part, everybody, roster
from tallow.mechanics.suggestions import Malformed


class Somebody(Struct, frozen=True):
    id: str
    name: str


def test_parts_have_numbers_and_places():
    assert roster("Goblin x4;  Dire Wolf ", "somebody") == (Part("Goblin", 4, 0), Part("Dire Wolf", 1, 12))
    assert roster("fighter 1, thief ×2;", "somebody", between=",;") == (Part("fighter 1", 1, 0), Part("thief", 2, 11))


def test_a_comma_may_belong_to_a_part():
    assert roster("4 HP, sword (d8) X3", "somebody") == (Part("4 HP, sword (d8)", 3, 0),)


@pytest.mark.parametrize(
    ("spec", "at", "expected"),
    [
        ("", 0, "somebody"),
        (" ; ", 0, "somebody"),
        ("Goblin x0", 8, "a number from 1 to 9"),
        ("Wolf; Goblin x10", 14, "a number from 1 to 9"),
        ("Goblin x99999999999999", 8, "a number from 1 to 9"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(spec, at, expected):
    with pytest.raises(Malformed) as wrong:
        roster(spec, "somebody", most=9)
    assert (wrong.value.at, wrong.value.expected) == (at, expected)


def test_everybody_of_a_list_has_a_name_and_an_id():
    made = everybody(roster("Orc x2; Wolf", "somebody"), lambda part, id_: Somebody(id_, part.text), "foe")
    assert made == (Somebody("foe1", "Orc 1"), Somebody("foe2", "Orc 2"), Somebody("foe3", "Wolf"))
