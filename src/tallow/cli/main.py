"""The command `tallow`: finds the subcommand, runs it, and turns errors into one message and an exit code.

0: done. 1: a check failed. 2: something given was wrong; nothing was written. 130: interrupted.
"""

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import groupby
from keyword import iskeyword
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, NoReturn

from tallow import __version__

COMMANDS = {
    "serve": "open the web table, for phones and browsers",
    "play": "play an adventure or a fight alone, question by question",
    "roll": "roll dice",
    "odds": "exact odds of a roll, or of anything that a game lets you ask",
    "simulate": "run a fight thousands of times",
    "expedition": "send a party from room to room a thousand times",
    "adventure": "make a place to explore",
    "compare": "set the games side by side",
    "character": "make characters and print their sheets",
    "rules": "read and search a rulebook",
    "export": "write a table to an archive",
    "import": "read a character or a table from a file",
    "story": "tell an archive of a table as a story",
    "verify": "check every server die in an archive",
    "backup": "copy the database of tables while it is used",
    "new-game": "write a game of your own that plays at once",
    "check-game": "say what a game lacks and what is wrong with it",
    "mcp": "serve rules, odds and seats at tables to language models",
    "completion": "print completions for a shell",
}

FOLDERS = {"check-game": "authors.", "completion": "programs.", "mcp": "programs.", "new-game": "authors."}
"""Where the module of a command is, if in a folder of its own."""

DESCRIPTION = "The table for old-school dungeon games: play them, know the odds, run a fight ten thousand times."

EXAMPLES = """\
examples:
  tallow serve
  tallow play cairn
  tallow roll "4d6kh3" --seed 3
  tallow odds cairn save score=11
  tallow simulate cairn --party "4 HP, 1 Armor, 11 STR, sword (d8) x4" --foes "Goblin x4"
  tallow expedition cairn --party "Marchguard; Cutpurse" --room "Goblin x2" --room Wolf --pack "Torch x2"
  tallow adventure cairn --rooms 12 --seed 7 --out place.toml
  tallow compare --foes 3 --level 1
  tallow character cairn --seed 5
  tallow rules cairn scar

`tallow COMMAND --help` says more of each. NO_COLOR=1 switches colour off.
"""


class Layout(RawDescriptionHelpFormatter):
    """Help that wraps paragraphs to the terminal and keeps indented lines as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=min(100, get_terminal_size().columns))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        for kept, run in groupby(text.splitlines(), lambda line: not line or line[0].isspace()):
            together = list(run)
            lines += together if kept else wrap(" ".join(together), width, break_on_hyphens=False)
        return "".join(f"{indent}{line}\n" for line in lines)


class Parser(ArgumentParser):
    """A parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n`{self.prog} --help` shows what it takes.\n")


def parser(command: str = "") -> Parser:
    """The parser of `tallow` or of one of its commands."""
    if command:
        module = _module(command)
        made = Parser(
            prog=f"tallow {command}",
            description=module.__doc__,
            epilog=f"examples:\n{module.EXAMPLES}",
            formatter_class=Layout,
            allow_abbrev=False,
        )
        module.arguments(made)
        return made
    listed = "\n".join(f"  {name:<11}{line}" for name, line in COMMANDS.items())
    made = Parser(
        prog="tallow",
        usage="tallow COMMAND ...",
        description=f"{DESCRIPTION}\n\ncommands:\n{listed}",
        epilog=EXAMPLES,
        formatter_class=Layout,
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"tallow {__version__}", help="show the version and leave")
    return made


def whole_parser(kind: type[Parser]) -> Parser:
    """One parser with all commands in it, for completions: it takes the words of each and runs none."""
    made = parser()
    commands = made.add_subparsers(metavar="COMMAND", parser_class=kind)
    for name, line in COMMANDS.items():
        _module(name).arguments(commands.add_parser(name, help=line))
    return made


def _module(command: str) -> Any:
    module = f"{command.replace('-', '_')}{'_' * iskeyword(command)}"
    return import_module(f"tallow.cli.commands.{FOLDERS.get(command, '')}{module}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _tolerate_streams()
    try:
        code = _command(words)
        sys.stdout.flush()
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _close_pipe()
        return 0
    return code


def _command(words: list[str]) -> int:
    if not words:
        parser().print_help()
        return 0
    name = words[0]
    if name.startswith("-"):
        parser().parse_args(words)
        return 0
    if name not in COMMANDS:
        return _complain(_no_command(name))
    taken = parser(name)
    given = taken.parse_intermixed_args(words[1:])
    run = _module(name).run
    try:
        if getattr(given, "house", None):
            from tallow.cli.options import with_house_rules  # noqa: PLC0415  (seldom asked for)

            with_house_rules(given)
        code: int = run(given)
    except BrokenPipeError:
        raise
    except Exception as fault:
        from tallow.cli.faults import explain  # noqa: PLC0415  (only when something went wrong)

        told = explain(fault)
        if told is None:
            raise
        return _complain(told)
    return code


def _no_command(name: str) -> str:
    from tallow.mechanics.suggestions import nearest, quoted  # noqa: PLC0415

    near = nearest(name, COMMANDS)
    meant = f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(COMMANDS)}."
    return f'"{quoted(name)[0]}" is not a command of tallow. {meant}'


def _complain(message: str) -> int:
    sys.stdout.flush()
    print(message, file=sys.stderr)
    return 2


def _tolerate_streams() -> None:
    """Print a question mark for a character that a stream cannot encode; ignore closed streams."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _close_pipe() -> None:
    """Point standard output at nothing after a broken pipe, so that the flush at exit does not fail."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
