"""Blocks as HTML."""

import re

from tallow.games.view import Boxes, Chart, Panel, Stat, Token
from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.view.blocks import blocks
from tests.web.english import ENGLISH


def drawn(*shown):
    return "".join(map(str, blocks(html_words(ENGLISH, "cairn"), Panel("p<1>", "Panel", "sheet", shown))))


def test_boxes_are_drawn_as_on_paper_and_said_in_words():
    page = drawn(Boxes("luck", 5, 1, 2, 1, 3, 5))
    assert page.count('<i class="box ') == 5
    assert page.count('<i class="box slashed">') == 2
    assert page.count('<i class="box crossed">') == 1
    assert page.index("slashed") < page.index('"box crossed')
    assert '<span class="circle">1</span>' in page
    assert page.count('<i class="on">') == 3
    assert "2 of 5" in page
    assert "p<1>" not in page


def test_boxes_without_more_have_no_circle_and_no_marks():
    page = drawn(Boxes("luck", 2))
    assert page.count('<i class="box ') == 2
    assert "circle" not in page
    assert "track" not in page


def test_those_who_share_a_square_do_not_cover_each_other():
    alone = Token("d", "Dara", 0, 1, "party")
    for others in (2, 3, 4, 7):
        sharing = tuple(Token(f"t{at}", f"Rat {at}", 2, 1, "foes") for at in range(others))
        page = drawn(Chart("field", 4, 3, (alone, *sharing)))
        assert 'transform="translate(0 1)"' in page
        found = re.findall(r'transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"', page)
        spots = [(float(x), float(y), float(size)) for x, y, size in found]
        assert len(set(spots)) == others
        assert all(x >= 2 and x + size <= 3.01 and y >= 1 and y + size <= 2.01 for x, y, size in spots)
        centres = [(x + size / 2, y + size / 2) for x, y, size in spots]
        near = min(
            max(abs(x - left), abs(y - up)) for at, (x, y) in enumerate(centres) for left, up in centres[at + 1 :]
        )
        assert near >= 0.66 * spots[0][2]
        assert page.count("Rat 0") == 2, "once for a square, and once in the list"


def test_tokens_are_told_apart_by_what_stands_on_them():
    names = ("Sabin", "Sorrel", "Thora", "Goblin 1", "Goblin 12")
    page = drawn(Chart("field", 9, 1, tuple(Token(name, name, at, 0, "party") for at, name in enumerate(names))))
    marks = re.findall(r"<text([^>]*)>([^<]+)", page)
    assert [mark for kind, mark in marks if "name" not in kind] == ["Sa", "So", "T", "G1", "G12"]
    assert [name for kind, name in marks if "name" in kind] == ["Sabin", "Sorrel", "Thora", "Goblin", "Goblin"]


def test_the_name_under_a_token_is_never_cut_at_its_beginning():
    names = ("Goblin Scrapper 3", "Rat 12", "Skeleton 1", "Giant Rat")
    page = drawn(Chart("field", 9, 1, tuple(Token(name, name, at, 0, "foes") for at, name in enumerate(names))))
    assert re.findall(r'<text class="name"[^>]*>([^<]+)', page) == ["Scrapper", "Rat 12", "Skeleton", "Rat"]


def test_where_somebody_stands_and_looks_is_said_in_words():
    page = drawn(Chart("field", 4, 3, (Token("d", "Dara", 0, 1, "party", 2),)))
    assert "<b>Dara</b> column 1, row 2, facing east</li>" in page
    assert "<summary>Who stands where</summary>" in page


def test_numbers_with_long_names_have_room():
    short, long = (drawn(*(Stat(f"{name}{at}", at) for at in range(6))) for name in ("hp", "resistance"))
    assert 'class="stats n6"' in short
    assert 'class="stats n6 roomy"' in long
