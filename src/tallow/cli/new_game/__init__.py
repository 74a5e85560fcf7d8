"""A new game: a small one that plays, written from the files in `template`, to be changed piece by piece.

In the templates `$name` is the name of the package, `$dashed` that of the distribution and `$title` what people call
the game. Their names end with `.txt`, and the folder `package` becomes the package.
"""

import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from pathlib import Path
from string import Template

from tallow.cli.faults import Wrong
from tallow.games import names

NAME = re.compile(r"[a-z][a-z0-9_]*[a-z0-9]")
LONGEST = 40


def write_game(name: str, into: Path) -> list[Path]:
    """Write a new game into a new folder of its name in `into`, and give the files; `Wrong` if that cannot be."""
    _check_name(name)
    folder = into / name
    if not into.is_dir():
        raise Wrong(f"There is no folder {into}. Make it first, or say another with --into.")
    if folder.exists():
        raise Wrong(
            f"{folder} is there already, and nothing was written. Choose another name, or --into another folder."
        )
    meant = {"name": name, "dashed": name.replace("_", "-"), "title": name.replace("_", " ").title()}
    written = []
    for path, template in _templates(files("tallow.cli.new_game") / "template", ""):
        made = folder / path.replace("/package/", f"/{name}/").lstrip("/").removesuffix(".txt")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(Template(template.read_text("utf-8")).substitute(meant), "utf-8")
        written.append(made)
    return written


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or "__" in name or len(name) > LONGEST:
        raise Wrong(
            f'"{name}" cannot be the name of a game: it is the name of its package and begins the ids of its rules, '
            f"so small letters, digits and single underscores, a letter first, at most {LONGEST}; such as lost_mine."
        )
    if name in names():
        raise Wrong(f'There is a game "{name}" already. Choose another name.')
    if iskeyword(name) or name in sys.stdlib_module_names or name in {"tallow", "tests"}:
        raise Wrong(f'"{name}" is a name that Python or Tallow has for something else. Choose another.')


def _templates(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """All templates below a folder, by their path, sorted."""
    for part in sorted(folder.iterdir(), key=lambda each: each.name):
        if part.is_dir():
            yield from _templates(part, f"{path}/{part.name}")
        elif part.name.endswith(".txt"):
            yield f"{path}/{part.name}", part
