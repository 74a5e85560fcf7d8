from fractions import Fraction

import pytest

from tallow.odds.words import bar, chance, in_words, percent


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (0, "never"),
        (Fraction(1), "certain"),
        (Fraction(3, 4), "3 in 4 (75.0 %)"),
        (0.7503, "about 3 in 4 (75.0 %)"),
        (Fraction(11, 20), "11 in 20 (55.0 %)"),
        (Fraction(7, 48), "about 1 in 7 (14.6 %)"),
        (0.0101, "about 1 in 99 (1.0 %)"),
        (Fraction(1, 36), "1 in 36 (2.8 %)"),
        (Fraction(1, 60_466_176), "about 1 in 60,000,000 (0.000002 %)"),
        (0.958731, "about 23 in 24 (95.9 %)"),
        (0.99995, "about 19,999 in 20,000 (99.995 %)"),
    ],
)
def test_chances_in_words(p: Fraction | float, words: str) -> None:
    assert in_words(p) == words


def test_percentages_never_round_to_never_or_certain() -> None:
    assert [percent(p) for p in (0, 1, 0.5, 0.0004, 0.99999)] == ["0 %", "100 %", "50.0 %", "0.04 %", "99.9990 %"]


def test_bars() -> None:
    assert [bar(p, 4) for p in (0, 0.001, 0.5, 0.53, 1)] == ["", "▏", "██", "██▏", "████"]
    assert [bar(p, 4, ascii_only=True) for p in (0, 0.001, 0.5, 1)] == ["", "#", "##", "####"]


def test_fractions_beyond_reading_are_left_out() -> None:
    assert chance(Fraction(1, 3)) == {"p": 1 / 3, "exact": "1/3"}
    assert chance(Fraction(1, 7**2_000)) == {"p": 0.0, "exact": None}
    assert chance(0.25) == {"p": 0.25, "exact": None}
