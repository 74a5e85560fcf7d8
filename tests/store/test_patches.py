"""A patch makes of one state the next, whatever has changed, and is short when little has."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from tallow.store.patches import patch, patched


class Item(Struct, frozen=True):
    name: str
    uses: int = 0


class Holder(Struct, frozen=True):
    items: tuple[Item, ...] = ()
    numbers: tuple[int, ...] = ()
    pairs: tuple[tuple[str, int], ...] = ()
    first: Item | None = None


items = st.builds(Item, st.sampled_from("abcdef"), st.integers(0, 2))
holders = st.builds(
    Holder,
    st.lists(items, max_size=8).map(tuple),
    st.lists(st.integers(0, 3), max_size=8).map(tuple),
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 2)), max_size=6).map(tuple),
    st.none() | items,
)


def applied(before: object, after: object) -> object:
    """What the patch, as it is stored, makes of the first."""
    change = msgspec.json.decode(msgspec.json.encode(patch(before, after)))
    return patched(msgspec.to_builtins(before), change)


def plain(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


@given(holders, holders)
def test_a_patch_makes_of_one_the_other(before: Holder, after: Holder) -> None:
    assert plain(applied(before, after)) == plain(after)


@given(st.lists(items, min_size=1, max_size=30), st.data())
def test_what_was_kept_of_a_sequence_need_not_be_stored_again(held: list[Item], data: st.DataObject) -> None:
    kept = [item for item in held if data.draw(st.booleans())]
    before, after = Holder(tuple(held)), Holder((*kept, Item("new")))
    assert plain(applied(before, after)) == plain(after)
    one, all_but_one = Holder((*held, Item("x"))), Holder((*held[1:], Item("x")))
    assert len(msgspec.json.encode(patch(one, all_but_one))) < 60


@pytest.mark.parametrize("parts", [[[0, 2], [0, 2]], [[1, 0]], [[-1, 1]], [[0, 3]], [[1, None, [0, 1]], [1, 2]]])
def test_nothing_of_a_sequence_comes_twice(parts: object) -> None:
    with pytest.raises(ValueError, match="parts that it did not have"):
        patched([1, 2], [4, parts])
    assert patched([1, 2], [4, [[0, 1], [7], [1, None, [0, 9]]]]) == [1, 7, 9]
