"""Where a rule is written: the functions that cite it with `@rule`, and the files of content."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from tallow.games.rulebook import RULES, Entry, Rulebook
from tallow.play import RuleId, cited_together

Written = ast.FunctionDef | ast.ClassDef


class Place(Struct, frozen=True, order=True):
    """A function or class that implements an entry, or mentions it if nothing does; a file of content has no name."""

    file: str
    line: int = 0
    name: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}" if self.name else self.file


def written(book: Rulebook, entry: Entry) -> tuple[Place, ...]:
    """Where an entry is written: what implements it, or else mentions it, and the settings or content that have it."""
    enacted, named = _places(Path(str(files(book.package))))
    return (enacted.get(entry.id) or named.get(entry.id, ())) + _held(entry)


def _held(entry: Entry) -> tuple[Place, ...]:
    if entry.type == "setting":
        return (Place("settings.py"),)
    return () if entry.type in RULES else (Place(f"content/{entry.type}.toml"),)


def chapters(book: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """The chapters of a book, each with the files that it is written in, the one with most of it first.

    What the source has under no heading stands under the middle word of its id.
    """
    found: dict[str, Counter[str]] = {}
    for entry in book.entries().values():
        head = entry.section if not entry.section.startswith("(") else entry.id.split(".")[1].replace("_", " ")
        found.setdefault(head, Counter()).update(sorted({place.file for place in written(book, entry)}))
    return {head: tuple(file for file, _ in counts.most_common()) for head, counts in found.items() if counts}


@cache
def governing_settings(book: Rulebook) -> Mapping[RuleId, tuple[RuleId, ...]]:
    """For each rule that depends on settings, those settings: the ones that its functions cite beside it."""
    found: dict[RuleId, dict[RuleId, None]] = {}
    for ids in cited_together(book.package):
        settings = [id_ for id_ in ids if ".setting." in id_]
        for id_ in ids:
            if settings and id_ not in settings:
                found.setdefault(id_, {}).update(dict.fromkeys(settings))
    return {id_: tuple(settings) for id_, settings in found.items()}


@cache
def _places(package: Path) -> tuple[dict[RuleId, tuple[Place, ...]], dict[RuleId, tuple[Place, ...]]]:
    """For each entry the places that implement it, and those that only mention it."""
    enacted: dict[RuleId, set[Place]] = {}
    named: dict[RuleId, set[Place]] = {}
    for path in sorted(package.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            place = Place(path.relative_to(package).as_posix(), node.lineno, _name(node))
            for id_ in _strings(node, package.name):
                named.setdefault(id_, set()).add(place)
            for mark in node.decorator_list if isinstance(node, Written) else ():
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "rule":
                    for id_ in _strings(mark, package.name):
                        enacted.setdefault(id_, set()).add(place)
    return _sorted(enacted), _sorted(named)


def _sorted(places: dict[RuleId, set[Place]]) -> dict[RuleId, tuple[Place, ...]]:
    return {id_: tuple(sorted(found)) for id_, found in places.items()}


def _name(node: ast.stmt) -> str:
    """The name that a top-level statement defines."""
    if isinstance(node, Written):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return next((target.id for target in targets if isinstance(target, ast.Name)), "")


def _strings(node: ast.AST, game: str) -> Iterator[RuleId]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.startswith(f"{game}."):
            yield part.value
