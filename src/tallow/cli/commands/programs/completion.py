"""Print a script that completes the commands and options of tallow in a shell.

bash reads it from ~/.local/share/bash-completion/completions/tallow, zsh from a file _tallow in a folder of its $fpath.
"""

from argparse import ArgumentParser, Namespace

from tallow.cli.main import whole_parser
from tallow.extras import need

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

    print(shtab.complete(whole_parser(), given.shell))
    return 0
