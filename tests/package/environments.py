"""Building the package, and environments that have it: one for each Python at hand."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
OLDEST = (3, 11)
PATIENCE = 240


def run(
    *command: str | Path, cwd: Path | None = None, more: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, without what this process has set for Python, and give what it said."""
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    return subprocess.run(  # noqa: S603  (our own)
        command, capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=cwd, env=env | (more or {})
    )


def uv(*words: str | Path, more: dict[str, str] | None = None) -> str:
    """What `uv` prints; it is beside this Python, or on the path."""
    beside = Path(sys.executable).with_name("uv")
    found = str(beside) if beside.is_file() else shutil.which("uv")
    assert found, "The package is built and installed with uv, which is not here: pip install uv"
    done = run(found, *words, more=more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pythons() -> dict[str, str]:
    """Every Python at hand that the package is for, by its version such as `3.12`, and the one that runs this."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    folders = [str(folder) for folder in sorted(kept.glob("*/bin"), reverse=True)]
    path = os.pathsep.join([*folders, os.environ.get("PATH", "")])
    listed: list[dict[str, Any]] = json.loads(
        uv("python", "list", "--only-installed", "--output-format", "json", more={"PATH": path})
    )
    found = {"{}.{}".format(*sys.version_info[:2]): sys.executable}
    for one in listed:
        parts = one["version_parts"]
        numbers = (parts["major"], parts["minor"])
        if numbers >= OLDEST and one["implementation"] == "cpython" and one.get("variant", "default") == "default":
            found.setdefault("{}.{}".format(*numbers), one["path"])
    return found


def built(source: Path, into: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel that is made of it."""
    uv("build", source, "--out-dir", into)
    (sdist,), (wheel,) = into.glob("*.tar.gz"), into.glob("*.whl")
    return sdist, wheel


class Environment:
    """An environment of its own, empty at first."""

    def __init__(self, folder: Path, python: str) -> None:
        self._programs = folder / ("Scripts" if os.name == "nt" else "bin")
        uv("venv", "--python", python, folder)

    def install(self, wheel: Path, *extras: str) -> None:
        """Install a wheel with these extras, and nothing else."""
        uv("pip", "install", "--python", self.program("python"), f"tallow[{','.join(extras)}] @ {wheel.as_uri()}")

    def program(self, name: str) -> str:
        """The path of a program in it."""
        return str(self._programs / name)

    def python(self, code: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
        """Run some Python in it."""
        return run(self.program("python"), "-c", code, cwd=cwd)

    def tallow(self, *words: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
        """Run its command `tallow`."""
        return run(self.program("tallow"), *words, cwd=cwd)
