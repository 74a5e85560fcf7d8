"""Print a script that completes the commands and options of tallow in a shell.

bash reads it from ~/.local/share/bash-completion/completions/tallow, zsh from a file _tallow in a folder of its $fpath.
"""

from argparse import Action, ArgumentParser, Namespace
from typing import Any

from tallow.cli.main import Parser, whole_parser
from tallow.extras import need
from tallow.games import names

SHELLS = ("bash", "zsh", "tcsh")

EXAMPLES = """\
  tallow completion bash
  tallow completion zsh
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"the shell that it is for: {', '.join(SHELLS)}")


def run(given: Namespace) -> int:
    """Print it."""
    need("tallow completion", "shtab")
    import shtab  # noqa: PLC0415  (an extra)

    print(shtab.complete(whole_parser(Proposing), given.shell))
    return 0


INSTEAD = {"odds": ("roll",), "adventure": ("import",)}
"""What a command takes in the place of a game."""


class Proposing(Parser):
    """A parser that proposes the games that are here wherever one is named."""

    def add_argument(self, *words: Any, **options: Any) -> Action:
        """As ever; what is called GAME has the games as its choices."""
        action = super().add_argument(*words, **options)
        if str(options.get("metavar", "")).startswith("GAME"):
            others = INSTEAD.get(self.prog.rpartition(" ")[2], ()) if not action.option_strings else ()
            action.choices = (*names(), *others)
        return action
