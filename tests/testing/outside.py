"""A game outside the repository: what `tallow new-game` writes, installed as `pip install --editable` would have it."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from tallow.cli.new_game import write_game

PATIENCE = 120


class Outside:
    """A new game in a folder of its own, with an entry point on the path of the commands that are run here."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.place = folder / name
        write_game(name, folder)
        project = tomllib.loads((self.place / "pyproject.toml").read_text("utf-8"))["project"]
        about = folder / "installed" / f"tallow_{name}-{project['version']}.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
        points = [f"{one} = {where}" for one, where in project["entry-points"]["tallow.games"].items()]
        (about / "entry_points.txt").write_text("\n".join(["[tallow.games]", *points]), "utf-8")
        self.path = [str(about.parent), str(self.place / "src")]

    def python(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run `python -m` with these words, in the folder of the game."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(self.path), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"}
        command = [sys.executable, "-m", *words]
        return subprocess.run(  # noqa: S603
            command, env=env, cwd=self.place, capture_output=True, text=True, check=False, timeout=PATIENCE
        )

    def tallow(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return self.python("tallow", *words)

    def change(self, file: str, old: str, new: str) -> None:
        """Replace something that stands in a file of the package, or in a test."""
        path = self.place / (file if file.startswith("tests/") else f"src/{self.name}/{file}")
        text = path.read_text("utf-8")
        assert old in text, f"{file} has no {old}"
        path.write_text(text.replace(old, new, 1), "utf-8")
