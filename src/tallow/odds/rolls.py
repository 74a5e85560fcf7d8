"""The exact distribution of a dice expression, computed by arithmetic on distributions instead of by running the rule.

It must agree with `tallow.mechanics.rolling`; the tests compare it with what the exact solver finds for that rule.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from math import sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from tallow.mechanics.dice import (
    Chart,
    Condition,
    Dialect,
    Dice,
    Explode,
    Expression,
    Group,
    Keep,
    Node,
    Number,
    Product,
    Quotient,
    Risk,
    Sum,
    Usage,
    pooled,
    walk,
)
from tallow.mechanics.notation import parse
from tallow.mechanics.rolling import MOST_EXPLOSIONS
from tallow.odds.weights import MOST_STEPS, TooLarge, Weights, added, combined, highest, kept, kept_of, mapped, times
from tallow.odds.words import chance

Pool: TypeAlias = tuple[int, tuple[int, ...]]
"""What is known of dice together: the sum of their scores, and their highest or lowest values."""

Pools: TypeAlias = dict[Pool, int]


class Odds(Struct, frozen=True):
    """The distribution of an expression: the weight of each total, lowest first, and the sum of the weights.

    `marks` are the chances that a usage die steps down or is used up, or that risk dice come up bad.
    """

    expression: str
    dialect: str
    chances: Mapping[int, Fraction]
    ways: Mapping[int, int]
    whole: int
    marks: Mapping[str, Fraction]

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(value * ways for value, ways in self.ways.items()), self.whole)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        squares = Fraction(sum(value * value * ways for value, ways in self.ways.items()), self.whole)
        return sqrt(squares - self.mean**2)

    def at_least(self, value: int) -> Fraction:
        """The chance of this or more."""
        return Fraction(sum(ways for total, ways in self.ways.items() if total >= value), self.whole)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "roll": self.expression,
            "dialect": self.dialect,
            "mean": float(self.mean),
            "deviation": self.deviation,
            "outcomes": {str(value): chance(p) for value, p in self.chances.items()},
            "marks": {mark: chance(p) for mark, p in self.marks.items()},
        }


def roll_odds(expression: Expression | str, dialect: Dialect | str = "sum") -> Odds:
    """The exact distribution of an expression, or `TooLarge`: then `tallow.simulate.sample_roll` says it roughly."""
    if isinstance(expression, str):
        expression = parse(expression, dialect)
    ways = _odds(expression.root, expression.dialect)
    whole = sum(ways.values())
    return Odds(
        expression=str(expression.root),
        dialect=expression.dialect.name,
        chances={value: Fraction(ways[value], whole) for value in sorted(ways)},
        ways=ways,
        whole=whole,
        marks=_marks(expression.root),
    )


def _odds(node: Node, dialect: Dialect) -> Weights:
    match node:
        case Number():
            return {node.value: 1}
        case Dice():
            return _dice(node, dialect)
        case Chart():
            faces = range(1, node.sides + 1)
            return {10 * tens + units: 1 for tens in faces for units in faces}
        case Usage():
            return dict.fromkeys(range(1, node.sides + 1), 1)
        case Risk():
            return times({0: 5, 1: 1}, node.number)
        case Group():
            return _group(node, dialect)
        case Sum():
            return _sum(node, dialect)
        case Product():
            return reduce(lambda a, b: combined(a, b, int.__mul__), (_odds(part, dialect) for part in node.factors))
        case Quotient():
            return mapped(_odds(node.part, dialect), lambda value: value // node.by)


def _marks(root: Node) -> dict[str, Fraction]:
    safe: dict[str, Fraction] = {}
    for node in walk(root):
        if isinstance(node, Usage):
            mark, p = "steps_down" if node.sides > 4 else "used_up", Fraction(2, node.sides)
        elif isinstance(node, Risk):
            mark, p = "bad", 1 - Fraction(5, 6) ** node.number
        else:
            continue
        safe[mark] = safe.get(mark, Fraction(1)) * (1 - p)
    return {mark: 1 - p for mark, p in safe.items()}


def _dice(dice: Dice, dialect: Dialect) -> Weights:
    number, keep = dice.pick(dialect)
    if keep is None:
        return times(_one(dice, dice.count), number)
    if dice.explode is not None and dice.explode.how != "!!":
        return _kept_of_exploding(dice, dice.explode, number, keep)
    return kept(_one(dice, None), number, keep.places(number), lambda value: _score(dice.count, value))


def _score(count: Condition | None, value: int) -> int:
    return value if count is None else int(count.meets(value))


def _bounded(dice: Dice, value: int) -> int:
    value = value if dice.low is None else max(dice.low, value)
    return value if dice.high is None else min(dice.high, value)


def _one(dice: Dice, count: Condition | None) -> Weights:
    """The distribution of what one die adds to the total, explosions included."""
    faces = _faces(dice)
    explode = dice.explode
    if explode is None:
        return mapped(faces, lambda face: _score(count, _bounded(dice, face)))
    compound = explode.how == "!!"
    less = 1 if explode.how == "!p" else 0
    chain: Weights = {}
    steps = 0
    for depth in range(MOST_EXPLOSIONS, -1, -1):
        following: Weights = {}
        after = sum(chain.values()) or 1
        for face, ways in faces.items():
            worth = face - (less if depth else 0)
            worth = worth if compound else _score(count, _bounded(dice, worth))
            if chain and explode.on.meets(face):
                steps += len(chain)
                for value, more in chain.items():
                    following[worth + value] = following.get(worth + value, 0) + ways * more
            else:
                following[worth] = following.get(worth, 0) + ways * after
        if steps > MOST_STEPS:
            raise TooLarge(f"{dice}, which takes more than {MOST_STEPS:,} steps,")
        chain = following
    return mapped(chain, lambda value: _score(count, _bounded(dice, value))) if compound else chain


def _kept_of_exploding(dice: Dice, explode: Explode, number: int, keep: Keep) -> Weights:
    """The distribution of dice that explode into dice of their own, of all of which some are kept.

    What is needed of a pool is the sum of its scores and its highest or lowest few values: for `kh` and `kl` those
    that are kept, for `dh` and `dl` those that are dropped.
    """
    top = keep.which in {"kh", "dh"}
    chain = _chain(dice, explode, keep.number, top=top)
    pools: Pools = {(0, ()): 1}
    for _ in range(number):
        pools = _pooled(pools, chain, keep.number, top=top)
    result: Weights = {}
    for (whole, edge), ways in pools.items():
        aside = sum(_score(dice.count, value) for value in edge)
        value = aside if keep.which[0] == "k" else whole - aside
        result[value] = result.get(value, 0) + ways
    return result


def _chain(dice: Dice, explode: Explode, most: int, *, top: bool) -> Pools:
    """The pools that one die becomes, from the last explosion that is possible backwards."""
    faces, less = _faces(dice), 1 if explode.how == "!p" else 0
    chain: Pools = {}
    for depth in range(MOST_EXPLOSIONS, -1, -1):
        after, following = sum(chain.values()) or 1, Counter[Pool]()
        for face, ways in faces.items():
            value = _bounded(dice, face - (less if depth else 0))
            one: Pools = {(_score(dice.count, value), (value,)): ways}
            if chain and explode.on.meets(face):
                following.update(_pooled(one, chain, most, top=top))
            else:
                following[next(iter(one))] += ways * after
        chain = following
    return chain


def _pooled(one: Pools, other: Pools, most: int, *, top: bool) -> Pools:
    """Two pools together."""
    if len(one) * len(other) > MOST_STEPS:
        pairs = len(one) * len(other)
        raise TooLarge(f"a pool of dice that explode with {pairs:,} pairs of results, {MOST_STEPS:,} at most,")
    result: Pools = {}
    for (whole, edge), ways in one.items():
        for (whole_too, edge_too), more in other.items():
            key = (whole + whole_too, tuple(sorted((*edge, *edge_too), reverse=top)[:most]))
            result[key] = result.get(key, 0) + ways * more
    return result


def _faces(dice: Dice) -> Weights:
    """The distribution of the face of one die after rerolls."""
    faces = Counter(dice.faces())
    reroll = dice.reroll
    if reroll is None:
        return faces
    again = sum(ways for face, ways in faces.items() if reroll.on.meets(face))
    if not reroll.once:
        return {face: ways for face, ways in faces.items() if not reroll.on.meets(face)}
    rolled = len(dice.faces())
    return {face: ways * (again + (0 if reroll.on.meets(face) else rolled)) for face, ways in faces.items()}


def _group(group: Group, dialect: Dialect) -> Weights:
    parts = [_odds(part, dialect) for part in group.parts]
    if group.keep is None:
        return reduce(added, (mapped(part, lambda value: _score(group.count, value)) for part in parts))
    result: Weights = {}
    for values, ways in kept_of(parts, group.keep.places(len(parts))).items():
        whole = sum(_score(group.count, value) for value in values)
        result[whole] = result.get(whole, 0) + ways
    return result


def _sum(node: Sum, dialect: Dialect) -> Weights:
    pool = pooled(node, dialect)
    terms = [highest([_highest_of(node.terms[at], dialect) for at in pool])] if pool else []
    for at, (part, minus) in enumerate(zip(node.terms, node.minus, strict=True)):
        if at not in pool:
            odds = _odds(part, dialect)
            terms.append({-value: ways for value, ways in odds.items()} if minus else odds)
    return reduce(added, terms)


def _highest_of(node: Node, dialect: Dialect) -> Weights:
    """What a part contributes to a pool: of plain dice the highest, of anything else its total."""
    if isinstance(node, Dice) and node.plain:
        return highest([Counter(node.faces())] * node.number)
    return _odds(node, dialect)
