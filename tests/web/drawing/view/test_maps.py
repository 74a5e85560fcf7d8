"""Maps as SVG."""

import re

from tallow.games.view import Map, MapRoom
from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.view.maps import INDENT, chart, fitting, width_of
from tests.web.english import ENGLISH


def test_a_long_name_is_parted_between_words():
    assert fitting("1 The head of the stair", 4.4) == ["1 The head", "of the", "stair"]
    assert fitting("2 The wash", 6) == ["2 The wash"]
    assert fitting("Wheelwright", 1) == ["Wheelwright"]


def test_wide_letters_count_twice():
    assert width_of("水車") == width_of("mill")


def test_names_stay_inside_their_rooms():
    rooms = (MapRoom("a", "1", "The head of the stair", 0, 0, 5, 4), MapRoom("b", "2", "Yard", 8, 0, 5, 4))
    page = chart(html_words(ENGLISH, "cairn"), Map("map", rooms), "m", "")
    lines = re.findall(r'<tspan x="0.3" dy="[^"]*">([^<]*)</tspan>', page)
    assert " ".join(lines) == "1 The head of the stair"
    assert all(width_of(line) <= 5 - 2 * INDENT for line in lines)
