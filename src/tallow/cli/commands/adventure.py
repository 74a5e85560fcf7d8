"""Make a place to explore: a document, by chance and by the tables of the game, from which the party of the game's
example comes home more often than not. The same seed gives the same place. Or make one of a One Page Dungeon file:
`tallow adventure import FILE --game cairn` keeps its rooms, doors and notes, and names what has no counterpart.

Without --out the document is printed.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from tallow.adventures import Document
from tallow.adventures.documents.one_page import from_one_page
from tallow.adventures.documents.writing import written
from tallow.adventures.generating.draft import FEWEST, MOST
from tallow.cli.faults import Wrong
from tallow.cli.options import number, seed_or_random, takes_house, takes_seed
from tallow.games import game
from tallow.games.optional import games_with
from tallow.mechanics.documents import BadDocument
from tallow.simulate.places import NoPlace, generate

IMPORT = "import"
"""What stands in the place of a game where a file is read."""

EXAMPLES = """\
  tallow adventure cairn --rooms 12 --seed 7
  tallow adventure modified_cairn --rooms 8 --seed 3 --out place.toml
  tallow adventure import crypt.json --game cairn --out place.toml
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("game", metavar="GAME", help="the game, such as cairn; or import, to read a file")
    takes_house(parser)
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="the One Page Dungeon to import")
    parser.add_argument("--game", dest="of", metavar="GAME", default="", help="the game that it is imported for")
    parser.add_argument("--rooms", type=number(FEWEST, MOST), default=12, metavar="N", help="how many rooms (12)")
    takes_seed(parser, "the same seed gives the same place")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write")


def run(given: Namespace) -> int:
    """Make it."""
    if given.out is not None and (given.out.is_dir() or not given.out.parent.is_dir()):
        raise Wrong(f'"{given.out}" is no place for a file.')
    if given.game == IMPORT:
        return _import(given)
    if given.file is not None or given.of:
        raise Wrong(f"A file is read by `tallow adventure {IMPORT} FILE --game GAME`.")
    played = game(given.game)
    if played.stocking is None or played.exploring is None:
        able = ", ".join(games_with(lambda one: one.stocking and one.exploring))
        raise Wrong(f"{played.title} has no generated places yet. These games have: {able}.")
    seed = seed_or_random(given.seed)
    try:
        document = generate(played, given.rooms, seed)
    except NoPlace as fault:
        raise Wrong(f"{fault}.") from None
    return _out(given.out, document, played.title, f" Seed {seed}.")


def _import(given: Namespace) -> int:
    """Make one of a file; all that is said of it besides goes to the errors, so that the document can be piped."""
    if given.file is None or not given.of:
        raise Wrong(f"Say which file, and for which game: `tallow adventure {IMPORT} FILE --game cairn`.")
    played = game(given.of)
    try:
        raw = given.file.read_bytes()
    except OSError as error:
        raise Wrong(f"{given.file}: {error.strerror}.") from None
    try:
        document, lost = from_one_page(raw, played)
    except BadDocument as bad:
        raise Wrong(f"{given.file}: {bad}") from None
    for one in lost:
        print(f"Without a counterpart: {one}", file=sys.stderr)
    return _out(given.out, document, played.title)


def _out(file: Path | None, document: Document, title: str, more: str = "") -> int:
    """Write a document to a file, and say so; or print it."""
    if file is None:
        print(written(document), end="")
        return 0
    file.write_text(written(document), encoding="utf-8")
    print(f"{file}: {document.adventure.title}, {len(document.room)} rooms, for {title}.{more}")
    return 0
