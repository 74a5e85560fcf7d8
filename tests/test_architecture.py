"""docs/architecture.md names what exists: every file, every name in it, every other name in code type."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = (ROOT, ROOT / "src", ROOT / "src" / "tallow", ROOT / "docs")
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SPANS = sorted(set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", PAGE, flags=re.MULTILINE | re.DOTALL))))

ELSEWHERE = {
    "<token>", "lang", "play.call", "range", "return play.call(…)", "5d6", "content/<kind>.toml", "/static/<version>/",
    "/t/<token>/answer", "goal=…", "why=", "words.toml", "words.ja.toml", "rulebook.toml", "@covers", "@rule", "tallow",
}  # fmt: skip
"""What is no file or name of the source: HTTP, HTML, Python's own, and files that each game has."""


def file_of(path: str) -> Path | None:
    return next((place / path for place in PLACES if (place / path).exists()), None)


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names that a file defines, those of classes with what is inside them: `Table`, `Table.answer`."""
    if path.suffix == ".js":
        return frozenset(re.findall(r"(?:function|const|let|class) (\w+)", path.read_text("utf-8")))
    return frozenset(_defined(parsed(path).body, ""))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _defined(body: list[ast.stmt], prefix: str) -> list[str]:
    found: list[str] = []
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.append(prefix + name)
            case ast.ClassDef(name=name, body=inside):
                found += [prefix + name, *_defined(inside, f"{prefix}{name}.")]
            case ast.Assign(targets=targets):
                found += [prefix + target.id for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.append(prefix + name)
    return found


@cache
def known() -> frozenset[str]:
    """All names that the source defines, their last parts, and all parameters, modules and packages."""
    found: set[str] = set()
    for path in (ROOT / "src" / "tallow").rglob("*.py"):
        names = names_in(path)
        found |= names | {name.rpartition(".")[2] for name in names} | {path.stem, path.parent.name}
        found |= {node.arg for node in ast.walk(parsed(path)) if isinstance(node, ast.arg)}
    return frozenset(found)


def test_it_is_a_walk():
    assert len([span for span in SPANS if "::" in span]) > 60
    for heading in ("One answer", "One simulated fight", "One question of odds"):
        assert f"\n## {heading}\n" in PAGE


@pytest.mark.parametrize("span", SPANS)
def test_what_it_names_exists(span):
    if span in ELSEWHERE or span.startswith(("tallow ", "make ")):
        return
    path, _, name = span.partition("::")
    if "/" in path or re.search(r"\.(py|md|js|toml)$", path):
        found = file_of(path)
        assert found is not None, f"{path} is nowhere"
        assert not name or name in names_in(found), f"{path} has no {name}"
        return
    called = span.partition("(")[0].removeprefix("tallow.")
    assert called in known(), f"nothing is called {called}"
