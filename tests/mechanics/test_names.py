"""Names that can be told apart."""

import pytest
from msgspec import Struct

from tallow.mechanics.names import distinct, newcomers, numbered, with_numbers, with_one_more
from tallow.mechanics.suggestions import Unknown, by_name, find_by_name


class Somebody(Struct, frozen=True):
    name: str


def people(*names):
    return tuple([Somebody(name) for name in names])


def test_the_same_names_are_numbered():
    assert numbered(["Orc", "Wolf", "Orc"]) == ["Orc 1", "Wolf", "Orc 2"]
    assert distinct(["Orc", "Wolf", "Orc"]) == ["Orc", "Wolf", "Orc (2)"]
    assert with_numbers(people("Orc", "Wolf", "Orc")) == people("Orc 1", "Wolf", "Orc 2")


def test_those_who_come_have_names_that_nobody_has():
    assert newcomers(people("Orc"), people("Orc", "Wolf")) == people("Orc (2)", "Wolf")
    assert newcomers(people("Orc", "Orc (2)"), people("Orc", "Orc")) == people("Orc (3)", "Orc (4)")


@pytest.mark.parametrize(
    ("there", "after"),
    [
        ((), ("Orc",)),
        (("Wolf", "Orc Chief"), ("Wolf", "Orc Chief", "Orc")),
        (("Wolf", "Orc"), ("Wolf", "Orc 1", "Orc 2")),
        (("Orc 1", "Orc 2"), ("Orc 1", "Orc 2", "Orc 3")),
        (("Orc 2",), ("Orc 2", "Orc 3")),
    ],
)
def test_one_who_joins_is_numbered_with_the_others(there, after):
    assert with_one_more(people(*there), Somebody("Orc")) == people(*after)


def test_somebody_by_name_whatever_the_case():
    assert by_name(" oRC ", people("Wolf", "Orc")) == Somebody("Orc")
    assert by_name("Ork", people("Wolf", "Orc")) is None
    with pytest.raises(Unknown, match=r'"Ork" is not a monster of the woods.*"Orc"'):
        find_by_name("Ork", people("Wolf", "Orc"), "monster", "the woods")
    with pytest.raises(Unknown, match="Fighter"):
        find_by_name("figter", people("Orc"), "monster", "the woods", also=("Fighter",))
