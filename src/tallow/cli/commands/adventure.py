"""Make a place to explore: a document, by chance and by the tables of the game, from which the party of the game's
example comes home more often than not. The same seed gives the same place.

Without --out the document is printed.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tallow.adventures.documents.writing import written
from tallow.adventures.generating.draft import FEWEST, MOST
from tallow.cli.faults import Wrong
from tallow.cli.options import number, seed_or_random, takes_game, takes_seed
from tallow.games import game
from tallow.games.optional import games_with
from tallow.simulate.places import NoPlace, generate

EXAMPLES = """\
  tallow adventure cairn --rooms 12 --seed 7
  tallow adventure modified_cairn --rooms 8 --seed 3 --out place.toml
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    takes_game(parser)
    parser.add_argument("--rooms", type=number(FEWEST, MOST), default=12, metavar="N", help="how many rooms (12)")
    takes_seed(parser, "the same seed gives the same place")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write")


def run(given: Namespace) -> int:
    """Make it."""
    played = game(given.game)
    if played.stocking is None or played.exploring is None:
        able = ", ".join(games_with(lambda one: one.stocking and one.exploring))
        raise Wrong(f"{played.title} has no generated places yet. These games have: {able}.")
    if given.out is not None and (given.out.is_dir() or not given.out.parent.is_dir()):
        raise Wrong(f'"{given.out}" is no place for a file.')
    seed = seed_or_random(given.seed)
    try:
        document = generate(played, given.rooms, seed)
    except NoPlace as fault:
        raise Wrong(f"{fault}.") from None
    if given.out is None:
        print(written(document), end="")
        return 0
    given.out.write_text(written(document), encoding="utf-8")
    print(f"{given.out}: {document.adventure.title}, {len(document.room)} rooms, for {played.title}. Seed {seed}.")
    return 0
