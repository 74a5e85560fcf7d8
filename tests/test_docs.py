"""README and docs are run: every command in a console block, every Python block, and every link to a file."""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
DOCS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[Any]:
    """The blocks of one kind, by file and line."""
    found = []
    for path in DOCS:
        text = path.read_text("utf-8")
        for match in BLOCK.finditer(text):
            if match.group(2) == kind:
                line = text[: match.start()].count("\n") + 1
                found.append(pytest.param(textwrap.dedent(match.group(3)), id=f"{path.name}:{line}"))
    return found


def commands(block: str) -> list[tuple[str, str]]:
    """Each `$ command` of a console block with the output shown below it."""
    listed: list[tuple[str, str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            listed.append((line[2:], ""))
        elif listed:
            command, shown = listed[-1]
            listed[-1] = (command, f"{shown}{line}\n")
    return listed


def fits(shown: str, printed: str) -> bool:
    """Whether what was printed is what is shown; … stands for anything."""
    pattern = "".join(".*" if part == "…" else re.escape(part) for part in re.split("(…)", shown.strip()))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_print_what_the_docs_show(block, tmp_path):
    for command, shown in commands(block):
        words = shlex.split(command)
        assert words[0] == "tallow", f"not a command of ours: {command}"
        ran = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "tallow", *words[1:]],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            env={
                **os.environ,
                "NO_COLOR": "1",
                "COLUMNS": "80",
                "PYTHONIOENCODING": "utf-8",
                "XDG_DATA_HOME": str(tmp_path),
            },
        )
        assert ran.returncode == 0, ran.stderr
        if shown.strip():
            assert fits(shown, ran.stdout), ran.stdout


@pytest.mark.parametrize("block", blocks("python"))
def test_python_does_what_the_docs_say(block):
    if ">>>" not in block:
        compile(block, "docs", "exec")
        return
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    example = doctest.DocTestParser().get_doctest(block, {}, "docs", "docs", 0)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        failed = runner.run(example, out=said.write).failed
    assert not failed, said.getvalue()


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)", path.read_text("utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target
