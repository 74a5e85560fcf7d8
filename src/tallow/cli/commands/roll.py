"""Roll dice in the usual notation, and show which were kept, dropped or rolled again.

`d6+d8` adds up, unless a game is named that reads it otherwise.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from tallow.cli.options import language, pen, seed_or_random, show, show_json, takes_json, takes_language, takes_seed
from tallow.games import game
from tallow.mechanics.dice import Dialect, Expression, Group
from tallow.mechanics.notation import parse, parse_all
from tallow.mechanics.rolling import Die, Result, roll
from tallow.mechanics.suggestions import Malformed
from tallow.play import Choice, Simulated, Undecidable
from tallow.terminal.pen import Pen

EXAMPLES = """\
  tallow roll 2d6+3
  tallow roll "4d6kh3" --seed 3
  tallow roll d6+d8 --game cairn
  tallow roll "{2d6, d12}kh1" --json
  tallow roll "6#4d6kh3"
  tallow roll d20+5 2d6+3
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
    """Roll, once or several times."""
    wanted = language(given)
    played = game(given.game_of_dice, wanted) if given.game_of_dice else None
    expressions = several(given.dice, played.odds.dice_notation if played else "sum")
    seed = seed_or_random(given.seed)
    play = Simulated(Random(seed), _nobody)
    results = [roll(play, expression, "player") for expression in expressions]
    if given.json:
        plain = [_plain(one, result) for one, result in zip(expressions, results, strict=True)]
        about = {"game": given.game_of_dice, "seed": seed}
        show_json({**plain[0], **about} if len(plain) == 1 else {**about, "rolls": plain})
        return 0
    drawn = pen(played, wanted)
    for expression, result in zip(expressions, results, strict=True):
        show([_headline(expression, result, drawn), *_receipt(result, drawn, 1)])
    show(notes(expressions, drawn))
    return 0


def _headline(expression: Expression, result: Result, drawn: Pen) -> str:
    """The total; of a total that is held against a number, that too, and whether it is met."""
    root = expression.root
    if isinstance(root, Group) and root.count is not None and len(root.parts) == 1:
        (inner,) = result.parts
        met = drawn.say("roll.met" if result.total else "roll.missed", on=root.count)
        return f"{inner.of}: {drawn.accent(drawn.strong(str(inner.total)))} {met}"
    return f"{result.of}: {drawn.accent(drawn.strong(str(result.total)))}"


def several(texts: list[str], dialect: Dialect | str) -> tuple[Expression, ...]:
    """The expressions on a command line: `2d6 + 3` in three words is one, `d6 d8` are two."""
    together = " ".join(texts)
    if len(texts) == 1:
        return parse_all(together, dialect)
    try:
        return (parse(together, dialect),)
    except Malformed:
        return tuple(one for text in texts for one in parse_all(text, dialect))


def notes(expressions: Iterable[Expression], drawn: Pen) -> Iterator[str]:
    """What is said of notation that tools read in different ways."""
    for code in dict.fromkeys(note for one in expressions for note in one.notes):
        yield from map(drawn.faint, drawn.wrap(drawn.say(f"roll.note.{code}")))


def _plain(expression: Expression, result: Result) -> dict[str, Any]:
    fallen = list(_fallen(result))
    return {
        "dice": str(expression.root),
        "total": result.total,
        "kept": [die.value for die, counts in fallen if counts],
        "dropped": [die.value for die, counts in fallen if not counts and die.fate != "rerolled"],
        "rerolled": [die.value for die, _ in fallen if die.fate == "rerolled"],
        "marks": result.every_mark(),
        "result": result,
    }


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
