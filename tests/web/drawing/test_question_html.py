"""Questions as HTML: dice to spend are things to tap, each opens what it can be spent on."""

from msgspec.structs import replace

from tallow.games.optional import needed_bots
from tallow.play import Choice, Options, Span
from tallow.table import Pending, open_table
from tallow.table.seats import Seated
from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.question_html import _answers, questions
from tallow.wording.question_card import OptionShown, QuestionCard, question_card
from tallow.wording.table_speech import TableSpeech
from tests.web.english import ENGLISH


def drawn(what: str, options: Options):
    """The card of a question of Dead Weight."""
    table = open_table("dead_weight", "Tomb", {}, bytes(32)).table.sit(Seated("p1", "Bo", "player")).table
    action = needed_bots(table.rules).action(table.state, "p1")
    pending = Pending("p1", action, (), (), Choice("p1", what, options, ("Oswin",), "dead_weight.move"), (), number=1)
    return question_card(
        pending, "p1", TableSpeech(replace(table, pending=(pending,)), "p1", table.view("p1"), ENGLISH)
    )


def card(*options):
    return QuestionCard("choice", 3, 1, "ann", "Attack", "Spend a die?", "", "", "", options=options)


def test_the_referee_answers_for_somebody_in_a_field_too_not_from_a_list_of_thousands():
    other = str(questions(html_words(ENGLISH, "dead_weight"), (), "Bo", (drawn("how_many", Span(1, 100_000)),), ()))
    assert 'type="number"' in other
    assert 'max="100000"' in other
    assert len(other) < 4_000


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
