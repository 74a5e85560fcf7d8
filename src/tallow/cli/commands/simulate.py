"""Run a fight thousands of times by the game's own rules, with bots on both sides, and say how it goes.

A party or its foes are names from the bestiary or stat lines, parted by semicolons; x4 behind one means four of it.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial

from tallow.cli.cluster import takes_cluster
from tallow.cli.options import (
    language,
    pen,
    settings,
    show,
    show_json,
    takes_game,
    takes_runs,
)
from tallow.cli.progress import nothing_yet, run_simulation
from tallow.games import game
from tallow.games.optional import needed_bots
from tallow.odds.words import percent
from tallow.simulate import Report, replay, simulate
from tallow.terminal.pen import Pen
from tallow.terminal.reports import numbers, often, shares
from tallow.terminal.story import story
from tallow.wording.speech import Speech

EXAMPLES = """\
  tallow simulate cairn --party "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4" --foes "Goblin x4"
  tallow simulate cairn --party "6 HP, 12 STR, axe (d8) x2" --foes "Wolf; Goblin x2" -n 2000 --seed 7 --json
  tallow simulate cairn --party "3 HP, spear (d6) x3" --foes Goblin -n 1000 --show
  tallow simulate cairn --party "3 HP, spear (d6) x3" --foes Goblin -n 1000000 --dask tcp://10.0.0.5:8786
"""

MOST = 100_000_000


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    takes_game(parser)
    parser.add_argument("--party", required=True, metavar="SPEC", help="the party: names or stat lines")
    parser.add_argument("--foes", required=True, metavar="SPEC", help="those against it: names or stat lines")
    takes_runs(parser, "fight", 10_000, MOST)
    takes_cluster(parser)


def run(given: Namespace) -> int:
    """Fight."""
    played = game(given.game, language(given))
    chosen = settings(played, given.set)
    speech, drawn = Speech(played), pen(played)
    if given.show and not given.json:
        speech.state = needed_bots(played).fight(given.party, given.foes, chosen)
        show(
            [drawn.rule(drawn.say("simulate.one")), *story(replay(played, speech.state, given.seed), speech, drawn), ""]
        )
        sys.stdout.flush()
    fights = partial(simulate, played, given.party, given.foes, settings=chosen)
    report, code = run_simulation(fights, given, drawn, "simulate.progress")
    if report is None:
        return nothing_yet(drawn)
    if given.json:
        show_json(report.to_json())
    else:
        show(told(report, played.title, speech, drawn))
    return code


def told(report: Report, title: str, speech: Speech, drawn: Pen) -> Iterator[str]:
    """A report in words."""
    head = drawn.say("simulate.title" if report.n == 1 else "simulate.titles", game=title, n=f"{report.n:,}")
    yield drawn.rule(head, drawn.say("simulate.seed", seed=report.seed))
    if report.partial:
        yield drawn.strong(drawn.say("simulate.stopped", done=f"{report.n:,}", n=f"{report.asked:,}"))
    yield from drawn.wrap(drawn.say("simulate.sides", party=report.party, foes=report.foes), hang=2)
    yield ""
    wins = report.wins
    yield from drawn.wrap(drawn.say("simulate.wins", often=often(wins, drawn)))
    yield from drawn.wrap(drawn.say("simulate.between", low=percent(wins.low), high=percent(wins.high)))
    yield ""
    yield from numbers(report, speech.label, drawn.say("simulate.span"), drawn)
    yield ""
    yield drawn.faint(drawn.say("simulate.ends"))
    yield from shares({speech.label(how): share for how, share in report.ends.items()}, drawn)
    yield ""
    yield drawn.faint(drawn.say("simulate.speed", seconds=f"{report.seconds:.1f}", rate=f"{report.per_second:,.0f}"))
