"""Answers that are kept: asked for once for each object, not confused, and not kept for ever."""

from tallow.mechanics.memory import Recent, cached_by_identity


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
