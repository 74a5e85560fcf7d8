"""Read a character of another tool and show the sheet, or take in a table from an archive."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from tallow.cli.commands.character import show_documents, write_sheets
from tallow.cli.faults import Wrong
from tallow.cli.options import pen, show, takes_database, takes_house
from tallow.cli.tables import archived_table, open_store
from tallow.exchange import BadDocument, game_of, guess, read
from tallow.games import game
from tallow.games.optional import needed_characters
from tallow.mechanics.documents import MOST_BYTES
from tallow.terminal.draw import draw
from tallow.wording.speech import Speech

EXAMPLES = """\
  tallow import hestia.json
  tallow import hestia.json --to foundry
  tallow import hestia.json --pdf hestia.pdf
  tallow import mill.tallow --database tallow.sqlite
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("file", metavar="FILE", help="a character or an archive; - for the standard input")
    parser.add_argument("--game", default="", help="the game of a character (found out)")
    parser.add_argument(
        "--format", default="", metavar="NAME", help="tallow, kettlewright, foundry or line (found out)"
    )
    parser.add_argument("--to", metavar="NAME", help="print the character in this format instead")
    parser.add_argument("--pdf", type=Path, metavar="FILE", help="write the sheet to a PDF instead")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper of the PDF (a4)")
    takes_database(parser)
    takes_house(parser)


def run(given: Namespace) -> int:
    """Read it."""
    if given.file != "-" and _is_archive(Path(given.file)):
        return _table(Path(given.file), given.database)
    document = _document(given.file)
    try:
        name, format_ = guess(document) if not given.format else (given.game, given.format)
        played = game(given.game or name or game_of(format_, document))
        character, left = read(played.id, format_, document)
    except BadDocument as bad:
        raise Wrong(f"{given.file}: {bad}") from None
    for one in left:
        print(f"No place for {one}", file=sys.stderr)
    if given.pdf is not None:
        write_sheets(given.pdf, played, [character], given.paper)
    if given.to:
        show_documents(played, given.to, [character], many=False)
    elif given.pdf is None:
        show(draw(needed_characters(played).sheet(character), Speech(played).label, pen(played)))
    return 0


def _document(file: str) -> bytes:
    if file == "-":
        source: Any = getattr(sys.stdin, "buffer", None)
        return source.read(MOST_BYTES + 1) if source else sys.stdin.read(MOST_BYTES + 1).encode()
    with Path(file).open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def _is_archive(path: Path) -> bool:
    with path.open("rb") as opened:
        return opened.read(15) == b"tallow archive "


def _table(path: Path, database: str) -> int:
    archived_table(path)
    from tallow.store import import_table  # noqa: PLC0415  (an extra)

    with open_store(database, new=True) as store:
        found = import_table(store, path)
    print(f"{found.id}: {found.table.title}, with {found.table.done} actions. A new secret seed is in force.")
    return 0
