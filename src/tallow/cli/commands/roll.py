"""Roll dice in the usual notation, and show which were kept, dropped or rolled again.

`d6+d8` adds up, unless a game is named that reads it otherwise.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import Random

from tallow.cli.options import language, pen, show, show_json, takes_json, takes_language, takes_seed
from tallow.games import game
from tallow.mechanics.notation import parse
from tallow.mechanics.rolling import Die, Result, roll
from tallow.play import Choice, Simulated, Undecidable
from tallow.terminal.pen import Pen

EXAMPLES = """\
  tallow roll 2d6+3
  tallow roll "4d6kh3" --seed 3
  tallow roll d6+d8 --game cairn
  tallow roll "{2d6, d12}kh1" --json
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("dice", nargs="+", metavar="EXPR", help='dice notation, such as "4d6kh3"; quote * and !')
    takes_dialect(parser)
    takes_seed(parser)
    takes_language(parser)
    takes_json(parser)


def takes_dialect(parser: ArgumentParser) -> None:
    """Add `--game`, whose dialect the dice are read in."""
    parser.add_argument("--game", dest="game_of_dice", metavar="GAME", help="read the dice as this game does")


def run(given: Namespace) -> int:
    """Roll."""
    wanted = language(given)
    played = game(given.game_of_dice, wanted) if given.game_of_dice else None
    expression = parse(" ".join(given.dice), played.odds.dice_notation if played else "sum")
    result = roll(Simulated(Random(given.seed), _nobody), expression, "player")
    if given.json:
        fallen = list(_fallen(result))
        show_json(
            {
                "dice": str(expression.root),
                "game": given.game_of_dice,
                "seed": given.seed,
                "total": result.total,
                "kept": [die.value for die, counts in fallen if counts],
                "dropped": [die.value for die, counts in fallen if not counts and die.fate != "rerolled"],
                "rerolled": [die.value for die, _ in fallen if die.fate == "rerolled"],
                "marks": result.every_mark(),
                "result": result,
            }
        )
    else:
        drawn = pen(played, wanted)
        show([f"{result.of}: {drawn.accent(drawn.strong(str(result.total)))}", *_receipt(result, drawn, 1)])
    return 0


def _nobody(choice: Choice) -> str:
    raise Undecidable(f"{choice.what}: nobody is there to decide")


def _fallen(result: Result, counts: bool = True) -> Iterator[tuple[Die, bool]]:
    """Every die as plain values, with whether it counts."""
    counts = counts and result.kept
    yield from ((die, counts and die.fate == "kept") for die in result.dice)
    for part in result.parts:
        yield from _fallen(part, counts)


def _receipt(result: Result, drawn: Pen, depth: int, counts: bool = True) -> Iterator[str]:
    """The dice of a part; dropped and rerolled ones are marked with words as well as with colour."""
    counts = counts and result.kept
    indent = "  " * max(1, depth - 1)
    if result.dice:
        pieces = [] if depth == 1 else [f"{result.of}:"]
        for fate in ("kept", "dropped", "rerolled"):
            faces = [_face(die) for die in result.dice if die.fate == fate]
            pieces += [*([] if fate == "kept" else [drawn.say(f"roll.{fate}")]), *faces] if faces else []
        if not result.kept and any(die.fate == "kept" for die in result.dice):
            pieces.append(drawn.say("roll.not_counted"))
        lines = drawn.wrap(" ".join(pieces), len(indent))
        yield from lines if counts else map(drawn.faint, lines)
    for part in result.parts:
        if part.dice or part.parts:
            yield from _receipt(part, drawn, depth + 1, counts)
    for mark in result.marks:
        yield indent + drawn.say(f"roll.{mark}", next=result.next)


def _face(die: Die) -> str:
    return f"[{die.value}]{'!' if die.exploded else ''}"
