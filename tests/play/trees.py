"""Small made-up rules, as trees that hypothesis can grow, with what they come to worked out the plain slow way.

`run` is the rule; a tree is a nested tuple, so it is frozen, and each kind of node asks one kind of question.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from tallow.play import Play

Tree = tuple[Any, ...]
SEATS = ("ann", "bob")


def run(play: Play, tree: Tree) -> int:
    while tree[0] != "leaf":
        kind, rest = tree[0], tree[-1]
        if kind == "roll":
            at = sum(play.roll(tree[1], tree[2], by="ann", why="made.up"))
        elif kind == "choose":
            at = play.choose(tree[1], "branch", range(len(rest)), why="made.up")
        elif kind == "call":
            at = play.call(run, tree[1])
        else:
            return play.call(run, rest)
        play.tell("branch", kind, at, why="made.up")
        tree = rest[at % len(rest)]
    value: int = tree[1]
    return value


def odds(tree: Tree, option: Callable[[int], int]) -> dict[int, Fraction]:
    """What `run` comes to when `option(how_many)` decides, by walking the tree and every ordered throw."""
    kind, rest = tree[0], tree[-1]
    if kind == "leaf":
        return {tree[1]: Fraction(1)}
    if kind == "tail":
        return odds(rest, option)
    total: dict[int, Fraction] = {}
    for at, p in _chances(tree, lambda sub: odds(sub, option), option).items():
        for value, q in odds(rest[at % len(rest)], option).items():
            total[value] = total.get(value, Fraction(0)) + p * q
    return total


def _chances(
    tree: Tree, solved: Callable[[Tree], dict[int, Fraction]], option: Callable[[int], int]
) -> dict[int, Fraction]:
    kind = tree[0]
    if kind == "choose":
        return {option(len(tree[-1])): Fraction(1)}
    if kind == "call":
        return solved(tree[1])
    sums: dict[int, Fraction] = {}
    for throw in product(range(1, tree[2] + 1), repeat=tree[1]):
        sums[sum(throw)] = sums.get(sum(throw), Fraction(0)) + Fraction(1, tree[2] ** tree[1])
    return sums


def minimax(tree: Tree, then: Callable[[int], Fraction] = Fraction) -> Fraction:
    """What `run` is worth when ann raises it and bob lowers it; `then`: what a result is worth to who called."""
    kind, rest = tree[0], tree[-1]
    if kind == "leaf":
        return then(tree[1])
    if kind == "tail":
        return minimax(rest, then)
    if kind == "call":
        return minimax(tree[1], lambda result: minimax(rest[result % len(rest)], then))
    if kind == "choose":
        return (max if tree[1] == "ann" else min)(minimax(branch, then) for branch in rest)
    chances = _chances(tree, lambda _: {}, lambda _: 0)
    return sum((p * minimax(rest[at % len(rest)], then) for at, p in chances.items()), Fraction(0))


def _grown(smaller: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    branches = st.lists(smaller, min_size=1, max_size=3).map(tuple)
    dice = st.sampled_from(((1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (0, 4)))
    return st.one_of(
        st.builds(lambda d, rest: ("roll", *d, rest), dice, branches),
        st.builds(lambda seat, rest: ("choose", seat, rest), st.sampled_from(SEATS), branches),
        st.builds(lambda sub, rest: ("call", sub, rest), smaller, branches),
        st.builds(lambda sub: ("tail", sub), smaller),
    )


trees: st.SearchStrategy[Tree] = st.recursive(
    st.builds(lambda value: ("leaf", value), st.integers(0, 4)), _grown, max_leaves=16
)
