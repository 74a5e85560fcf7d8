"""Questions as HTML: dice to spend are things to tap, each opens what it can be spent on."""

from msgspec.structs import replace

from tallow.games.optional import needed_bots
from tallow.play import Choice, Options, Span
from tallow.table import Pending, open_table
from tallow.table.seats import Seated
from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.question_html import _answers, questions
from tallow.wording.question_card import OptionShown, OwnWords, QuestionCard, question_card
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
        OptionShown('["push",4]', "Push with the 4", face=4),
    )
    page = _answers(html_words(ENGLISH, "cairn"), asked)
    assert page.count("<details") == 3
    assert page.count("ways to spend it: 2") == 2
    eight, four = page.index('data-face="8"'), page.index('data-face="4"')
    assert eight < page.index("no Save") < four < page.index("Stop with the 4")
    assert page.index("Stop with the 4") < page.index("Focus: Stop") < page.index("Spend no more")
    assert page.count('<button name="answer"') == 6
    assert not asked.search


def test_few_options_that_spend_a_die_lie_open_with_their_price():
    asked = card(OptionShown('"no"', "Let them fall"), OptionShown("6", "Fend off the 6", "Fatigued: 60.0 %", face=6))
    page = _answers(html_words(ENGLISH, "cairn"), asked)
    assert "<details" not in page
    assert page.index('data-face="6"') < page.index("Fend off the 6") < page.index("Fatigued: 60.0 %")


def test_what_one_may_write_is_a_field_beside_the_list():
    few = replace(card(OptionShown('"roll"', "Roll")), own=OwnWords(1, '"another"', "Another", 60))
    page = str(questions(html_words(ENGLISH, "cairn"), (few,), "", (), ()))
    assert page.index('<form class="own"') < page.index("Roll</span>")
    assert 'name="answer" value="&#34;another&#34;"' in page
    assert 'name="text" maxlength="60"' in page
    many = replace(few, options=tuple([OptionShown(str(at), f"Name {at}") for at in range(20)]))
    page = str(questions(html_words(ENGLISH, "cairn"), (many,), "", (), ()))
    assert page.index("Name 19") < page.index('<form class="own"')


def test_without_dice_nothing_is_tapped_open():
    asked = card(OptionShown('"no"', "No"), OptionShown("5", "5"))
    assert "<details" not in _answers(html_words(ENGLISH, "cairn"), asked)
