"""What holds for the source as a whole: nothing in it is dead, and tests are not imported by tests.

`vulture` looks for names that occur nowhere else. These tests know more of the program: which module a name is imported
from, and which game a field belongs to.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
GAMES = SRC / "tallow" / "games"

FOUND_BY_NAME = re.compile(
    r"tallow\.cli\.commands\.((authors|programs)\.)?\w+\.(EXAMPLES|arguments|run)"  # imported when the command runs
    r"|tallow\.exchange\.cairn\.\w+"  # the formats of a game, imported when they are needed
    r"|tallow\.games\.\w+\.record\.GAME"
    r"|tallow\.store\.migrations\..*"  # Alembic
)

LIBRARY = (
    "tallow.adventures",
    "tallow.client",
    "tallow.games",
    "tallow.mechanics",
    "tallow.odds",
    "tallow.play",
    "tallow.simulate",
    "tallow.testing",
)
"""Packages for other programs too: what they export may be used by nobody here."""

UNCALLED = {
    "tallow.games.modified_cairn.gear.transports.pulled": "no deed moves a transport yet",
    "tallow.games.modified_cairn.gear.transports.slow": "no deed moves a transport yet",
    "tallow.games.stored.renamed_deeds": "for the first upgrade that renames deeds",
    "tallow.games.stored.renamed_ids": "for the first upgrade that renames ids",
    "tallow.store.archive.verify": "for records that are in no archive",
}
"""What nothing calls, and why it is there all the same."""

UNREAD = {
    "tallow.adventures.documents.document.About": ("author licence", "for whoever reads the document"),
    "tallow.client.answers.TableStatus": ("autopilot going wishes", "in answers of the API"),
    "tallow.games.black_hack.state.Character": ("constitution intelligence wisdom", "by their abbreviations"),
    "tallow.games.black_hack.state.Life": ("kit", "in documents and archives"),
    "tallow.games.cairn.folk.Monster": ("resists", "by the name of what it is proof against"),
    "tallow.games.dead_weight.state.Life": ("kit", "in documents and archives"),
    "tallow.games.rulings.Rulings": ("own_deeds", "by the test that every question of a referee has a ruling"),
    "tallow.simulate.compare.Measured": ("deaths maimed", "by the name of the measure"),
    "tallow.simulate.report.Spread": ("p50", "in reports as JSON"),
    "tallow.table.records.Reopened": ("given_up", "in archives"),
    "tallow.web.process.limits.Limits": ("guess compute", "by the name of what is limited"),
}
"""Fields that no expression reads as an attribute, by class, and how they are read."""


@cache
def trees() -> dict[Path, ast.Module]:
    """What is not a test."""
    found = [path for folder in ("src", "scripts", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path: ast.parse(path.read_text("utf-8")) for path in found}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SRC if path.is_relative_to(SRC) else ROOT).with_suffix("").parts).removesuffix(
        ".__init__"
    )


def test_files_and_folders_of_the_program_are_small():
    """Five hundred lines to a file, fifteen modules to a folder."""
    long = [path for path in trees() if path.is_relative_to(SRC) and len(path.read_text("utf-8").splitlines()) > 500]
    folders = Counter(path.parent for path in trees() if path.is_relative_to(SRC) and path.name != "__init__.py")
    assert long + [folder for folder, modules in folders.items() if modules > 15] == []


def test_no_comment_divides_a_file_into_sections():
    """What wants a heading of its own is a module."""
    ruled = re.compile(r"^\s*#\s*[-=*#~]{5,}", re.MULTILINE)
    paths = [path for folder in (SRC, ROOT / "tests", ROOT / "scripts") for path in folder.rglob("*.py")]
    assert [str(path.relative_to(ROOT)) for path in paths if ruled.search(path.read_text("utf-8"))] == []


def test_tests_import_no_tests():
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            found += [f"{path.relative_to(ROOT)}: {name}" for name in names if re.search(r"(^|\.)test_", name)]
    assert found == []


def test_whatever_stands_in_a_module_is_used_outside_tests():
    used = used_elsewhere() | exported()
    dead = [
        f"{module}.{name}"
        for path, tree in trees().items()
        if path.is_relative_to(SRC)
        for module in [module_of(path)]
        for node, name in defined(tree)
        if f"{module}.{name}" not in used and not used_inside(tree, node, name)
    ]
    dead = [name for name in dead if not FOUND_BY_NAME.fullmatch(name)]
    assert sorted(set(dead) - set(UNCALLED)) == []
    assert sorted(set(UNCALLED) - set(dead)) == []


def defined(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """The names that a module defines itself."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node, name
            case ast.Assign(targets=targets):
                yield from ((node, each.id) for each in targets if isinstance(each, ast.Name) and each.id != "__all__")
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield node, name


def used_inside(tree: ast.Module, where: ast.stmt, name: str) -> bool:
    """Whether a module reads one of its names anywhere but in its definition."""
    return any(name in names for node, names in reads_of(tree) if node is not where)


@cache
def reads_of(tree: ast.Module) -> list[tuple[ast.stmt, frozenset[str]]]:
    """Each statement of a module with the names that it reads."""
    return [
        (
            node,
            frozenset(
                part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
            ),
        )
        for node in tree.body
    ]


def used_elsewhere() -> set[str]:
    """All names that some module imports from another, or reads of a module that it has imported."""
    modules = {module_of(path) for path in trees()}
    packages: dict[str, str] = {}
    used: set[str] = set()
    for path, tree in trees().items():
        names: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    if whole in modules:
                        names[alias.asname or alias.name] = whole
                    if path.name == "__init__.py" and node.module.startswith(f"{module_of(path)}."):
                        packages[f"{module_of(path)}.{alias.name}"] = whole
                        if not used_inside(tree, node, alias.asname or alias.name):
                            continue
                    used.add(whole)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
                used.add(f"{names[node.value.id]}.{node.attr}")
    return used | {packages[name] for name in used if name in packages}


def exported() -> set[str]:
    """What the packages of the library export."""
    return {
        f"{node.module}.{alias.name}"
        for path, tree in trees().items()
        if path.name == "__init__.py" and module_of(path) in LIBRARY
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_every_field_is_read():
    unread = [f"{module_of(path)}.{cls}.{field}" for path, cls, field in fields() if field not in read(game_of(path))]
    allowed = [f"{cls}.{field}" for cls, (named, _) in UNREAD.items() for field in named.split()]
    assert sorted(set(unread) - set(allowed)) == []
    assert sorted(set(allowed) - set(unread)) == []


def game_of(path: Path) -> str:
    """The game whose package a file is in; "" for all else."""
    inside = path.relative_to(GAMES).parts if path.is_relative_to(GAMES) else ()
    return inside[0] if len(inside) > 1 else ""


def fields() -> Iterator[tuple[Path, str, str]]:
    """The annotated fields of all classes but protocols; what is of the class itself is none."""
    for path, tree in trees().items():
        for cls in ast.walk(tree):
            if isinstance(cls, ast.ClassDef) and not any("Protocol" in ast.unparse(base) for base in cls.bases):
                for node in cls.body:
                    if (
                        isinstance(node, ast.AnnAssign)
                        and isinstance(node.target, ast.Name)
                        and not ast.unparse(node.annotation).startswith("ClassVar")
                    ):
                        yield path, cls.name, node.target.id


@cache
def read(game: str) -> frozenset[str]:
    """The attributes that are read where values of a game can be: in its own package and in what is no game's."""
    found: set[str] = set()
    for path, tree in trees().items():
        if not game or game_of(path) in {"", game}:
            found |= attributes(tree)
    for pattern in ("*.html", "*.typ"):
        for path in (SRC / "tallow").rglob(pattern):
            found |= set(re.findall(r"\.(\w+)", path.read_text("utf-8")))
    return frozenset(found)


@cache
def attributes(tree: ast.Module) -> frozenset[str]:
    """The attributes that a module reads."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()):
                found.add(name)
            case ast.MatchClass(kwd_attrs=names):
                found.update(names)
            case ast.Call(func=ast.Name(id="getattr" | "attrgetter"), args=args):
                found.update(str(each.value) for each in args if isinstance(each, ast.Constant))
    return frozenset(found)
