"""Run a fight thousands of times by the game's own rules, with bots on both sides, and say how it goes.

A party or its foes are names from the bestiary or stat lines, parted by semicolons; x4 behind one means four of it.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator

from tallow.cli.options import number, pen, settings, show, show_json, takes_game, takes_json, takes_settings
from tallow.games import game
from tallow.odds.words import bar, in_words, percent
from tallow.simulate import Report, replay, simulate
from tallow.terminal.pen import Pen
from tallow.terminal.speech import Speech
from tallow.terminal.story import story

EXAMPLES = """\
  tallow simulate cairn --party "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4" --foes "Goblin x4"
  tallow simulate cairn --party "6 HP, 12 STR, axe (d8) x2" --foes "Wolf; Goblin x2" -n 2000 --seed 7 --json
  tallow simulate cairn --party "3 HP, spear (d6) x3" --foes Goblin -n 1000 --show
"""

MOST = 100_000_000


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    takes_game(parser)
    parser.add_argument("--party", required=True, metavar="SPEC", help="the party: names or stat lines")
    parser.add_argument("--foes", required=True, metavar="SPEC", help="those against it: names or stat lines")
    parser.add_argument("-n", type=number(1, MOST), default=10_000, metavar="N", help="how many fights (10000)")
    parser.add_argument("--seed", type=number(0), default=0, metavar="N", help="the same seed, the same answer (0)")
    parser.add_argument("--cores", type=number(1), metavar="N", help="how many processes (as many as it is worth)")
    parser.add_argument("--show", action="store_true", help="tell one of these fights as a story first")
    takes_settings(parser)
    takes_json(parser)


def run(given: Namespace) -> int:
    """Fight."""
    played = game(given.game)
    chosen = settings(played, given.set)
    speech, drawn = Speech(played), pen(played)
    if given.show and not given.json:
        speech.state = played.fight(given.party, given.foes, chosen)
        show([drawn.rule("One of these fights"), *story(replay(played, speech.state, given.seed), speech, drawn), ""])
        sys.stdout.flush()
    with_progress = _progress() if sys.stderr.isatty() else None
    try:
        report = simulate(
            played,
            given.party,
            given.foes,
            n=given.n,
            seed=given.seed,
            cores=given.cores,
            settings=chosen,
            progress=with_progress,
        )
    finally:
        if with_progress:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    if given.json:
        show_json(report.to_json_dict())
    else:
        show(told(report, played.title, speech, drawn))
    return 0


def _progress() -> Callable[[int, int], None]:
    def tell(done: int, n: int) -> None:
        print(f"\r{done:,} of {n:,} fights ", end="", file=sys.stderr, flush=True)

    return tell


def told(report: Report, title: str, speech: Speech, drawn: Pen) -> Iterator[str]:
    """A report in words."""
    yield drawn.rule(f"{title}, {report.n:,} {'fight' if report.n == 1 else 'fights'}", f"seed {report.seed}")
    yield from drawn.wrap(f"{report.party}  against  {report.foes}", hang=2)
    yield ""
    wins = report.wins
    yield f"The party wins {drawn.strong('every time' if wins.p >= 1 else in_words(wins.p))}."
    between = f"{percent(wins.low)} and {percent(wins.high)}"
    yield from drawn.wrap(f"The true chance lies between {between}, 95 times in 100.")
    yield ""
    names = {name: speech.label(name) for name in report.counts}
    wide = max(map(len, names.values()), default=0)
    yield drawn.faint(f"{'':<{wide}}  {'mean':>7}   in 90 of 100 fights")
    for name, spread in report.counts.items():
        span = f"{spread.p5:g}" if spread.p5 == spread.p95 else f"{spread.p5:g} to {spread.p95:g}"
        yield f"{names[name]:<{wide}}  {drawn.strong(f'{spread.mean:>7.2f}')}   {span}"
    yield ""
    yield drawn.faint("How they end")
    ends = {how: speech.label(how) for how in report.ends}
    wide = max(map(len, ends.values()))
    for how, share in report.ends.items():
        drawn_bar = drawn.accent(bar(share, min(30, drawn.width - wide - 14), ascii_only=not drawn.shapes))
        yield f"{ends[how]:<{wide}}  {percent(share):>7}  {drawn_bar}".rstrip()
    yield ""
    yield drawn.faint(f"{report.seconds:.1f} s, {report.per_second:,.0f} fights a second.")
