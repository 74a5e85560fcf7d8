"""The odds of dice expressions: against the rule that rolls them, against icepool, and against what everybody knows."""

import re
from fractions import Fraction
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import HealthCheck, given, settings
from icepool import Die, Pool, d

from tallow.mechanics import HIGHEST, Dialect, parse, total
from tallow.mechanics.dice import Chart, Dice, Expression, Node, Risk, Usage, walk
from tallow.odds import Odds, TooLarge, roll_odds
from tallow.play import distribution
from tests.mechanics.expressions import EXPRESSIONS

SMALL = """
d6 2d6 3d6+2 4d6kh3 4d6dl1 4d6kl2 4d4dh2 d20adv d20dis d66 d44 Ud6 2d! 3dF 2d4-d6 d4*d6 2*(d4+1) -d6 {2d4,d6}kh1
{d4,d6,d8}kh2 {d4,d6,d8}dl1 {d4,d6,d8}kl1 {d4,d6}cs>=3 {d4,d6,d8}kh2cs>=4 (2d4)>=5 4d6>=5 3d6kh2cs>=5 3d6min2max5
3d4kh2min2 2d6ro1 2d6ro<=2kh1 2d4ro1cs>=3 3d4ro>=1 3d6km1 5d4km3cs>=3 {d4,d6,d8}km1 2d{0,1,1,2} 3d{-1,1,1}kh2
2d{0,0,1}ro0 d{1,2}+d{0,5,5} d20+5>=15 2d6+3<8 max(d6,2d4) min(d4,d6)-1 {{2d4,d6}kh1,d6}kl1 d20/2 -(2d4)/3 (2d4+1)/2*3
""".split()  # noqa: SIM905

CHAINED = """
d4! d6!>=5 d4!! d4!p d4!cs>=3 2d4!!kh1 d4!min2 d4rr1 2d4rr1 d3rr>=3 d4ro1! d4rr1! 3d4!kh2 3d4!kl1 3d4!dl1 3d4!dh2
2d6!>=5kh2 2d4!pkh1 3d3!kh2cs>=3 3d3!dl1cs>=2 2d4!min2kl1 2d{1,1,3}!kh1 2d{1,1,3}rr1
""".split()  # noqa: SIM905


def enumerated(expression: Expression) -> dict[int, Any]:
    """The distribution by running the rule upon every throw."""
    return dict(sorted(distribution(total, expression, "ana").items()))


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("dialect", ["sum", "highest", "under"])
def test_odds_are_those_of_the_rule(text: str, dialect: str) -> None:
    assert roll_odds(text, dialect).chances == enumerated(parse(text, dialect))


@pytest.mark.parametrize("text", ["d6+d8", "2d6+d4", "d6+d8+d10-1", "2d4kh1+d6", "d6+3", "{d4,d6}kh1+d8", "2*d4+d6"])
def test_pools_are_those_of_the_rule(text: str) -> None:
    assert roll_odds(text, "highest").chances == enumerated(parse(text, "highest"))


@pytest.mark.parametrize("text", CHAINED)
def test_dice_that_go_on_are_those_of_the_rule(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallow.mechanics.rolling.MOST_EXPLOSIONS", 3)
    monkeypatch.setattr("tallow.mechanics.rolling.MOST_REROLLS", 3)
    monkeypatch.setattr("tallow.odds.rolls.MOST_EXPLOSIONS", 3)
    assert roll_odds(text).chances == enumerated(parse(text))


def throws(node: Node) -> int:
    """How many throws there are of an expression; those of dice that go on are many."""
    many = 1
    for part in walk(node):
        match part:
            case Dice(explode=None) if part.reroll is None or part.reroll.once:
                many *= part.sides ** (2 if part.lean else part.number) * (part.sides if part.reroll else 1)
            case Dice():
                many *= 1_000_000
            case Chart() | Usage():
                many *= part.sides**2
            case Risk():
                many *= 6**part.number
            case _:
                pass
    return many


@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(EXPRESSIONS.filter(lambda node: throws(node) <= 1_000))
def test_odds_of_anything_small_are_those_of_the_rule(node: Node) -> None:
    expression = Expression(node, HIGHEST)
    assert roll_odds(expression).chances == enumerated(expression)


def agrees(odds: Odds, die: Any) -> bool:
    """Whether icepool has the same distribution."""
    theirs = {int(outcome): Fraction(int(ways), int(die.denominator())) for outcome, ways in die.items()}
    return odds.chances == {outcome: p for outcome, p in theirs.items() if p}


EXPLOSIONS = 20

ICEPOOL = {
    "100d6": lambda: 100 @ d(6),
    "3d6+2d10-4": lambda: 3 @ d(6) + 2 @ d(10) - 4,
    "d6*d8": lambda: d(6) * d(8),
    "20d6kh3": lambda: d(6).pool(20).highest(3).sum(),
    "20d6kl3": lambda: d(6).pool(20).lowest(3).sum(),
    "12d10dh4": lambda: d(10).pool(12).lowest(8).sum(),
    "9d8dl2": lambda: d(8).pool(9).highest(7).sum(),
    "{d6,d8,d10,d12}kh2": lambda: Pool([d(6), d(8), d(10), d(12)]).highest(2).sum(),
    "{2d6,d8,d10}kl2": lambda: Pool([2 @ d(6), d(8), d(10)]).lowest(2).sum(),
    "10d6cs>=5": lambda: 10 @ (d(6) >= 5),
    "8d6kh5cs>=5": lambda: d(6).map(lambda face: face * 0 + (face >= 5)).pool(8).highest(5).sum(),
    "d6!": lambda: d(6).explode(depth=EXPLOSIONS),
    "10d6!": lambda: 10 @ d(6).explode(depth=EXPLOSIONS),
    "4d10!>=9": lambda: 4 @ d(10).explode([9, 10], depth=EXPLOSIONS),
    "6d6!!kh3": lambda: d(6).explode(depth=EXPLOSIONS).pool(6).highest(3).sum(),
    "5d6rr<=2": lambda: 5 @ d(6).reroll([1, 2], depth="inf"),
    "5d6ro<=2": lambda: 5 @ d(6).reroll([1, 2], depth=1),
    "d20adv": lambda: d(20).highest(2),
    "6d6min2max5": lambda: 6 @ d(6).map(lambda face: min(5, max(2, int(face)))),
    "40d6kh20": lambda: d(6).pool(40).highest(20).sum(),
}


@pytest.mark.parametrize("text", ICEPOOL)
def test_icepool_agrees(text: str) -> None:
    assert agrees(roll_odds(text), ICEPOOL[text]())


def generated(chance: Random, depth: int = 0) -> tuple[str, Any]:
    """An expression by chance, and the same in icepool."""
    number, sides = chance.randint(1, 5), chance.choice((2, 3, 4, 6, 8, 10, 12))
    few, face = chance.randint(1, number), chance.randint(1, sides - 1)
    middle = number - 2 * chance.randint(0, (number - 1) // 2)
    faces = [chance.randint(-2, 6) for _ in range(chance.randint(2, 6))]
    die, pool = d(sides), d(sides).pool(number)
    simple = (
        (f"{number}d{sides}", lambda: number @ die),
        (f"{few}", lambda: Die([few])),
        (f"{number}d{{{','.join(map(str, faces))}}}", lambda: number @ Die(faces)),
        (f"{number}d{sides}kh{few}", lambda: pool.highest(few).sum()),
        (f"{number}d{sides}kl{few}", lambda: pool.lowest(few).sum()),
        (f"{number}d{sides}km{middle}", lambda: pool.middle(middle).sum()),
        (f"{number}d{sides}min{face}", lambda: number @ die.map(lambda rolled: max(face, int(rolled)))),
        (f"{number}d{sides}ro<={face}", lambda: number @ die.reroll([*range(1, face + 1)], depth=1)),
        (f"{number}d{sides}r{face}", lambda: number @ die.reroll([face], depth="inf")),
        (f"{number}d{sides}!", lambda: number @ die.explode(depth=EXPLOSIONS)),
        (f"{number}d{sides}!!kh{few}", lambda: die.explode(depth=EXPLOSIONS).pool(number).highest(few).sum()),
        (f"{number}d{sides}>={face}", lambda: number @ (die >= face)),
    )
    if depth > 1 or chance.random() < 0.3:
        text, made = chance.choice(simple)
        return text, made()
    (one, die), (other, second), (more, third) = (generated(chance, depth + 1) for _ in range(3))
    joined = [
        (f"({one})-({other})", lambda: die - second),
        (f"({one})+({other})", lambda: die + second),
        (f"({one})*{few}", lambda: die * few),
        (f"({one})/{face + 1}", lambda: die // (face + 1)),
        (f"max({one}, {other})", lambda: icepool.highest(die, second)),
    ]
    if len(die) + len(second) + len(third) < 120:  # icepool goes down once for each outcome of a pool
        pool = Pool([die, second, third])
        joined += [
            (f"{{{one}, {other}, {more}}}kh2", lambda: pool.highest(2).sum()),
            (f"{{{one}, {other}, {more}}}km1", lambda: pool.middle(1).sum()),
        ]
    text, made = chance.choice(joined)
    return text, made()


def test_icepool_agrees_on_whatever_is_written() -> None:
    chance = Random(11)
    for _ in range(200):
        text, die = generated(chance)
        assert agrees(roll_odds(text), die), text


def test_icepool_agrees_on_the_highest_of_mixed_dice() -> None:
    assert agrees(roll_odds("d6+2d8+d12", "highest"), icepool.highest(d(6), d(8), d(8), d(12)))


def test_mean_deviation_and_tails() -> None:
    odds = roll_odds("2d6")
    assert odds.mean == 7
    assert odds.deviation == pytest.approx((35 / 6) ** 0.5)
    assert odds.at_least(10) == Fraction(1, 6)
    assert roll_odds("4d6kh3").mean == Fraction(15869, 1296)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Ud8", {"steps_down": Fraction(1, 4)}),
        ("Ud4", {"used_up": Fraction(1, 2)}),
        ("1d!", {"bad": Fraction(1, 6)}),
        ("2d!", {"bad": Fraction(11, 36)}),
        ("3d!", {"bad": Fraction(91, 216)}),
        ("0d!", {"bad": 0}),
        ("d6", {}),
    ],
)
def test_marks(text: str, marks: dict[str, Fraction]) -> None:
    assert roll_odds(text).marks == marks


def test_as_json() -> None:
    assert roll_odds("2d2").to_json() == {
        "roll": "2d2",
        "dialect": "sum",
        "mean": 3.0,
        "deviation": pytest.approx(0.5**0.5),
        "outcomes": {
            "2": {"p": 0.25, "exact": "1/4"},
            "3": {"p": 0.5, "exact": "1/2"},
            "4": {"p": 0.25, "exact": "1/4"},
        },
        "marks": {},
    }


@pytest.mark.parametrize("text", ["200d1000", "200d1000kh100", "d1000!>=2", "d1000*d1000*d1000"])
def test_what_is_too_large_is_refused_with_advice(text: str) -> None:
    with pytest.raises(TooLarge, match="simulate it") as refused:
        roll_odds(text)
    assert re.search(r"\d{1,3}(,\d{3})+ (steps|bits|pairs|outcomes|results)", str(refused.value)), "its size is said"


def test_the_highest_of_dice_that_explode_is_no_higher_than_that_of_dice_that_do_not() -> None:
    odds = roll_odds("3d6!kh1")
    assert odds.at_least(6) == 1 - Fraction(5, 6) ** 3
    assert max(odds.chances) == 6


def test_a_dialect_of_ones_own() -> None:
    low = Dialect("low", under=True)
    assert roll_odds("d20adv", low).chances == roll_odds("2d20kl1").chances
