"""Reports of simulations as lines for the terminal."""

from collections.abc import Callable, Iterator

from tallow.odds.words import bar, percent
from tallow.simulate import Interval, Report
from tallow.terminal.pen import Pen
from tallow.wording.columns import columns, padded

Label = Callable[[str], str]
"""A code in words."""

BAR = 30


def often(share: Interval, drawn: Pen) -> str:
    """A share in words."""
    return drawn.strong(drawn.say("simulate.always") if share.p >= 1 else drawn.chance(share.p))


def numbers(report: Report, label: Label, span: str, drawn: Pen) -> Iterator[str]:
    """Each number that was counted: its mean, and the range of nine in ten."""
    names = {name: label(name) for name in report.counts}
    wide = max(map(columns, names.values()), default=0)
    narrow = wide + columns(span) + 12 > drawn.width  # then each number has a line of its own below its name
    mean = drawn.say("simulate.mean")
    yield drawn.faint(f"{'' if narrow else padded('', wide + 2)}{' ' * (7 - columns(mean))}{mean}   {span}")
    for name, spread in report.counts.items():
        low, high = f"{spread.p5:g}", f"{spread.p95:g}"
        said = low if low == high else drawn.say("simulate.from_to", low=low, high=high)
        if narrow:
            yield names[name]
        yield f"{'' if narrow else padded(names[name], wide + 2)}{drawn.strong(f'{spread.mean:>7.2f}')}   {said}"


def shares(found: dict[str, float], drawn: Pen) -> Iterator[str]:
    """A bar for each share of the whole."""
    wide = max(map(columns, found))
    for name, share in found.items():
        drawn_bar = drawn.accent(bar(share, min(BAR, drawn.width - wide - 14), ascii_only=not drawn.shapes))
        yield f"{padded(name, wide)}  {percent(share):>7}  {drawn_bar}".rstrip()
