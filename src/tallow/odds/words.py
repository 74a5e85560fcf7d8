"""Probabilities as words, percentages and bars."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor, log10
from typing import Any

MOST_DIGITS = 1_000
"""Longer fractions are not given."""

ENGLISH = {"never": "never", "certain": "certain", "exact": "{of} in {out_of}", "about": "about {of} in {out_of}"}

_EIGHTHS = " ▏▎▍▌▋▊▉"
_SMALL = (*range(2, 11), 12, 20)


def chance(p: Fraction | float) -> dict[str, Any]:
    """A chance as plain values: a float, and the exact fraction if there is one of at most `MOST_DIGITS`."""
    if isinstance(p, float) or p.denominator.bit_length() > MOST_DIGITS * 3.3:
        return {"p": float(p), "exact": None}
    return {"p": float(p), "exact": str(p)}


def in_words(p: Fraction | float, words: Mapping[str, str] = ENGLISH) -> str:
    """A chance in words: `about 3 in 4 (75.0 %)`, `never`, `certain`. Another language gives its own phrases."""
    if p <= 0:
        return words["never"]
    if p >= 1:
        return words["certain"]
    of, out_of = _ratio(p)
    how = "exact" if Fraction(p) == Fraction(of, out_of) else "about"
    return f"{words[how].format(of=f'{of:,}', out_of=f'{out_of:,}')} ({percent(p)})"


def percent(p: Fraction | float) -> str:
    """A percentage with one decimal, or with as many as it needs to differ from 0 and 100."""
    if p in {0, 1}:
        return f"{100 * int(p)} %"
    least = min(float(p), float(1 - p)) * 100
    places = 1 if least >= 0.05 else min(12, floor(-log10(least)) + 1) if least > 0 else 12
    return f"{float(p) * 100:.{places}f} %"


def _ratio(p: Fraction | float) -> tuple[int, int]:
    """The nearest simple ratio: 3 in 4, 1 in 40, 99 in 100."""
    if isinstance(p, Fraction) and p.denominator <= 20:
        return p.numerator, p.denominator
    if 1 - p < 0.1:
        rare = _round(1 / (1 - p))
        return rare - 1, rare
    if p < 0.1:
        return 1, _round(1 / p)
    return min(
        ((max(1, min(n - 1, round(p * n))), n) for n in _SMALL),
        key=lambda ratio: (abs(float(p) - ratio[0] / ratio[1]) + ratio[1] / 1_500, ratio[1]),
    )


def _round(number: Fraction | float) -> int:
    """Two significant digits of a large number."""
    scale = int(10 ** max(0, floor(log10(float(number))) - 1))
    return round(float(number) / scale) * scale


def bar(p: Fraction | float, width: int = 30, *, ascii_only: bool = False) -> str:
    """A bar of this share of the width; never empty if the share is not 0."""
    if ascii_only:
        return "#" * max(round(float(p) * width), 1 if p > 0 else 0)
    eighths = max(round(float(p) * width * 8), 1 if p > 0 else 0)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
