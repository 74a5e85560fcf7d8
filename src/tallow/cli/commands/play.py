"""Make a character and play a short fight, question by question. Dice are rolled for you, or typed in from your own."""

import sys
from argparse import ArgumentParser, Namespace

from tallow.cli.faults import Wrong
from tallow.cli.options import (
    language,
    pen,
    seed_or_random,
    settings,
    show,
    takes_language,
    takes_seed,
    takes_settings,
)
from tallow.games import game, names
from tallow.games.optional import archetypes_of, needed_bots
from tallow.terminal.loop import Loop
from tallow.terminal.session import Session

EXAMPLES = """\
  tallow play cairn
  tallow play cairn --quick --seed 7
  tallow play cairn --dice mine --foes "Goblin x2"
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="", help="the game, such as cairn (lists them)")
    takes_seed(parser)
    parser.add_argument(
        "--dice", choices=("yours", "mine"), default="yours", help="yours: tallow rolls; mine: I roll and type (yours)"
    )
    parser.add_argument("--quick", action="store_true", help="roll up the whole character at once")
    parser.add_argument("--foes", default="", metavar="SPEC", help='whom to fight, such as "Goblin x2" (asked)')
    takes_settings(parser)
    takes_language(parser)


def run(given: Namespace) -> int:
    """Play."""
    if not given.game:
        show([line for name in names() for line in _about(name, language(given))])
        return 0
    played = game(given.game, language(given))
    drawn = pen(played)
    seed = seed_or_random(given.seed)
    chosen = settings(played, given.set)
    if given.foes and (four := archetypes_of(played)):
        needed_bots(played).fight(four.party(1), given.foes, chosen)  # whoever is wrong is said before anybody is made
    session = Session(
        played,
        chosen,
        seed,
        foes=given.foes,
        quick=given.quick,
        own_dice=given.dice == "mine",
    )
    if not session.fights and (given.foes or given.quick):
        raise Wrong(f"{played.title} begins no fight by itself: play it without --foes and --quick.")
    welcome = "play.everybody" if not session.fights else "play.quick" if given.quick else "play.welcome"
    show(
        [
            drawn.rule(drawn.say(welcome, title=played.title)),
            *(drawn.faint(line) for line in drawn.wrap(drawn.say("play.keys"))),
        ]
    )
    Loop(session, drawn, _read, print).run()
    show([drawn.faint(drawn.say("play.again", seed=seed))])
    return 0


def _about(name: str, spoken: str) -> list[str]:
    """A game, and how to begin it."""
    played = game(name, spoken)
    drawn = pen(played)
    said = drawn.wrap(played.words.say("label", "about"), 2)
    return [drawn.rule(played.title), *drawn.wrap(drawn.say("play.begin", game=name), 2), *said, ""]


def _read(prompt: str) -> str | None:
    """A line of input; one from a pipe is echoed, so that the output reads like a played game."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    line = sys.stdin.readline()
    if not line:
        return None
    print(f"{prompt}{line.rstrip()}")
    return line
