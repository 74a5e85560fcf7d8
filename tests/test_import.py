"""The library needs msgspec and nothing else."""

import subprocess
import sys

import pytest

FOREIGN = """
import sys
import msgspec.structs
before = set(sys.modules)
import {package}
new = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(*sorted(name for name in new - set(sys.stdlib_module_names) if not name.startswith("__")))
"""


@pytest.mark.parametrize("package", ["play", "mechanics", "games", "games.cairn", "odds", "simulate"])
def test_importing_the_library_pulls_in_nothing_but_msgspec(package: str) -> None:
    code = FOREIGN.format(package=f"tallow.{package}")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == ["tallow"]
