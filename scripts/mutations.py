"""Change the rules of a game on purpose, one place at a time, and count how often its tests notice.

`.venv/bin/python scripts/mutations.py --game dead_weight --sample 150 --seed 1` takes 150 places out of the game's
combat, harm, gear and magic, and for each runs the tests in tests/games/GAME that come by it, the quickest first, until
one fails. What no test noticed is listed with its line, then the share that was noticed. It needs `fork`.

`--sample 0 --only-look` lists every place that no test comes by at all, in the time of one run of the tests.

Tests are collected once. Each change is made in a child process, by giving the functions that are already loaded the
code of the changed source: so nothing is imported twice, and nothing on disk is touched. Changed are the bodies of
functions alone: what is computed while a module is loaded, such as tables, defaults and decorators, stays as it is.
An `if` that only raises is left alone: it guards against errors of the program, and does nothing in a game.

Some changes cannot be noticed by anybody who plays: what is shown stays the same in every state that a game comes to.
tests/games/GAME/equivalent.toml lists them by file, function and change, each with its reason. They are drawn and run
like all others. If no test notices, they are counted apart, and do not enter into the share; an entry whose change a
test does notice is named at the end, and has to go.
"""

import argparse
import ast
import functools
import gc
import os
import random
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("combat", "harm", "gear", "magic")

OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any"}

NEEDLESS = (
    "terminal", "cacheprovider", "logging", "faulthandler", "unraisableexception", "threadexception", "timeout",
    "xdist", "warnings",
)  # fmt: skip
"""Plugins that take half of the time of short tests, and notice nothing of a changed rule."""

OPTIMIZED = 1
"""The flag of code that is a function's, and not a class's or a module's."""


class Change(NamedTuple):
    """One change: in which file and function, on which lines, and what it does."""

    file: Path
    function: str
    lines: range
    what: str
    number: int
    """Which of its function's changes it is; `changed` makes it again."""

    @property
    def key(self) -> tuple[str, str, str]:
        """By what a list of equivalents names it: file, function and what is changed."""
        return self.file.relative_to(ROOT / "src" / "tallow" / "games").as_posix(), self.function, self.what

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.lines.start} {self.function}: {self.what}"


def says(node: ast.AST) -> str:
    """The source of a node, on one line, cut where it is long."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:87]}..."


def expressions(node: ast.AST) -> Iterator[ast.AST]:
    """Every node below this one that is carried out: not annotations, decorators, errors and their guards."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "args" if isinstance(node, ast.FunctionDef) else ""}:
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and not isinstance(part, (ast.Raise, ast.JoinedStr)) and not raises(part):
                yield part
                yield from expressions(part)


def raises(node: ast.AST) -> bool:
    """Whether a node is an `if` that does nothing but raise."""
    return isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise) and not node.orelse


def changes(function: ast.FunctionDef) -> Iterator[tuple[ast.stmt | ast.expr, str, Callable[[], None]]]:
    """All that can be changed in a function: the node, what it becomes, and what makes the change in the tree."""
    body = function.body
    first = 1 if ast.get_docstring(function) is not None else 0
    if len(body) > first and not isinstance(body[first], ast.Return):
        early = ast.copy_location(ast.Return(ast.copy_location(ast.Constant(None), body[first])), body[first])
        yield body[first], "returns at once", functools.partial(body.insert, first, early)
    for node in expressions(function):
        match node:
            case ast.Compare(ops=[op]) if other := OTHER_COMPARISON.get(type(op)):
                yield node, f"{says(node)}, the other way", functools.partial(setattr, node, "ops", [other()])
            case ast.BoolOp(op=op):
                other_op = ast.Or() if isinstance(op, ast.And) else ast.And()
                yield node, f"{says(node)}, and for or", functools.partial(setattr, node, "op", other_op)
            case ast.BinOp(op=op) if operator := OTHER_OPERATOR.get(type(op)):
                yield node, f"{says(node)}, another sign", functools.partial(setattr, node, "op", operator())
            case ast.AugAssign(op=op) if operator := OTHER_OPERATOR.get(type(op)):
                yield node, f"{says(node)}, another sign", functools.partial(setattr, node, "op", operator())
            case ast.Constant(value=bool(value)):
                yield node, f"{value} becomes {not value}", functools.partial(setattr, node, "value", not value)
            case ast.Constant(value=int(value)):
                yield node, f"{value} becomes {value + 1}", functools.partial(setattr, node, "value", value + 1)
            case ast.Call(func=ast.Name(id=name) as called) if name in OTHER_FUNCTION:
                other_name = OTHER_FUNCTION[name]
                yield node, f"{says(node)}: {other_name}", functools.partial(setattr, called, "id", other_name)
            case ast.UnaryOp(op=ast.Not()) as negation:
                twice = ast.copy_location(ast.UnaryOp(ast.Not(), negation.operand), negation.operand)
                yield node, f"{says(node)}, without not", functools.partial(setattr, negation, "operand", twice)
            case ast.If(test=test) | ast.IfExp(test=test):
                never = ast.copy_location(ast.Constant(False), test)
                yield node.test, f"never if {says(test)}", functools.partial(setattr, node, "test", never)
            case ast.Expr(value=ast.Call()) as statement:
                nothing = ast.copy_location(ast.Constant(None), statement.value)
                yield node, f"no {says(statement)}", functools.partial(setattr, statement, "value", nothing)
            case _:
                pass


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and methods of a module by their qualified names; those inside of functions belong to these."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name):
                yield f"{inside}{name}", node
            case ast.ClassDef(name=name):
                yield from functions(node, f"{inside}{name}.")
            case _:
                pass


@functools.cache
def source(file: Path) -> str:
    """The text of a file as it was when this began."""
    return file.read_text("utf-8")


def all_changes(files: list[Path]) -> list[Change]:
    """Everything that can be changed in these files."""
    return [
        Change(file, name, range(node.lineno, (node.end_lineno or node.lineno) + 1), what, number)
        for file in files
        for name, function in functions(ast.parse(source(file)))
        for number, (node, what, _) in enumerate(changes(function))
    ]


def code_of(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions and methods in a module's or class's code."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_flags & OPTIMIZED:
                yield part
            else:
                yield from code_of(part)


def changed(change: Change) -> CodeType:
    """The code of a change's function, with the change made."""
    tree = ast.parse(source(change.file))
    function = dict(functions(tree))[change.function]
    list(changes(function))[change.number][2]()
    code = compile(ast.fix_missing_locations(tree), str(change.file), "exec")
    return next(part for part in code_of(code) if part.co_qualname == change.function)


class Loaded:
    """The functions that are loaded and what they remember, found once, since looking through all of memory is slow."""

    def __init__(self) -> None:
        self.functions: dict[str, list[FunctionType]] = {}
        self.caches: list[Any] = []
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self.functions.setdefault(thing.__code__.co_filename, []).append(thing)
            elif isinstance(thing, functools._lru_cache_wrapper):  # noqa: SLF001 - its type has no other name
                self.caches.append(thing)

    def put_in_place(self, change: Change) -> None:
        """Give the loaded function, and whatever wraps it, the changed code; forget what was worked out before."""
        codes = {(code.co_qualname, code.co_firstlineno): code for code in with_inner(changed(change))}
        for function in self.functions[str(change.file)]:
            now = codes.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            function.__code__ = now or function.__code__
        for cache in self.caches:
            cache.cache_clear()


def with_inner(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those inside it, which may have been made while their module was loaded."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from with_inner(part)


class Mutations:
    """A plugin of pytest that runs the collected tests once as they are, then those concerned with each change."""

    def __init__(self, sample: list[Change], jobs: int, seconds: int, *, only_look: bool = False) -> None:
        self.sample = sample
        self.only_look = only_look
        self.jobs = jobs
        self.seconds = seconds
        self.files = {str(change.file) for change in sample}
        self.lines: dict[pytest.Item, set[tuple[str, int]]] = {}
        self.took: dict[pytest.Item, float] = {}
        self.failed = 0
        self.loaded: Loaded
        self.unnoticed: list[tuple[Change, str]] = []
        self.endless: list[Change] = []
        """Those that were still running when their time was over."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed += report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.run_as_they_are(session.items)
        if self.failed:
            pytest.exit("these tests fail as they are")
        self.loaded = Loaded()
        gc.collect()
        gc.freeze()
        gc.disable()
        running: dict[int, Change] = {}
        for change in self.sample:
            if len(running) >= self.jobs:
                self.wait(running)
            concerned = [item for item, lines in self.lines.items() if self.comes_by(lines, change)]
            if not concerned:
                self.unnoticed.append((change, "no test comes by"))
            elif self.only_look:
                continue
            elif child := os.fork():
                running[child] = change
            else:
                os._exit(self.notice(change, sorted(concerned, key=self.took.__getitem__)))
        while running:
            self.wait(running)
        return True

    @staticmethod
    def comes_by(lines: set[tuple[str, int]], change: Change) -> bool:
        return any((str(change.file), line) in lines for line in change.lines)

    def run_as_they_are(self, items: list[pytest.Item]) -> None:
        """Run each test and keep which lines of the files it comes by and how long it took.

        What was worked out while modules were loaded is forgotten, so that the first test to ask for it comes by; what
        the rules themselves remember is forgotten before each test, so that every test that asks for it comes by.
        """
        caches = Loaded().caches
        for cache in caches:
            cache.cache_clear()
        own = [
            cache
            for cache in caches
            if isinstance(rule := cache.__wrapped__, FunctionType) and rule.__code__.co_filename in self.files
        ]
        for item, following in zip(items, [*items[1:], None], strict=True):
            for cache in own:
                cache.cache_clear()
            seen = self.lines[item] = set()
            started = monotonic()
            sys.settrace(self.watch(seen))
            try:
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            finally:
                sys.settrace(None)
            self.took[item] = monotonic() - started

    def watch(self, seen: set[tuple[str, int]]) -> Callable[[FrameType, str, Any], Any]:
        def line(frame: FrameType, event: str, _arg: object) -> Any:
            if event == "line":
                seen.add((frame.f_code.co_filename, frame.f_lineno))
            return line

        def call(frame: FrameType, _event: str, _arg: object) -> Any:
            return line if frame.f_code.co_filename in self.files else None

        return call

    def notice(self, change: Change, items: list[pytest.Item]) -> int:
        """In a child process: 1 if a test fails after the change, 0 if none does."""
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        # A change can make a rule that never ends: that is noticed too. Only time of the processor counts, since on a
        # busy machine tests that pass may take long.
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        try:
            self.loaded.put_in_place(change)
            for item in items:
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
                if self.failed:
                    return 1
        except BaseException:  # noqa: BLE001 - whatever gets out of pytest itself is a failure too
            return 1
        return 0

    def wait(self, running: dict[int, Change]) -> None:
        child, status = os.wait()
        change = running.pop(child)
        if status == 0:
            self.unnoticed.append((change, "every test passes"))
        elif os.WIFSIGNALED(status):
            self.endless.append(change)


def rules_of(game: str, folders: list[str]) -> list[Path]:
    """The modules of these folders, or of single files such as `gear/inventory.py`, of a game."""
    base = ROOT / "src" / "tallow" / "games" / game
    found = []
    for folder in folders:
        path = base / folder
        found += [path] if path.is_file() else sorted(path.glob("*.py"))
    return found


def equivalents(game: str) -> frozenset[tuple[str, str, str]]:
    """The changes of a game that nobody who plays can notice, as its list has them."""
    file = ROOT / "tests" / "games" / game / "equivalent.toml"
    if not file.exists():
        return frozenset()
    listed = tomllib.loads(file.read_text("utf-8"))["equivalent"]
    return frozenset([(f"{game}/{one['file']}", one["function"], what) for one in listed for what in one["changes"]])


def main() -> int:
    """Ask for what the command line says, print what was not noticed, and give 1 if that is more than is allowed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", required=True, help="the folder of the game, such as dead_weight")
    parser.add_argument("--only", nargs="+", default=list(FOLDERS), metavar="FOLDER", help="folders or files in it")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="tests/games/GAME unless said otherwise")
    parser.add_argument("--sample", type=int, default=150, help="how many changes (150); 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument("--seconds", type=int, default=120, help="processor time for the tests of one change (120)")
    parser.add_argument("--only-look", action="store_true", help="change nothing: list what no test comes by")
    parser.add_argument("--least", type=float, default=0.95, help="the share that has to be noticed (0.95)")
    asked = parser.parse_args()

    every = all_changes(rules_of(asked.game, asked.only))
    count = min(asked.sample or len(every), len(every))
    sample = random.Random(asked.seed).sample(every, count)
    plugin = Mutations(sample, asked.jobs, asked.seconds, only_look=asked.only_look)
    tests = asked.tests or [f"tests/games/{asked.game}"]
    os.chdir(ROOT)
    status = pytest.main(["-o", "addopts=", "-s", *[f"-pno:{name}" for name in NEEDLESS], *tests], [plugin])
    if plugin.failed or status:
        print(f"The tests cannot be run or fail as they are: {status!r}")  # noqa: T201
        return 2
    known = equivalents(asked.game)
    alike = [change for change, _ in plugin.unnoticed if change.key in known]
    for change, why in sorted(plugin.unnoticed, key=lambda found: str(found[0])):
        if change not in alike:
            print(f"{change} ({why})")  # noqa: T201
    unnoticed = [change for change, _ in plugin.unnoticed]
    if asked.only_look:
        print(f"No test comes by {len(unnoticed)} of {count} changes")  # noqa: T201
        return 0
    for change in plugin.endless:
        print(f"{change}: noticed, since its tests did not end in {asked.seconds} seconds")  # noqa: T201
    for change in sample:
        if change.key in known and change not in unnoticed:
            print(f"{change}: listed as equivalent, but a test notices")  # noqa: T201
    counted = count - len(alike)
    noticed = count - len(unnoticed)
    print(  # noqa: T201
        f"{noticed} of {counted} changes noticed ({noticed / counted:.1%}), besides {len(alike)} listed as equivalent; "
        f"{len(every)} can be made"
    )
    return int(noticed < asked.least * counted)


if __name__ == "__main__":
    sys.exit(main())
