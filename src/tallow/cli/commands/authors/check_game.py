"""Say what a game lacks and what is wrong with it, file by file.

Its rulebook, its words and its tests are read, and random people, its characters, its bots and its odds are tried.
Wrong is what must be put right: then the exit code is 1. What a game may leave out is listed with what that costs.
"""

from argparse import ArgumentParser, Namespace
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from tallow.cli.faults import Wrong
from tallow.cli.options import number, pen, show_json, takes_json
from tallow.games import Unloadable, game
from tallow.testing.checking import LEVELS, Finding, check
from tallow.testing.trial_play import ACTIONS, GAMES

EXAMPLES = """\
  tallow check-game cairn --games 2
  tallow check-game cairn --games 2 --json
"""

HEADS = {"wrong": "wrong", "doubt": "in doubt", "optional": "left out"}


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("game", metavar="GAME", help="the game, by the name of its entry point")
    parser.add_argument("--tests", type=Path, metavar="DIR", help="its tests, if they are not beside the package")
    parser.add_argument(
        "--games", type=number(1, 10_000), default=GAMES, metavar="N", help=f"so many random games ({GAMES})"
    )
    parser.add_argument(
        "--actions", type=number(1, 1000), default=ACTIONS, metavar="N", help=f"so many actions in each ({ACTIONS})"
    )
    takes_json(parser)


def run(given: Namespace) -> int:
    """Check it; 1 if something is wrong."""
    if given.tests and not given.tests.is_dir():
        raise Wrong(f"There is no folder {given.tests}.")
    try:
        played = game(given.game)
    except Unloadable as fault:
        return _told(given, given.game, [Finding(fault.file, "wrong", fault.says)])
    return _told(given, played.title, check(played, given.tests, given.games, given.actions))


def _told(given: Namespace, title: str, found: list[Finding]) -> int:
    """Show what was found; 1 if something is wrong."""
    wrong = any(finding.level == "wrong" for finding in found)
    if given.json:
        show_json({"game": given.game, "well": not wrong, "findings": found})
    else:
        _show(found, pen().width)
        print(_verdict(title, found))
    return 1 if wrong else 0


def _show(found: list[Finding], width: int) -> None:
    for file, under in groupby(found, lambda finding: finding.file):
        print(file)
        for finding in under:
            said = f"{HEADS[finding.level]}: {finding.says}"
            print("\n".join(wrap(said, width, initial_indent="  ", subsequent_indent="    ")))


def _verdict(title: str, found: list[Finding]) -> str:
    """One sentence on all of it."""
    wrong, doubts, left_out = (sum(finding.level == level for finding in found) for level in LEVELS)
    if wrong:
        return f"{title}: {wrong} {'thing is' if wrong == 1 else 'things are'} wrong."
    more = [f"{doubts} in doubt"] * bool(doubts) + [f"{left_out} left out"] * bool(left_out)
    return f"{title}: all is well{' (' + ', '.join(more) + ')' if more else ''}."
