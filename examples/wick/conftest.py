"""Wick as it is when installed: what `pip install --editable` writes, in a folder of its own."""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallow.games import names

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with the entry point that `pyproject.toml` declares; it is on the path while these tests run."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    folder = tmp_path_factory.mktemp("installed")
    about = folder / f"tallow_wick-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
    points = [f"{name} = {where}" for name, where in project["entry-points"]["tallow.games"].items()]
    (about / "entry_points.txt").write_text("\n".join(["[tallow.games]", *points]), "utf-8")
    sys.path[:0] = [str(folder), str(HERE)]
    names.cache_clear()
    yield folder
    names.cache_clear()
    sys.path.remove(str(folder))
    sys.path.remove(str(HERE))
