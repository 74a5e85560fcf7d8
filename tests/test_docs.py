"""README and docs are run: every command in a console block, every Python block, and every link to a file.

The examples of docs/api.md are run against a server, all in one.
"""

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from string import Template
from typing import Any

import pytest

from tallow.mechanics.notation import parse_all
from tests.web.server_process import Process, ask_api

ROOT = Path(__file__).parent.parent
API = ROOT / "docs" / "api.md"
DOCS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[Any]:
    """The blocks of one kind, by file and line; those of the API are run apart."""
    found = []
    for path in DOCS:
        if path == API:
            continue
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
    run(block)


def run(block: str) -> None:
    """Run the examples of a block, and see that they print what it says."""
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    example = doctest.DocTestParser().get_doctest(block, {}, "docs", "docs", 0)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        failed = runner.run(example, out=said.write).failed
    assert not failed, said.getvalue()


def test_every_notation_of_the_docs_is_read():
    rows = re.findall(r"^\| (`[^|]+`) \|", (ROOT / "docs" / "notation.md").read_text("utf-8"), re.MULTILINE)
    found = [text for row in rows for text in re.findall(r"`([^`]+)`", row)]
    assert len(found) > 30
    for text in found:
        assert parse_all(text), text


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Process(tmp_path_factory.mktemp("api"))
    yield running.address
    running.end()


def test_the_client_does_what_the_docs_say(server):
    found = [match.group(3) for match in BLOCK.finditer(API.read_text("utf-8")) if match.group(2) == "python"]
    assert len(found) > 3
    run("\n".join(found).replace("http://127.0.0.1:8000", server))


def test_the_api_answers_as_the_docs_say(server):
    """Each `http` block is sent, and the `json` block after it is the answer; `$name` is what an earlier one had."""
    found = [match.groups()[1:] for match in BLOCK.finditer(API.read_text("utf-8")) if match.group(2) != "python"]
    known: dict[str, str] = {}
    assert len(found) > 6
    for (kind, sent), (answers, shown) in zip(found[::2], found[1::2], strict=True):
        assert (kind, answers) == ("http", "json")
        head, _, body = Template(sent).substitute(known).partition("\n\n")
        first, *headers = head.splitlines()
        method, path = first.split()
        token = next((line.split()[-1] for line in headers if line.startswith("Authorization: Bearer ")), "")
        given = json.loads(body) if body else None
        _, answer = ask_api(server, path.removeprefix("/api/"), token, given, method=method)
        said = json.dumps(answer, separators=(",", ":"), ensure_ascii=False)
        assert fits(shown, said), said
        known |= {name: value for name, value in answer.items() if isinstance(value, str)} if given else {}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)", path.read_text("utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target
