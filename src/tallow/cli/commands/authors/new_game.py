"""Write a new game: a small package that plays, simulates and passes its tests at once, to be changed piece by piece.

It has a fight, characters, a setting, bots, a question of odds, words and tests. docs/adding-a-game.md goes through it.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tallow.cli.new_game import write_game

EXAMPLES = """\
  tallow new-game lost_mine
  tallow new-game tin_crown --into .
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("name", metavar="NAME", help="the name of the game's package, such as lost_mine")
    parser.add_argument(
        "--into", type=Path, default=Path(), metavar="DIR", help="where to make the folder NAME; here if not given"
    )


def run(given: Namespace) -> int:
    """Write it, and say what to do next."""
    written = write_game(given.name, given.into)
    folder = given.into / given.name
    print(f"{folder} is a game that plays: {len(written)} files. Next:")
    print(f"  cd {folder}")
    print("  pip install --editable .")
    print("  pytest")
    print(f"  tallow check-game {given.name}")
    print("  tallow serve")
    return 0
