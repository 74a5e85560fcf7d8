"""Tell a table's archive as a story: who did what, with the dice behind it, scene by scene.

Deaths and lasting wounds are set apart. It is told as an onlooker saw it, without what was hidden; --referee tells
all of it.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tallow.cli.faults import Wrong
from tallow.cli.options import language, takes_house, takes_language
from tallow.cli.tables import archived_table
from tallow.wording.chronicle.chronicle import chronicle
from tallow.wording.chronicle.formats import FORMATS

EXAMPLES = """\
  tallow story mill.tallow
  tallow story mill.tallow --format html --out mill.html
  tallow story mill.tallow --format markdown --referee
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("file", type=Path, metavar="ARCHIVE", help="an archive, as `tallow export` writes them")
    parser.add_argument("--format", choices=tuple(FORMATS), default="text", help="how it is written (text)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it to a file instead of printing it")
    parser.add_argument("--referee", action="store_true", help="tell all of it, secrets too")
    takes_house(parser)
    takes_language(parser)


def run(given: Namespace) -> int:
    """Tell it."""
    table = archived_table(given.file)
    from tallow.store import read_log  # noqa: PLC0415  (an extra)

    told = chronicle(table, read_log(given.file), language(given), secrets=given.referee)
    written = FORMATS[given.format](told)
    if given.out is None:
        print(written, end="")
        return 0
    if given.out.is_dir() or not given.out.parent.is_dir():
        raise Wrong(f'"{given.out}" is no place for a file.')
    given.out.write_text(written, "utf-8")
    print(f"{given.out}: {table.title}.")
    return 0
