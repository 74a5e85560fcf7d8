"""Answers that stand for a place in a list are found; `test_goldens.py` looks for them in all that waits."""

from msgspec import Struct
from msgspec.structs import replace

from tallow.play import Answer
from tests.store.positions import moved, turned


class Thing(Struct, frozen=True):
    """A thing with an id."""

    id: str
    name: str


class Bag(Struct, frozen=True):
    """A state with things in it."""

    things: tuple[Thing, ...]
    taken: str = ""


BAG = Bag((Thing("i1", "rope"), Thing("i2", "lamp"), Thing("i3", "rope")))


def by_place(state: Bag, option: Answer) -> Bag:
    assert isinstance(option, int)
    return replace(BAG, taken=state.things[option].id)


def by_id(state: Bag, option: Answer) -> Bag:
    return replace(BAG, taken=next(thing.id for thing in state.things if thing.id == option))


def the_first(state: Bag, option: Answer) -> Bag:
    return replace(BAG, taken=f"{option} {state.things[0].id}")


def test_an_answer_that_is_a_place_in_a_list_is_found() -> None:
    assert [thing.id for thing in turned(BAG).things] == ["i3", "i2", "i1"]
    assert moved(by_place, BAG, (0, 1, 2)) == [0, 2]


def test_an_answer_that_names_a_thing_is_none_nor_one_after_which_a_rule_takes_the_first_there_is() -> None:
    assert moved(by_id, BAG, ("i1", "i2", "i3")) == []
    assert moved(the_first, BAG, ("yes", "no")) == []
