"""Every benchmark runs: in its smallest form, as a process of its own, with and without what it compares with."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
FILES = {path.stem: ast.parse(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.py"))}
GROUP = "--group benchmarks"

HIDDEN = """
import sys
from importlib.machinery import PathFinder

class Hidden(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name in {"icepool", "numba", "numpy"} else super().find_spec(name, path, target)

sys.meta_path = [Hidden if finder is PathFinder else finder for finder in sys.meta_path]
"""
"""Start Python with this, and what the group `benchmarks` brings is not there."""


def runs(tree: ast.Module) -> bool:
    """Whether a file is a benchmark, and not a part of others."""
    return any(isinstance(one, ast.If) and "__main__" in ast.unparse(one.test) for one in tree.body)


def imported(tree: ast.Module) -> set[str]:
    """The names of all modules that a file imports, wherever it does."""
    found = {one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)}
    return found | {alias.name for one in ast.walk(tree) if isinstance(one, ast.Import) for alias in one.names}


BENCHMARKS = [name for name, tree in FILES.items() if runs(tree)]


def smallest(name: str, *start: str, **more: str) -> str:
    """What a benchmark prints. Numba compiles nothing: that would take longer than all the rest."""
    command = [sys.executable, *start, str(FOLDER / f"{name}.py"), "--smallest"]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", **more}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env, timeout=280)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_runs_in_its_smallest_form(name):
    assert smallest(name).strip()


@pytest.mark.parametrize("name", ["dead_weight", "fights"])
def test_where_there_is_nothing_to_compare_with_it_says_so_and_runs_its_own_part(name, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(HIDDEN)
    printed = smallest(name, PYTHONPATH=str(tmp_path))
    assert GROUP in printed.splitlines()[0]
    assert "numba" in printed.splitlines()[0]
    assert "fights/s" in printed


def test_every_file_is_a_benchmark_or_a_part_of_one():
    parts = {name for tree in FILES.values() for name in imported(tree)}
    assert [name for name in FILES if name not in BENCHMARKS and name not in parts] == []
