"""Answers that are kept: asked for once for each object, not confused, and not kept for ever."""

from msgspec import Struct

from tallow.mechanics.memory import Recent, cached_by_identity, shared_with


def test_a_pure_function_is_asked_once_for_each_object_and_what_else_it_is_given():
    asked = []

    @cached_by_identity(2)
    def doubled(value: list[int], times: int = 2, *, plus: int = 0) -> int:
        asked.append(value[0])
        return value[0] * times + plus

    one, two, three, four, five = [1], [2], [3], [4], [5]
    assert [doubled(one), doubled(one), doubled(one, 3), doubled(one, plus=1), doubled(two)] == [2, 2, 3, 3, 4]
    assert asked == [1, 1, 1, 2]
    assert doubled([1]) == 2, "equal, but another object"
    for value in (three, four, five):
        doubled(value)
    asked.clear()
    doubled(five)
    doubled(one)
    assert asked == [1], "what was not asked about for long is forgotten"


def test_what_is_used_again_and_again_stays():
    recent: Recent[int] = Recent(3)
    recent.put("often", 1)
    for at in range(20):
        recent.put(at, at)
        assert recent.get("often") == 1
    assert recent.get(0) is None


class Hero(Struct, frozen=True):
    name: str
    scores: tuple[int, ...]


class Party(Struct, frozen=True):
    heroes: tuple[Hero, ...]
    notes: tuple[str, ...] = ()


def test_a_value_that_was_read_anew_shares_what_is_equal_with_the_one_before():
    before = Party((Hero("Bo", (1_000, 2)), Hero("Cy", (3_000, 4))), ("It was cold.",))
    now = Party((Hero("Bo", (1_000, 2)), Hero("Cy", (3_000, 5)), Hero("Di", (6_000, 7))), ("It was cold.",))
    shared = shared_with(before, now)
    assert shared == now
    assert shared.heroes[0] is before.heroes[0]
    assert shared.notes is before.notes
    assert shared.heroes[1] is not before.heroes[1]
    assert shared_with(before, Party(before.heroes[:1])) == Party(before.heroes[:1]), "what is gone is gone"
    assert shared_with(before, Party((*before.heroes,), ("It was cold.",))) is before
