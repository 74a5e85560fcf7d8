"""Play in the terminal: asking, answering, taking back, typed dice, explaining, leaving."""

import pytest

from tallow.play import Done
from tallow.terminal.session import Session
from tests.terminal.pit import GAME, Settings, State
from tests.terminal.sitting import MAKE, sit


def test_a_whole_game_from_making_to_the_end() -> None:
    shown, session = sit([*MAKE, *["1"] * 12])
    assert "What are you?" in shown
    assert "1  Brave  Goes first." in shown
    assert "a number from 1 to 10" in shown
    assert "Hob is made with" in shown
    assert "A rat waits in the pit." in shown
    assert "It is over" in shown
    step = session.step()
    assert isinstance(step, Done)
    assert session.character.kind == "pit.kind.brave"
    assert session.character.luck == 7


def test_dice_stand_behind_what_they_led_to() -> None:
    shown, session = sit([*MAKE, "strike"])
    hp = session.character.hp
    assert any(f"Hob is made with {hp} HP.  [2d6: {a} {hp - 6 - a}]" in shown for a in range(1, 7))


def test_hidden_dice_and_words_for_the_referee_stay_hidden() -> None:
    shown, _ = sit([*MAKE, "1"])
    assert "[the Pitmaster rolls in secret]" in shown
    assert "plans something" not in shown
    assert "d4:" not in shown


def test_refused_actions_are_shown_with_their_reason_and_cannot_be_chosen() -> None:
    shown, session = sit([*MAKE, "guard", "guard"])
    assert "Not now: Guard." in shown
    assert "Guard: not now. Hob is too tired." in shown
    assert isinstance(session.state, State)
    assert session.state.guarded


@pytest.mark.parametrize("answer", ["2", "sly", "Sly", "SL"])
def test_an_option_by_number_or_by_the_start_of_its_name(answer: str) -> None:
    _, session = sit([answer, "", "Hob", ""])
    assert session.character.kind == "pit.kind.sly"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["3"], '"3" is none of these. Type a number from 1 to 2, or the start of a name.'),
        (["brav e"], 'Did you mean "Brave"?'),
        (["", "11"], '"11" is not a number from 1 to 10.'),
        (["", "many"], '"many" is not a number from 1 to 10.'),
        (["", "", "x" * 2001], "2001 characters are too many"),
        ([*MAKE, "-"], '"-" is none of these.'),
    ],
)
def test_what_is_no_answer_changes_nothing_and_says_what_would_be(lines: list[str], said: str) -> None:
    shown, _ = sit(lines)
    assert said in shown
    before, _ = sit(lines[:-1])
    assert shown.count("?") >= before.count("?")


def test_an_ambiguous_name_lists_what_it_could_be() -> None:
    shown, _ = sit(["", "", "Hob", "a"])
    assert "What waits below?" in shown
    taken, session = sit(["", "", "Hob", "cave"])
    assert "A cave bat waits" in taken
    assert session.state.foe == "cave bat"


def test_taking_back_returns_to_the_question_before_and_keeps_luck() -> None:
    straight, ahead = sit([*MAKE, "1"])
    crooked, back = sit([*MAKE, "3", "u", "1"])
    assert back.state == ahead.state
    assert "Taken back." in crooked
    assert "strikes the rat" in straight


def test_taking_back_to_the_very_start() -> None:
    shown, session = sit(["2", "3", "u", "u", "u", "1", "4", "Nan"])
    assert "Nothing to take back." in shown
    assert session.character.kind == "pit.kind.brave"
    assert session.character.luck == 4


def test_dice_from_the_real_table() -> None:
    shown, session = sit(["", "", "Hob", "3 5", "", *["1", "6"] * 3], own_dice=True)
    assert "Make: hp: roll 2d6 and type the faces" in shown
    assert session.character.hp == 14
    assert "[2d6: 3 5]" in shown
    assert "It is over, and you have won." in shown


def test_an_empty_line_has_own_dice_rolled_just_as_they_would_have_been() -> None:
    _, theirs = sit(MAKE)
    _, mine = sit(["", "7", "Hob", "", ""], own_dice=True)
    assert mine.character == theirs.character


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3", "Dice wanted: 2; typed: 1."),
        ("3 7", "7 is not on a d6."),
        ("3 x", '"3 x" is not a row of numbers.'),
    ],
)
def test_faces_that_no_dice_show(line: str, said: str) -> None:
    shown, session = sit(["", "", "Hob", line, "2,2"], own_dice=True)
    assert said in shown
    assert "such as 2 3" in shown
    assert session.character.hp == 10


def test_help_explains_the_question_and_the_last_line() -> None:
    shown, _ = sit([*MAKE, "1", "?"])
    assert "What you can type" in shown
    assert "The rule behind the last line" in shown
    assert "A bite does d4." in shown
    asked, _ = sit(["?"])
    assert "The rule behind the question" in asked
    assert "A digger is brave or sly" in asked


def test_help_on_an_option_and_on_words() -> None:
    shown, _ = sit(["? 2", "?strike", "? nothing of the kind"])
    assert "Goes last, and lives to say so." in shown
    assert "How we read it: Digging is striking." in shown
    assert 'The rulebook has nothing on "nothing of the kind".' in shown
    action, _ = sit([*MAKE, "? 1"])
    assert "A strike does d6." in action


def test_looking_shows_everything() -> None:
    shown, _ = sit([*MAKE, "v"])
    assert "foe hp ●●●●●●●●●●●●● 13 of 13" in shown
    assert "signs:  ! tired" in shown


@pytest.mark.parametrize("lines", [[], ["1"], [*MAKE], [*MAKE, "1"]])
def test_the_input_may_end_anywhere(lines: list[str]) -> None:
    shown, _ = sit(lines)
    assert shown.endswith("The input has ended.")


def test_leaving() -> None:
    shown, _ = sit(["1", "q", "1"])
    assert shown.endswith("You leave the table.")


def test_quick_asks_nothing_of_the_making() -> None:
    shown, session = sit(["2"], quick=True)
    assert "What are you?" not in shown
    assert "What waits below?" in shown
    assert session.state.foe == "cave bat"


def test_foes_by_name() -> None:
    shown, _ = sit(MAKE[:3], foes="mole")
    assert "A mole waits in the pit." in shown


def test_the_same_seed_and_answers_are_the_same_game() -> None:
    assert sit([*MAKE, "1", "1"])[0] == sit([*MAKE, "1", "1"])[0]
    rolled = {Session(GAME, Settings(), seed, quick=True).step().events for seed in range(20)}
    assert len(rolled) > 5
