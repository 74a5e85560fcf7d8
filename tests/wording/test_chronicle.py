"""A table's log as a story: scenes, dice, deaths, and no secret in what onlookers are told."""

from html.parser import HTMLParser

import pytest

from tallow.games.deeds import Action
from tallow.play import REFEREE, Roll, Rolled, Told
from tallow.table import Line
from tallow.wording.chronicle.chronicle import Chronicle, Passage, chronicle
from tallow.wording.chronicle.formats import FORMATS, as_html, as_markdown, as_text
from tests.table.evenings import example

TABLE = example("cairn")


def line(number: int, *events: Rolled | Told, action: str = "strike") -> Line:
    return Line(number, REFEREE, Action(action), (), ("server",) * len(events), events)


def rolled(face: int, *, hidden: bool = False) -> Rolled:
    return Rolled(Roll(1, 6, REFEREE, "cairn.attack.roll", hidden), (face,))


def told(code: str, *facts: str | int, seen_by: tuple[str, ...] | None = None) -> Told:
    return Told(code, facts, "cairn.attack.roll") if seen_by is None else Told(code, facts, "", seen_by)


LOG = [
    (1, False, line(1, told("phase.town"))),
    (2, False, line(2, told("fight.begins", "Goblin"))),
    (3, True, line(3, told("fight.round", 77))),
    (4, False, line(4, rolled(5), told("harm.dead", "Bryn"))),
    (5, False, line(5, rolled(4, hidden=True), told("fight.round", 88, seen_by=(REFEREE,)))),
    (6, False, line(0, told("table.said", "Ann", "# Well *done* <b>!"), action="table.said")),
    (7, False, line(0, told("table.dice_typed", "Ann"), action="table.dice_typed")),
]


def test_scenes_begin_where_the_game_says_so_and_what_was_undone_is_left_out():
    story = chronicle(TABLE, LOG)
    assert [len(scene) for scene in story.scenes] == [1, 4]
    said = as_text(story)
    assert said.count("* * *") == 1
    assert "77" not in said
    assert "real dice" not in said


def test_what_the_referee_narrates_belongs_to_the_story():
    log = [*LOG, (8, False, line(0, told("table.narrated", "Rain falls on the mill."), action="table.narrated"))]
    assert "Rain falls on the mill." in as_text(chronicle(TABLE, log))


def test_deaths_stand_apart_with_their_dice():
    said = as_text(chronicle(TABLE, LOG))
    assert "\n\n    † Bryn is dead.  [d6: 5]\n\n" in said
    assert '<p class="grave"><b>Bryn</b> is dead. <small>d6: 5</small></p>' in as_html(chronicle(TABLE, LOG))
    assert "\n> † **Bryn** is dead. `d6: 5`\n" in as_markdown(chronicle(TABLE, LOG))


@pytest.mark.parametrize("format_", FORMATS)
def test_onlookers_are_told_no_secret_and_the_referee_all(format_):
    public = FORMATS[format_](chronicle(TABLE, LOG))
    assert "88" not in public
    assert "d6: 4" not in public
    assert "Ann rolls in secret" in public
    secret = FORMATS[format_](chronicle(TABLE, LOG, secrets=True))
    assert "88" in secret
    assert "d6: 4" in secret


def test_what_people_say_is_text_and_no_markup():
    story = chronicle(TABLE, LOG)
    assert "Ann: # Well *done* <b>!" in as_text(story)
    assert r"\# Well \*done\* \<b\>!" in as_markdown(story)
    assert "# Well *done* &lt;b&gt;!" in as_html(story)


def test_a_page_closes_all_that_it_opens():
    open_: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, _attrs):
            if tag not in {"meta", "hr", "br"}:
                open_.append(tag)

        def handle_endtag(self, tag):
            assert open_.pop() == tag

    Reader().feed(as_html(chronicle(TABLE, LOG, secrets=True)))
    assert open_ == []


def test_the_story_is_told_in_the_reader_s_language():
    log = [(1, False, line(1, told("slain", "Goblin")))]
    story = chronicle(example("black_hack"), log, "ja")
    assert story.language == "ja"
    assert "卓についた人" in story.about


def test_the_story_of_a_game_without_the_language_is_told_in_english(cairn_in_english_alone):
    assert chronicle(TABLE, LOG, "ja").language == "en"


def test_markdown_begins_no_list_by_what_is_told():
    passage = Passage((("3. Something", False),), "", grave=False)
    assert "3\\. Something" in as_markdown(Chronicle("T", "A", "en", (((passage,),),)))
