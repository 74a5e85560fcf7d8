"""Copy the database of tables to a file, while the web table runs, and check the copy by opening every table in it."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tallow.cli.faults import Wrong
from tallow.cli.options import show, takes_database
from tallow.cli.tables import open_store

EXAMPLES = """\
  tallow backup tables-monday.sqlite
  tallow backup tables-monday.sqlite --database tallow.sqlite
"""

POSTGRESQL = "PostgreSQL makes its own backups: pg_dump --format=custom --file={} and the name of the database."


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to make; there must be none of that name")
    takes_database(parser)


def run(given: Namespace) -> int:
    """Make it; 1 if it holds tables that cannot be read."""
    file: Path = given.file
    if file.exists():
        raise Wrong(f'There is a file "{file}" already. Name another.')
    if not file.absolute().parent.is_dir():
        raise Wrong(f'"{file}" is no place for a file.')
    with open_store(given.database) as store:
        from tallow.store.file.backup import BadCopy, back_up  # noqa: PLC0415  (an extra)

        if store.engine.dialect.name != "sqlite":
            raise Wrong(POSTGRESQL.format(file))
        try:
            made = back_up(store, file)
        except BadCopy as bad:
            raise Wrong(
                f"The copy is damaged, and was not kept: {bad}. The disk or the database may be faulty."
            ) from None
    show([f"{file}: {made.tables} {'table' if made.tables == 1 else 'tables'}."])
    show(f"Kept, but this version of Tallow cannot read it: {one}." for one in made.unreadable)
    return 1 if made.unreadable else 0
