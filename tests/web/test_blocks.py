"""Blocks as HTML."""

from tallow.games.view import Boxes, Panel
from tallow.web.blocks import blocks
from tallow.web.pen import pen
from tallow.web.words import WORDS


def drawn(*shown):
    return "".join(map(str, blocks(pen(WORDS, "cairn"), Panel("p<1>", "Panel", "sheet", shown))))


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
