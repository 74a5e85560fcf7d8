"""Questions of odds, and what is said when they are asked wrongly."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.game import Game, GameOdds, Inquiry, Parameter
from tallow.games.optional import needed_bots
from tallow.mechanics import Expression, Malformed, Unknown, total
from tallow.odds import Answer, TooLarge, ask, effort
from tallow.odds.ask import example
from tallow.odds.chain import absorb
from tallow.play import Play, Undecidable
from tests.odds.goldens import FILE, answered

CAIRN = game("cairn")


@pytest.mark.parametrize("line", FILE.read_text("utf-8").splitlines(), ids=lambda line: line.partition(": ")[0])
def test_goldens(line: str) -> None:
    assert answered(line) == line


def test_as_json() -> None:
    assert ask(CAIRN, "save", {"score": "11"}).to_json() == {
        "game": "cairn",
        "question": "save",
        "given": {"score": 11},
        "goal": "",
        "played": "",
        "outcomes": {"success": {"p": 0.55, "exact": "11/20"}, "failure": {"p": 0.45, "exact": "9/20"}},
        "best": None,
    }
    attack = ask("cairn", "attack", {"str": "10", "hp": "3", "armor": "1", "dice": "d8+d6"}).to_json()
    assert attack["given"] == {"dice": "d6+d8", "armor": 1, "hp": 3, "str": 10, "target": "pc"}
    assert list(attack["outcomes"]) == ["no_harm", "hp_loss", "scar", "wounded", "critical"]
    assert attack["outcomes"]["scar"] == {"p": 7 / 48, "exact": "7/48"}


@pytest.mark.parametrize(
    ("dice", "written"), [("2d6", "d6+d6"), ("d8 + D6", "d6+d8"), ("enhanced", "d12"), ("d8+d8 impaired", "d4+d4")]
)
def test_dice_in_the_games_dialect(dice: str, written: str) -> None:
    assert ask(CAIRN, "attack", {"dice": dice, "hp": "4"}).given["dice"] == written


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("atack", {}, 'Did you mean "attack"?'),
        ("luck", {}, 'There are "save", "attack", '),
        ("attack", {"armour": "1"}, 'Did you mean "armor"?'),
        ("save", {"x": "1"}, 'Did you mean "score"?'),
    ],
)
def test_unknown_names(name: str, given: dict[str, str], told: str) -> None:
    with pytest.raises(Unknown) as fault:
        ask(CAIRN, name, given)
    assert told in str(fault.value)


@pytest.mark.parametrize(
    ("name", "given", "text", "at", "expected"),
    [
        ("save", {}, "save", 4, "score=a whole number from 0 to 30, as in: save score=11"),
        ("attack", {"hp": "3"}, "attack hp=3", 11, "dice=dice, as in: attack dice=d6 hp=4"),
        ("save", {"score": "31"}, "score=31", 6, "a whole number from 0 to 30"),
        ("save", {"score": "-1"}, "score=-1", 6, "a whole number from 0 to 30"),
        ("save", {"score": "eleven"}, "score=eleven", 6, "a whole number from 0 to 30"),
        ("save", {"score": "٣"}, "score=٣", 6, "a whole number from 0 to 30"),
        ("attack", {"dice": "d6+x", "hp": "3"}, "dice=d6+x", 8, "dice such as 2d6, a number or a bracket"),
        ("attack", {"dice": "d6+1", "hp": "3"}, "dice=d6+1", 8, "plain dice, such as d6+d8 or 2d6"),
        ("attack", {"dice": "d6", "hp": "3", "target": "me"}, "target=me", 7, "pc or npc"),
        ("duel", {"one": "", "other": "Goblin"}, "one=", 4, "text"),
        (
            "duel",
            {"one": "4 HP", "other": "Goblin x2"},
            "Goblin x2",
            0,
            "a single fighter: a duel has one on each side",
        ),
    ],
)
def test_what_is_wrong_is_pointed_at(name: str, given: dict[str, str], text: str, at: int, expected: str) -> None:
    with pytest.raises(Malformed) as fault:
        ask(CAIRN, name, given)
    assert (fault.value.text, fault.value.at, fault.value.expected) == (text, at, expected)


def test_settings_are_checked() -> None:
    given = {"foes": "2", "wil": "8"}
    with pytest.raises(Unknown, match="morale_half"):
        ask(CAIRN, "morale", given, settings={"moral_half": "fallen"})
    with pytest.raises(Unknown, match='"leader_or_each" or "leader_or_group" or "off"'):
        ask(CAIRN, "morale", given, settings={"morale": "on"})
    assert ask(CAIRN, "morale", given, settings=CAIRN.settings(morale="off")).outcomes == {"2_stay": 1}


@pytest.mark.parametrize("inquiry", CAIRN.odds.inquiries, ids=lambda inquiry: inquiry.name)
def test_every_question_has_an_example_that_can_be_asked(inquiry: Inquiry) -> None:
    _, *parts = example(inquiry).split(" ") if inquiry.name != "duel" else ["", *example(inquiry)[5:].split(" other=")]
    given = {}
    for parameter, part in zip([p for p in inquiry.parameters if p.default is None], parts, strict=True):
        given[parameter.name] = part.removeprefix(f"{parameter.name}=").strip('"')
    answer = ask(CAIRN, inquiry.name, given)
    assert sum(answer.outcomes.values()) == 1
    assert set(answer.outcomes) <= set(inquiry.outcomes)
    assert inquiry.why in CAIRN.book.entries()


def two_tries(play: Play, score: int) -> str:
    """A save that may be tried again once."""
    (face,) = play.roll(1, 20, by="player", why="")
    if play.choose("player", "again", ("no", "yes"), why="") == "yes":
        (face,) = play.roll(1, 20, by="player", why="")
    return "success" if face <= score else "failure"


def played_by(inquiry: Inquiry, notation: Any = "highest") -> Game[Any]:
    bots = replace(needed_bots(CAIRN), answer=lambda choice: choice.options[0])
    return replace(CAIRN, odds=GameOdds((inquiry,), notation), bots=bots)


SCORE = (Parameter("score", "number", 10, high=20),)
TRIES = Inquiry("tries", SCORE, two_tries, ("success", "failure"), "", {"pass": ("success",), "fail": ("failure",)})


@pytest.mark.parametrize(("goal", "reached", "other"), [("pass", "success", "failure"), ("fail", "failure", "success")])
def test_with_a_goal_the_chances_are_those_of_the_best_play_for_it(goal: str, reached: str, other: str) -> None:
    answer = ask(played_by(TRIES), "tries", {}, goal=goal)
    assert answer.outcomes == {reached: Fraction(3, 4), other: Fraction(1, 4)}
    assert (answer.goal, answer.best, answer.played) == (goal, Fraction(3, 4), "best")
    assert answer.to_json()["best"] == {"p": 0.75, "exact": "3/4"}


def test_without_a_goal_the_bots_decide_and_the_answer_says_so() -> None:
    answer = ask(played_by(TRIES), "tries", {})
    assert answer.outcomes == {"success": Fraction(1, 2), "failure": Fraction(1, 2)}
    assert (answer.goal, answer.best, answer.played) == ("", None, "bots")
    assert answer.to_json()["played"] == "bots"


def test_a_question_may_have_a_policy_of_its_own() -> None:
    own = replace(TRIES, decide=lambda choice: choice.options[-1])
    assert ask(played_by(own), "tries", {"score": 5}).outcomes["success"] == Fraction(1, 4)


def test_too_many_cases_are_refused_and_those_done_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "MOST_RUNS", 2_000)

    def much(play: Play, score: int) -> str:
        for _ in range(score):
            play.roll(1, 20, by="player", why="")
        return "success"

    inquiry = Inquiry("much", SCORE, much, ("success",), "", {"pass": ("success",)})
    for goal in ("", "pass"):
        seen: list[int] = []
        with pytest.raises(TooLarge, match=r"more than 2,000 cases .* fewer dice"):
            ask(played_by(inquiry), "much", {}, goal=goal, progress=seen.append)
        assert seen == [1_000, 2_000]


@pytest.mark.parametrize(("name", "dice"), [("cairn", "12d12"), ("cairn", "5d12+5d10+5d8"), ("black_hack", "12d12")])
def test_dice_that_fall_in_too_many_ways_are_refused_with_their_number(name: str, dice: str) -> None:
    given = {"dice": dice, "hp": "4"} if name == "cairn" else {"dice": dice, "score": "10"}
    ways = {"12d12": "1,352,078", "5d12+5d10+5d8": "6,925,830,912"}[dice]
    with pytest.raises(TooLarge, match=f"{ways} ways.*fewer or smaller dice"):
        ask(name, "attack", given)


def test_unknown_goals() -> None:
    with pytest.raises(Unknown, match='Did you mean "pass"'):
        ask(played_by(TRIES), "tries", {}, goal="pas")


def test_other_games_take_whole_expressions() -> None:
    def beats(play: Play, dice: Expression) -> str:
        return "yes" if total(play, dice, "player") >= 10 else "no"

    inquiry = Inquiry("beats", (Parameter("dice", "dice"),), beats, ("yes", "no"), "")
    answer: Answer = ask(played_by(inquiry, "sum"), "beats", {"dice": "2d6 + 1"})
    assert (answer.given, answer.outcomes["yes"]) == ({"dice": "2d6+1"}, Fraction(5, 18))


def test_a_walk_between_two_ends() -> None:
    def step(play: Play, at: int) -> int:
        (face,) = play.roll(1, 3, by="", why="")
        return at + face - 2

    def ends(at: int) -> str:
        return "left" if at == 0 else "right" if at == 10 else ""

    assert absorb({3: Fraction(1)}, step, ends, None) == {"left": Fraction(7, 10), "right": Fraction(3, 10)}


def test_what_never_ends_or_is_too_large_is_refused() -> None:
    with pytest.raises(Undecidable, match="for ever"):
        absorb({0: Fraction(1)}, lambda _play, at: 1 - at, lambda _: "", None)
    with pytest.raises(TooLarge, match="situations"):
        absorb({0: Fraction(1)}, lambda _play, at: at + 1, lambda _: "", None)


def test_numbers_may_be_given_as_numbers() -> None:
    assert ask("cairn", "save", {"score": 11}) == ask("cairn", "save", {"score": "11"})
    with pytest.raises(Malformed, match="from 0 to 30"):
        ask("cairn", "save", {"score": 99})


def test_settings_that_are_wrong_are_said_by_questions_that_heed_none() -> None:
    with pytest.raises(Unknown, match="setting"):
        ask("cairn", "save", {"score": 11}, settings={"scar": "none"})


def test_a_goal_of_a_question_without_decisions_is_refused() -> None:
    with pytest.raises(Malformed, match="nothing to decide"):
        ask("cairn", "save", {"score": 11}, goal="success")
