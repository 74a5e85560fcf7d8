"""Check an archive: that it is whole, and that every die the server threw came from the seed it had promised."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tallow.cli.options import show_json, takes_json

EXAMPLES = """\
  tallow verify mill.tallow
  tallow verify mill.tallow --json
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("file", type=Path, metavar="ARCHIVE", help="an archive, as `tallow export` writes them")
    takes_json(parser)


def run(given: Namespace) -> int:
    """Check it; 1 if something is wrong."""
    from tallow.store import Damaged, Verified, verify_archive  # noqa: PLC0415  (an extra)

    try:
        found = verify_archive(given.file)
    except Damaged as damage:
        found = Verified(0, 0, (f"{given.file}, {damage}",))
    if given.json:
        show_json(found)
        return 1 if found.wrong else 0
    print(f"{_dice(found.checked)} checked, {_dice(found.secret)} under a seed still secret.")
    for fault in found.wrong:
        print(f"Wrong: {fault}")
    if found.more:
        print(f"And {found.more} more.")
    if not found.wrong:
        print("Nothing is wrong.")
    return 1 if found.wrong else 0


def _dice(number: int) -> str:
    return "1 server die" if number == 1 else f"{number} server dice"
