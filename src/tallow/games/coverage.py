"""How much of a rulebook is cited by code and content, and covered by tests.

An id is cited if it is a string in the game's code, or a setting or an entry of its content. It is covered if a test
has it in `@covers`; `cairn.spell.*` there means every spell.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from tallow.games.rulebook import Rulebook
from tallow.play import RuleId


class Coverage(Struct, frozen=True):
    """The ids of a rulebook, and which of them are cited and covered; `unknown` are cited but not in the book."""

    entries: tuple[RuleId, ...]
    engine: tuple[RuleId, ...]
    cited: tuple[RuleId, ...]
    covered: tuple[RuleId, ...]
    unknown: tuple[RuleId, ...]

    def counts(self) -> dict[str, int]:
        """The numbers of all entries, of engine entries, and of engine entries that are cited and covered."""
        engine = set(self.engine)
        return {
            "entries": len(self.entries),
            "engine": len(engine),
            "cited": len(engine & set(self.cited)),
            "covered": len(engine & set(self.covered)),
        }


def coverage(book: Rulebook, game: str, tests: Path) -> Coverage:
    """The coverage of a game's book; `tests` is the folder of tests."""
    entries = book.entries()
    prefix = f"{game}."
    package = Path(str(files(book.package)))
    said = {text for path in sorted(package.rglob("*.py")) for text in _strings(path) if text.startswith(prefix)}
    content = {entry.id for entry in entries.values() if entry.type not in {"rule", "action", "phase"}}
    wanted = {text for path in sorted(tests.rglob("*.py")) for text in _covered(path) if text.startswith(prefix)}
    covered = {id_ for pattern in wanted for id_ in _matching(pattern, entries)}
    ids = said | {pattern for pattern in wanted if "*" not in pattern}
    return Coverage(
        entries=tuple(entries),
        engine=tuple(id_ for id_, entry in entries.items() if entry.kind == "engine"),
        cited=tuple(id_ for id_ in entries if id_ in said or id_ in content),
        covered=tuple(id_ for id_ in entries if id_ in covered),
        unknown=tuple(sorted(id_ for id_ in ids if id_ not in entries and re.fullmatch(r"\w+\.\w+\.\w*[a-z0-9]", id_))),
    )


def _matching(pattern: str, ids: Iterable[RuleId]) -> Iterator[RuleId]:
    if "*" not in pattern:
        yield pattern
        return
    for id_ in ids:
        if fnmatchcase(id_, pattern):
            yield id_


@cache
def _strings(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def _covered(path: Path) -> frozenset[str]:
    text = path.read_text("utf-8")
    if "@covers(" not in text:
        return frozenset()
    marks = [mark for node in ast.walk(ast.parse(text)) for mark in getattr(node, "decorator_list", ())]
    return frozenset(id_ for mark in marks for id_ in _ids(mark))


def _ids(mark: ast.expr) -> Iterator[str]:
    """The ids in a `@covers(...)`."""
    if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "covers":
        yield from (a.value for a in mark.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
