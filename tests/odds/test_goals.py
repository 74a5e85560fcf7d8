"""Best play and the table of chances agree, in every question of every game that has something to decide."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tallow.games import game, names
from tallow.games.game import Game, Inquiry
from tallow.odds import ask
from tallow.play import best
from tallow.testing import covers

MORE: dict[tuple[str, str], dict[str, str]] = {
    ("dead_weight", "test"): {"dice": "3", "proficiency": "2", "disadvantage": "1"},
    ("dead_weight", "attack"): {"weapon": "Falchion", "dice": "2", "proficiency": "1", "dodges": "1"},
    ("dead_weight", "defend"): {"action": "Infectious bite", "dice": "2", "shields": "1", "armour": "1"},
    ("modified_cairn", "attack"): {"dice": "d6+d8", "guard": "3", "focus": "yes", "fends": "1", "armor": "1"},
    ("black_hack", "defend"): {"score": "11", "hd": "3", "attacks": "3"},
}
"""Something to decide in each, small enough to be quick."""


def goals() -> Iterator[tuple[str, str, str]]:
    for name in names():
        for inquiry in game(name).odds.inquiries:
            for goal in inquiry.goals:
                yield name, inquiry.name, goal


def arguments(played: Game[Any], inquiry: Inquiry, given: Mapping[str, str]) -> list[Any]:
    """What the rule is asked with."""
    shown = ask(played, inquiry.name, given).given
    taken = [
        tuple(sorted(int(die[1:]) for die in str(shown[one.name]).split("+")))
        if one.kind == "dice"
        else shown[one.name]
        for one in inquiry.parameters
    ]
    return [*taken, played.settings()] if inquiry.settings else taken


def test_all_have_an_example_here() -> None:
    assert {(name, question) for name, question, _ in goals()} == set(MORE)


@pytest.mark.parametrize(("name", "question", "goal"), list(goals()))
def test_the_table_has_the_chance_of_the_best_play(name: str, question: str, goal: str) -> None:
    played, given = game(name), dict(MORE[name, question])
    inquiry = next(one for one in played.odds.inquiries if one.name == question)
    wanted = set(inquiry.goals[goal])
    answer = ask(played, question, given, goal=goal)
    asked = arguments(played, inquiry, given)

    def reached(result: Any) -> bool:
        return not wanted.isdisjoint(result if isinstance(result, tuple) else (result,))

    found = best(inquiry.rule, *asked, goal=reached, maximise=(inquiry.player,))
    chances = found.distribution()
    assert sum(chances.values()) == 1
    assert sum(p for result, p in chances.items() if reached(result)) == found.value == answer.best
    for outcome in inquiry.outcomes:
        held = [p for result, p in chances.items() if outcome in (result if isinstance(result, tuple) else (result,))]
        assert answer.outcomes.get(outcome, 0) == sum(held, Fraction(0))


def harmed(**given: str | int) -> Fraction:
    """The chance that somebody with 3 Guard is wounded in Modified Cairn, as the bots play."""
    outcomes = ask("modified_cairn", "attack", {"dice": "d8", "guard": 3, **given}).outcomes
    return sum([Fraction(outcomes.get(how, 0)) for how in ("wounded", "critically_wounded", "dead")], Fraction(0))


@covers("modified_cairn.feat.focus", "modified_cairn.feat.fend")
def test_focus_and_fends_bear_on_the_table_without_a_goal_too() -> None:
    assert harmed() == Fraction(5, 8)
    assert harmed(focus="yes") == Fraction(6, 8)
    assert harmed(fends=1) == 0
    assert harmed(dice="d8+d8", fends=1) < harmed(dice="d8+d8")
    assert harmed(dice="d8+d8", fends=2) == 0
