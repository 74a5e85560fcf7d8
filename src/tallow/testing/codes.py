"""The codes that a game's modules say, found in their source: what is told, asked, offered, refused, shown."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias, get_args, get_type_hints

import tallow.games
from tallow.games import BUILT_IN
from tallow.games.game import Game

Bindings: TypeAlias = Mapping[str, list[ast.expr]]
Code: TypeAlias = str | re.Pattern[str]

BLOCKS = ("Stat", "Track", "Boxes", "Tags", "Lines", "Text", "Slots", "Dice", "Chart")


def bindings(body: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """What each name is set to in these statements."""
    found: dict[str, list[ast.expr]] = {}
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found.setdefault(name, []).append(value)
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                found.setdefault(name, []).append(value)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[value]):
                found.setdefault(name, []).append(ast.List([value]))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=False):
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, []).append(value)
    return found


def said(node: ast.expr | None, known: Bindings, depth: int = 4) -> Iterator[Code]:
    """The codes that an expression can be: texts as they are, f-strings as patterns."""
    if node is None or depth == 0:
        return
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            parts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in node.values)
            yield re.compile("".join(parts))
        case ast.IfExp():
            yield from said(node.body, known, depth)
            yield from said(node.orelse, known, depth)
        case ast.BoolOp():
            for part in node.values:
                yield from said(part, known, depth)
        case ast.Tuple() | ast.List():
            for part in node.elts:
                yield from said(part, known, depth)
        case ast.Starred():
            yield from said(node.value, known, depth)
        case ast.Dict():
            for key in node.keys:
                yield from said(key, known, depth)
        case ast.Subscript(value=ast.Dict(values=values)):
            for part in values:
                yield from said(part, known, depth)
        case ast.Call(func=ast.Name(id="tuple"), args=[inner]):
            yield from said(inner, known, depth)
        case ast.Name():
            for value in known.get(node.id, ()):
                yield from said(value, known, depth - 1)


def offered(node: ast.expr | None, known: Bindings, depth: int = 4) -> Iterator[tuple[str, bool]]:
    """The options in a list of them that are words, or tuples that begin with one; says which of the two."""
    if node is None or depth == 0:
        return
    match node:
        case ast.Tuple() | ast.List():
            for part in node.elts:
                yield from _option(part, known, depth)
        case ast.Call(func=ast.Name(id="tuple"), args=[inner]):
            yield from offered(inner, known, depth)
        case ast.ListComp(elt=elt) | ast.GeneratorExp(elt=elt):
            yield from _option(elt, known, depth)
        case ast.IfExp():
            yield from offered(node.body, known, depth)
            yield from offered(node.orelse, known, depth)
        case ast.Dict() | ast.BinOp():
            yield from ((code, False) for code in said(node, known, depth) if isinstance(code, str))
        case ast.Name():
            for value in known.get(node.id, ()):
                yield from offered(value, known, depth - 1)


def _option(node: ast.expr, known: Bindings, depth: int) -> Iterator[tuple[str, bool]]:
    match node:
        case ast.Tuple(elts=[ast.Constant(value=str(text)), *rest]):
            yield text, bool(rest)
        case ast.Starred(value=inner):
            yield from offered(inner, known, depth)
        case ast.Tuple() | ast.List():
            return
        case _:
            yield from ((code, False) for code in said(node, known, depth) if isinstance(code, str))


def argument(call: ast.Call, at: int, name: str = "") -> ast.expr | None:
    if len(call.args) > at:
        return call.args[at]
    return next((given.value for given in call.keywords if given.arg == name), None)


def called(call: ast.Call) -> str:
    name: str = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    return name


def within(scope: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a scope, without what is inside the functions in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from within(node)


class Source:
    """The source of one game, read for its codes; or that of another package which speaks for the game."""

    def __init__(self, game: Game[Any], package: str = "") -> None:
        self.game = game
        self.package = package or game.book.package
        self.place = Path(str(files(self.package)))
        found = sorted(self.place.rglob("*.py"))
        self.modules = {self._dotted(path): ast.parse(path.read_text("utf-8")) for path in found}
        for name, taken in sorted(self.shared().items()):
            whole = ast.parse(self._shared(name).read_text("utf-8"))
            body = [node for node in whole.body if not isinstance(node, ast.FunctionDef) or node.name in taken]
            for node in body:
                if isinstance(node, ast.ClassDef):
                    node.body = [part for part in node.body if self._is_used(part)]
            self.modules[f"shared {name}"] = ast.Module(body, [])

    @cached_property
    def _attributes(self) -> frozenset[str]:
        """All that the game's own modules read of something."""
        own = [tree for name, tree in self.modules.items() if not name.startswith("shared ")]
        return frozenset(node.attr for tree in own for node in ast.walk(tree) if isinstance(node, ast.Attribute))

    def _is_used(self, part: ast.stmt) -> bool:
        """Whether a part of a shared class matters here: a public method does if the game ever names it."""
        public = isinstance(part, ast.FunctionDef) and not part.name.startswith("_")
        return not public or getattr(part, "name", "") in self._attributes

    def _dotted(self, path: Path) -> str:
        """A module of the game by its dotted name below the package."""
        return ".".join(path.relative_to(self.place).with_suffix("").parts)

    def shared(self) -> dict[str, set[str]]:
        """What the game takes from the modules that all games share, by module."""
        found: dict[str, set[str]] = {}
        for tree in self.modules.values():
            for node in ast.walk(tree):
                match node:
                    case ast.ImportFrom(module=str(module)) if module.startswith("tallow.games."):
                        name = module.removeprefix("tallow.games.")
                        found.setdefault(name, set()).update(alias.name for alias in node.names)
        return {name: taken for name, taken in found.items() if self._is_shared(name)}

    def _shared(self, name: str) -> Path:
        """A module that is no game's, by its dotted name below `tallow.games`."""
        return Path(tallow.games.__file__).parent.joinpath(*name.split(".")).with_suffix(".py")

    def _is_shared(self, name: str) -> bool:
        return name.partition(".")[0] not in BUILT_IN and self._shared(name).exists()

    @cached_property
    def constants(self) -> dict[str, dict[str, list[ast.expr]]]:
        """What stands at the top of each module, and what it takes from its neighbours."""
        own = {stem: bindings(tree.body) for stem, tree in self.modules.items()}
        for stem, tree in self.modules.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{self.package}."):
                    for alias in node.names:
                        taken = own.get(node.module.removeprefix(f"{self.package}."), {}).get(alias.name)
                        if taken:
                            own[stem].setdefault(alias.asname or alias.name, taken)
        return own

    @cached_property
    def all_calls(self) -> tuple[tuple[str, ast.Call, Bindings], ...]:
        """Every call in the game, by the name of what is called, with the names that are known there."""
        found = []
        for stem, tree in self.modules.items():
            known: list[tuple[ast.AST, Bindings]] = [(tree, self.constants[stem])]
            while known:
                scope, names = known.pop()
                for node in within(scope):
                    if isinstance(node, ast.FunctionDef | ast.Lambda):
                        known.append((node, {**names, **bindings(within(node))}))
                    elif isinstance(node, ast.Call):
                        found.append((called(node), node, names))
        return tuple(found)

    def calls(self, *names: str) -> Iterator[tuple[ast.Call, Bindings]]:
        return ((call, known) for name, call, known in self.all_calls if name in names)

    def codes(self, at: int, *names: str) -> set[Code]:
        """What the argument at a place can be, in calls of these and of all that only hand it on."""
        found = {code for call, known in self.calls(*names) for code in said(argument(call, at), known)}
        for name, place in self.relays(at, *names):
            found |= {code for call, known in self.calls(name) for code in said(argument(call, place), known)}
        return found

    def relays(self, at: int, *names: str) -> tuple[tuple[str, int], ...]:
        """The functions that hand a parameter of theirs on as this argument, with its place."""
        return tuple(dict.fromkeys((name, place) for name, place, _ in self.handed_on(at, *names)))

    def handed_on(self, at: int, *names: str) -> Iterator[tuple[str, int, ast.Call]]:
        """Where a function hands a parameter of its own on as this argument: its name, the place, the call."""
        for function, calls in self._functions:
            if function.name in names:
                continue
            places = {parameter.arg: place for place, parameter in enumerate(function.args.args)}
            for call in calls:
                given = argument(call, at) if called(call) in names else None
                if isinstance(given, ast.Name) and given.id in places:
                    yield function.name, places[given.id], call

    @cached_property
    def _functions(self) -> tuple[tuple[ast.FunctionDef, tuple[ast.Call, ...]], ...]:
        """Every function of the game, with the calls that stand in it."""
        functions = [node for tree in self.modules.values() for node in ast.walk(tree)]
        return tuple(
            (one, tuple(node for node in ast.walk(one) if isinstance(node, ast.Call)))
            for one in functions
            if isinstance(one, ast.FunctionDef)
        )

    @cached_property
    def options(self) -> set[tuple[str, str, bool]]:
        """The options of a choice that are words, or tuples that begin with one, with what the choice is about."""
        found = set()
        for call, known in self.calls("choose"):
            asked = [code for code in said(argument(call, 1), known) if isinstance(code, str)]
            listed = set(offered(argument(call, 2), known))
            found |= {(what, *option) for what in asked for option in listed if not option[0].startswith(self.game.id)}
        return found

    def literals(self, *places: str) -> set[Code]:
        """The texts of a Literal in the game's state, if it has one: `Phase`, or `Ended.how`."""
        found: set[Code] = set()
        for place in places:
            name, _, field = place.partition(".")
            value: Any = getattr(import_module(self.game.state.__module__), name, None)
            found |= {text for text in get_args(get_type_hints(value)[field] if field and value else value) if text}
        return found

    def place_of(self, text: str) -> str:
        """The file and line of the game where a text stands first, such as `rounds.py:31`; "" if it stands nowhere."""
        for stem, tree in self.modules.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and node.value == text and not stem.startswith("shared "):
                    return f"{stem.replace('.', '/')}.py:{node.lineno}"
        return ""

    @cached_property
    def written(self) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
        """Every text in the game's code, and every f-string as a pattern."""
        texts, patterns = set(), []
        for tree in self.modules.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    texts.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    patterns += [code for code in said(node, {}) if isinstance(code, re.Pattern)]
        return frozenset(texts), tuple(patterns)

    @cached_property
    def content(self) -> frozenset[str]:
        """Words that stand by themselves in the content, such as the names of rows."""
        files = [*(self.place / "content").glob("*.toml"), self.place / "rulebook.toml"]
        return frozenset(
            text.casefold() for path in files for text in re.findall(r'"([^"]*)"', path.read_text("utf-8"))
        )
