"""Make characters by the rules of creation, every choice taken at random, and print their sheets."""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tallow.cli.options import (
    language,
    number,
    pen,
    seed_or_random,
    settings,
    show,
    show_json,
    takes_game,
    takes_json,
    takes_language,
    takes_seed,
    takes_settings,
)
from tallow.games import Game, game
from tallow.games.optional import needed_characters
from tallow.simulate.random_answers import RandomAnswers
from tallow.terminal.draw import draw
from tallow.wording.speech import Speech

EXAMPLES = """\
  tallow character cairn --seed 5
  tallow character cairn --seed 5 --json
  tallow character cairn --seed 5 --format kettlewright
  tallow character cairn --count 20 --pdf party.pdf --paper letter
"""

MOST = 1000


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    takes_game(parser)
    takes_seed(parser, "the same seed makes the same characters")
    parser.add_argument("--count", type=number(1, MOST), metavar="N", help=f"how many, up to {MOST} (one)")
    parser.add_argument(
        "--format", metavar="NAME", help="print a document instead: tallow, kettlewright, foundry, or line for a chat"
    )
    parser.add_argument(
        "--pdf", type=Path, metavar="FILE", help="write the sheets to a PDF instead, a page for each and one of all"
    )
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper of the PDF (a4)")
    takes_settings(parser)
    takes_language(parser)
    takes_json(parser)


def run(given: Namespace) -> int:
    """Make them."""
    played = game(given.game, language(given))
    if given.format is not None:
        _known(played, given.format)
    seed = seed_or_random(given.seed)
    made = characters(played, settings(played, given.set), seed, given.count or 1)
    if given.pdf is not None:
        write_sheets(given.pdf, played, made, given.paper)
    if given.format is not None:
        show_documents(played, given.format, made, many=given.count is not None)
    elif given.json:
        named = [{"seed": seed, **msgspec.to_builtins(one)} for one in made]
        show_json(named if given.count else named[0])
    elif given.pdf is None:
        speech, drawn = Speech(played), pen(played)
        for at, character in enumerate(made):
            show([*([""] if at else []), *draw(needed_characters(played).sheet(character), speech.label, drawn)])
        show(["", drawn.faint(drawn.say("character.seed", seed=seed))])
    return 0


def characters(played: Game[Any], chosen: Any, seed: int, count: int) -> list[Any]:
    """Make `count` characters from one seed."""
    create, random = needed_characters(played).create, Random(seed)
    return [create(RandomAnswers(random), chosen) for _ in range(count)]


def _known(played: Game[Any], format_: str) -> None:
    """Raise `Unknown` for a format that the game does not have, before anything is written."""
    from tallow.exchange import suffix  # noqa: PLC0415  (only for those who take them elsewhere)

    suffix(played.id, format_)


def show_documents(played: Game[Any], format_: str, made: list[Any], *, many: bool) -> None:
    """Print characters in another tool's format, and on standard error what could not be written."""
    from tallow.exchange import suffix, write  # noqa: PLC0415  (only for those who take them elsewhere)

    documents = []
    for character in made:
        document, lost = write(played.id, format_, character)
        documents.append(document)
        for one in lost:
            print(f"No place for {one}", file=sys.stderr)
    if many and suffix(played.id, format_) == ".json":
        show_json([json.loads(document) for document in documents])
    else:
        show(documents)


def write_sheets(path: Path, played: Game[Any], made: list[Any], paper: Any) -> None:
    """Write a PDF of these characters."""
    from tallow.sheets import writable, write_pdf  # noqa: PLC0415  (only for those who want paper)

    write_pdf(path, played, made, paper=paper)
    drawn = pen(played)
    if writable(played) is not played:
        print(drawn.say("sheets.no_font"), file=sys.stderr)
    print(drawn.say("sheets.one" if len(made) == 1 else "sheets.many", path=path, n=len(made)), file=sys.stderr)
