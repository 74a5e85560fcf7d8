"""Dice to spend are things to tap: each opens what it can be spent on."""

from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.question_html import _answers
from tallow.web.phrases import ENGLISH
from tallow.wording.question_card import OptionShown, QuestionCard, _face


def card(*options):
    return QuestionCard("choice", 3, 1, "ann", "Attack", "Spend a die?", "", "", "", options=options)


def test_options_that_spend_a_die_stand_under_it_the_highest_first():
    asked = card(
        OptionShown('"done"', "Spend no more"),
        OptionShown('["stop",4]', "Stop with the 4", face=4),
        OptionShown('["stop",8]', "Stop with the 8", face=8),
        OptionShown('["no_save","stop",8]', "Stop with the 8, no Save", face=8),
        OptionShown('["focus","stop"]', "Focus: Stop", under="Focus"),
    )
    page = _answers(html_words(ENGLISH, "cairn"), asked)
    assert page.count("<details") == 3
    eight, four = page.index('data-face="8"'), page.index('data-face="4"')
    assert eight < page.index("no Save") < four < page.index("Stop with the 4")
    assert page.index("Stop with the 4") < page.index("Focus: Stop") < page.index("Spend no more")
    assert page.count('<button name="answer"') == 5
    assert not asked.search


def test_without_dice_nothing_is_tapped_open():
    asked = card(OptionShown('"no"', "No"), OptionShown("5", "5"))
    assert "<details" not in _answers(html_words(ENGLISH, "cairn"), asked)


def test_the_die_of_an_option_is_its_last_number():
    assert [_face(option) for option in (6, "no", ("stop", 5), ("no_save", "stop", 8), ("focus", "stop"), ())] == [
        6, 0, 5, 8, 0, 0,
    ]  # fmt: skip
