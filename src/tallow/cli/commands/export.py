"""Write a table with its whole history to an archive, to keep or to go on elsewhere. Without a table, lists them."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tallow.cli.faults import Wrong
from tallow.cli.options import show, takes_database
from tallow.cli.tables import find, lines, open_store

EXAMPLES = """\
  tallow export
  tallow export "The Old Mill" mill.tallow
  tallow export "The Old Mill" mill.tallow --database tallow.sqlite
  tallow export "The Old Mill" mill.jsonl --raw
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument(
        "table", nargs="?", metavar="TABLE", help="the table: its id, the beginning of it, or its title"
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the archive to write")
    parser.add_argument(
        "--raw", action="store_true", help="write what is stored as it is, one row a line, not an archive: to look into"
    )
    takes_database(parser)


def run(given: Namespace) -> int:
    """Write it."""
    with open_store(given.database) as store:
        if given.table is None:
            show(lines(store) or ["No table is kept there."])
            return 0
        if given.file is None:
            raise Wrong("Write it to which file? Such as: tallow export TABLE mill.tallow")
        from tallow.store import export_rows, export_table  # noqa: PLC0415  (an extra)

        id_ = find(store, given.table)
        if given.file.is_dir() or not given.file.parent.is_dir():
            raise Wrong(f'"{given.file}" is no place for a file.')
        (export_rows if given.raw else export_table)(store, id_, given.file)
    print(f"{given.file}: table {id_}.")
    return 0
