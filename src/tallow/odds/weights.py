"""Distributions of whole numbers with integer weights: sums by multiplying polynomials, pools face by face."""

from collections.abc import Callable, Sequence
from math import comb, prod
from typing import TypeAlias

from tallow.play import Undecidable

Weights: TypeAlias = dict[int, int]
"""The number of equally likely ways to each outcome."""

MOST_STEPS = 1_000_000
MOST_BITS = 8_000_000


class TooLarge(Undecidable):
    """Too large to be solved exactly in reasonable time; `instead` says what would be possible."""

    def __init__(self, what: str, instead: str = "simulate it instead (`tallow odds roll … --sample 20000`)") -> None:
        super().__init__(f"{what} is too large to be solved exactly; {instead}")


def added(one: Weights, other: Weights) -> Weights:
    """The sum of two independent numbers."""
    if len(one) * len(other) <= 4_096 or _gaps(one) or _gaps(other):
        return combined(one, other, lambda a, b: a + b)
    size = _slot(sum(one.values()) * sum(other.values()), len(one) + len(other))
    return _unpacked(_packed(one, size) * _packed(other, size), size, min(one) + min(other))


def times(one: Weights, number: int) -> Weights:
    """The sum of `number` independent numbers of the same distribution."""
    if number == 1 or not one:
        return one if number else {0: 1}
    if _gaps(one):
        half = times(one, number // 2)
        both = added(half, half)
        return added(both, one) if number % 2 else both
    size = _slot(sum(one.values()) ** number, number * (len(one) - 1) + 1)
    return _unpacked(_packed(one, size) ** number, size, min(one) * number)


def combined(one: Weights, other: Weights, how: Callable[[int, int], int]) -> Weights:
    """A function of two independent numbers."""
    if len(one) * len(other) > 3 * MOST_STEPS:
        raise TooLarge(f"a roll with {len(one) * len(other):,} pairs of results, {3 * MOST_STEPS:,} at most,")
    result: Weights = {}
    for a, ways in one.items():
        for b, more in other.items():
            value = how(a, b)
            result[value] = result.get(value, 0) + ways * more
    return result


def mapped(one: Weights, how: Callable[[int], int]) -> Weights:
    """A function of a number."""
    result: Weights = {}
    for a, ways in one.items():
        value = how(a)
        result[value] = result.get(value, 0) + ways
    return result


def kept(die: Weights, number: int, places: range, score: Callable[[int], int]) -> Weights:
    """The sum of `score` over those of `number` like dice that lie at these places, counted from the highest."""
    top = places.start == 0
    if not top:
        places = range(number - places.stop, number - places.start)
    states: dict[tuple[int, int], int] = {(number, 0): 1}
    done: Weights = {}
    steps, rest = 0, sum(die.values())
    for face in sorted(die, reverse=top):
        following: dict[tuple[int, int], int] = {}
        rest -= die[face]
        powers = [die[face] ** count for count in range(number + 1)]
        worth = score(face)
        for (left, whole), ways in states.items():
            lie = number - left
            steps += left
            if steps > MOST_STEPS:
                raise TooLarge(f"a pool of {number} dice, which takes more than {MOST_STEPS:,} steps,")
            for count in range(left + 1):
                more = ways * powers[count] * comb(left, count)
                value = whole + worth * max(0, min(lie + count, places.stop) - max(lie, places.start))
                if lie + count < places.stop:
                    key = (left - count, value)
                    following[key] = following.get(key, 0) + more
                else:
                    done[value] = done.get(value, 0) + more * rest ** (left - count)
        states = following
    return {value: ways for value, ways in done.items() if ways}


def kept_of(parts: Sequence[Weights], places: range) -> dict[tuple[int, ...], int]:
    """Those of independent numbers of any distributions that lie at these places, counted from the highest."""
    top = places.start == 0
    keep = places.stop if top else len(parts) - places.start
    states: dict[tuple[int, ...], int] = {(): 1}
    for part in parts:
        if len(states) * len(part) > MOST_STEPS // 4:
            raise TooLarge(f"a group of rolls with {len(states) * len(part):,} results, {MOST_STEPS // 4:,} at most,")
        following: dict[tuple[int, ...], int] = {}
        for state, ways in states.items():
            for value, more in part.items():
                key = tuple(sorted((*state, value), reverse=top)[:keep])
                following[key] = following.get(key, 0) + ways * more
        states = following
    if len(places) == keep:
        return states
    middle: dict[tuple[int, ...], int] = {}
    for state, ways in states.items():
        key = state[keep - len(places) :]
        middle[key] = middle.get(key, 0) + ways
    return middle


def highest(parts: Sequence[Weights]) -> Weights:
    """The highest of independent numbers."""
    values = sorted({value for part in parts for value in part})
    below = [0] * len(parts)
    result: Weights = {}
    before = 0
    for value in values:
        below = [ways + part.get(value, 0) for ways, part in zip(below, parts, strict=True)]
        none_above = prod(below)
        if none_above > before:
            result[value] = none_above - before
        before = none_above
    return result


def _gaps(one: Weights) -> bool:
    """Whether the numbers lie too far apart for a dense polynomial."""
    return max(one) - min(one) + 1 > 4 * len(one)


def _slot(most: int, slots: int) -> int:
    """The bits to reserve for each coefficient; `TooLarge` if the product would be too long."""
    size = most.bit_length() + 1
    if size * slots > MOST_BITS:
        raise TooLarge(f"a roll of so many dice with {size * slots:,} bits of chances, {MOST_BITS:,} at most,")
    return size


def _packed(one: Weights, size: int) -> int:
    """A polynomial as one large integer, with a coefficient every `size` bits."""
    low = min(one)
    return sum(ways << (size * (value - low)) for value, ways in one.items())


def _unpacked(number: int, size: int, low: int) -> Weights:
    text = number.to_bytes((number.bit_length() + 7) // 8, "little")
    mask = (1 << size) - 1
    result: Weights = {}
    slots = number.bit_length() // size + 1
    for at in range(slots):
        first, last = size * at // 8, (size * (at + 1) + 7) // 8
        ways = int.from_bytes(text[first:last], "little") >> (size * at % 8) & mask
        if ways:
            result[low + at] = ways
    return result
