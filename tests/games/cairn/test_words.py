"""Every code that the game can say has words, and no words are for a code that nobody says."""

import ast
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, get_args

import pytest

from tallow.games.cairn import DEEDS, GAME, state
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.sheet import REMINDERS

PLACE = Path(state.__file__).parent
WORDS: Mapping[str, Mapping[str, str]] = GAME.words.catalogue()
TABLES = ("told", "ask", "option", "action", "refusal", "label", "term")
AS_IT_IS = re.compile(r"(\d+|\d*d\d+|STR|DEX|WIL)$")
"""Options that need no words: numbers, dice, abilities."""

ELSEWHERE = {"credit", "stalemate"}
"""Labels that sheets on paper and the simulator say."""

BLOCKS = {"Stat", "Track", "Tags", "Lines", "Text", "Slots", "Dice", "Chart"}


# ---------------------------------------------------------------- finding codes


@cache
def modules() -> Mapping[str, ast.Module]:
    return {path.stem: ast.parse(path.read_text("utf-8")) for path in sorted(PLACE.glob("*.py"))}


Bindings: TypeAlias = Mapping[str, list[ast.expr]]


def bindings(body: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """What each name is set to in these statements."""
    found: dict[str, list[ast.expr]] = {}
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found.setdefault(name, []).append(value)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=False):
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, []).append(value)
    return found


@cache
def constants() -> dict[str, dict[str, list[ast.expr]]]:
    """What stands at the top of each module, and what it takes from its neighbours."""
    own = {stem: bindings(tree.body) for stem, tree in modules().items()}
    for stem, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tallow.games.cairn."):
                for alias in node.names:
                    taken = own.get(node.module.rsplit(".", 1)[1], {}).get(alias.name)
                    if taken:
                        own[stem].setdefault(alias.asname or alias.name, taken)
    return own


def said(node: ast.expr | None, known: Bindings, depth: int = 4) -> Iterator[str | re.Pattern[str]]:
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
        case ast.Call(func=ast.Name(id="tuple"), args=[inner]):
            yield from said(inner, known, depth)
        case ast.Name():
            for value in known.get(node.id, ()):
                yield from said(value, known, depth - 1)


@cache
def all_calls() -> tuple[tuple[str, ast.Call, Bindings], ...]:
    """Every call in the game, by the name of what is called, with the names that are known there."""
    found = []
    for stem, tree in modules().items():
        known: list[tuple[ast.AST, Bindings]] = [(tree, constants()[stem])]
        while known:
            scope, names = known.pop()
            for node in _within(scope):
                if isinstance(node, ast.FunctionDef | ast.Lambda):
                    known.append((node, {**names, **bindings(_within(node))}))
                elif isinstance(node, ast.Call):
                    found.append((_name(node), node, names))
    return tuple(found)


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a scope, without what is inside the functions in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from _within(node)


def calls(*called: str) -> Iterator[tuple[ast.Call, Bindings]]:
    return ((call, known) for name, call, known in all_calls() if name in called)


def argument(call: ast.Call, at: int, name: str = "") -> ast.expr | None:
    if len(call.args) > at:
        return call.args[at]
    return next((given.value for given in call.keywords if given.arg == name), None)


def codes(at: int, *called: str) -> set[str | re.Pattern[str]]:
    """What the argument at a place can be, in calls of these and of all that only hand it on."""
    found = {code for call, known in calls(*called) for code in said(argument(call, at), known)}
    for name, place in relays(at, *called):
        found |= {code for call, known in calls(name) for code in said(argument(call, place), known)}
    return found


@cache
def relays(at: int, *called: str) -> tuple[tuple[str, int], ...]:
    """The functions that hand a parameter of theirs on as this argument, with its place."""
    found = []
    for tree in modules().values():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            places = {parameter.arg: place for place, parameter in enumerate(function.args.args)}
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and _name(node) in called:
                    given = argument(node, at)
                    if isinstance(given, ast.Name) and given.id in places:
                        found.append((function.name, places[given.id]))
    return tuple(dict.fromkeys(found))


def _name(call: ast.Call) -> str:
    name: str = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    return name


def literals(annotation: object) -> set[str]:
    return {text for text in get_args(annotation) if isinstance(text, str)}


def options() -> set[tuple[str, str]]:
    """The options of a choice that are words, with what the choice is about."""
    found = set()
    for call, known in calls("choose"):
        asked = [code for code in said(argument(call, 1), known) if isinstance(code, str)]
        offered = [code for code in said(argument(call, 2), known) if isinstance(code, str)]
        found |= {(what, option) for what in asked for option in offered if not option.startswith("cairn.")}
    return found


@cache
def used() -> dict[str, set[str | re.Pattern[str]]]:
    """The codes that need words, by table."""
    costs = {deed.cost for deed in DEEDS.deeds.values()} - {""}
    phases = literals(state.Phase)
    how = literals(state.Ended.__annotations__["how"]) | literals(state.Mark.__annotations__["kind"])
    return {
        "told": codes(0, "tell"),
        "ask": codes(1, "choose", "write"),
        "action": set(DEEDS.deeds),
        "refusal": codes(0, "Refusal") | {"no_such_action", "not_now"},
        "label": codes(0, *BLOCKS) | set(REMINDERS) | phases | costs | {"hands", "worn", "pack", "petty", "name"},
        "term": codes(0, "Tag", "Cause") | how | _conditions() | set(Settings.__annotations__) | {"rides"},
    }


def _conditions() -> set[str | re.Pattern[str]]:
    """What creatures come into."""
    return {
        code
        for call, known in calls("gain")
        for given in call.args[1:]
        for code in said(given, known)
        if ":" not in (code if isinstance(code, str) else code.pattern)
    }


# ---------------------------------------------------------------- comparing


def missing(table: str) -> list[str]:
    known = WORDS.get(table, {})
    lacking = []
    for code in used()[table]:
        if isinstance(code, str):
            if code and code not in known and not code.startswith("cairn."):
                lacking.append(code)
        elif code.pattern != ".+" and not any(code.fullmatch(word) for word in known):
            lacking.append(f"({code.pattern})")
    return sorted(lacking)


@pytest.mark.parametrize("table", [table for table in TABLES if table != "option"])
def test_every_code_has_words(table):
    assert missing(table) == []


def test_every_option_has_words():
    known, terms = WORDS["option"], WORDS["term"]
    lacking = [
        f"{what}.{option}"
        for what, option in sorted(options())
        if f"{what}.{option}" not in known
        and option not in known
        and option not in terms
        and not AS_IT_IS.match(option)
    ]
    assert lacking == []


@cache
def written() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Every text in the game's code, and every f-string as a pattern."""
    texts, patterns = set(), []
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                patterns += [code for code in said(node, {}) if isinstance(code, re.Pattern)]
    return frozenset(texts), tuple(patterns)


def _in_use(table: str, code: str) -> bool:
    texts, patterns = written()
    if code in texts or code in used().get(table, ()):
        return True
    if table == "option" and any(code == f"{what}.{option}" for what, option in options()):
        return True
    if table == "label" and code in ELSEWHERE | {f"{label}.hint" for label in WORDS["label"]}:
        return True
    short = code.rpartition(".")[2] if table == "option" else code
    if table in {"option", "term"} and (short in texts or code.casefold() in _content()):
        return True
    return any(
        pattern.fullmatch(code) or pattern.fullmatch(short)
        for pattern in patterns
        if len(pattern.pattern.replace(".+", "")) > 2
    )


@cache
def _content() -> frozenset[str]:
    """Words that stand by themselves in the content, such as the names of rows."""
    files = [*(PLACE / "content").glob("*.toml"), PLACE / "rulebook.toml"]
    return frozenset(text.casefold() for path in files for text in re.findall(r'"([^"]+)"', path.read_text("utf-8")))


@pytest.mark.parametrize("table", TABLES)
def test_no_words_without_a_code(table):
    assert [code for code in WORDS[table] if not _in_use(table, code)] == []


def test_the_catalogue_is_sorted_and_well_made():
    assert tuple(WORDS) == TABLES
    for table, known in WORDS.items():
        assert [f"{after} before {before}" for before, after in pairwise(known) if before > after] == []
        for code, words in known.items():
            fields = [field for _, field, _, _ in string.Formatter().parse(words) if field is not None]
            assert all(field.isdecimal() for field in fields), (code, words)
            assert words == words.strip(), code
            assert words, code
            if table in {"told", "refusal"}:
                assert words.endswith((".", "}")), (code, words)
            if table == "ask":
                assert words.endswith(("?", ".", ":", "}")), (code, words)
            if table in {"option", "action"}:
                assert words[0].upper() == words[0], (code, words)
                assert not words.endswith("."), (code, words)


def test_facts_are_not_asked_for_beyond_those_that_are_given():
    """A template has no {2} where the code is told with two facts."""
    wrong = []
    for table, at, called in (("told", 1, ("tell",)), ("ask", 3, ("choose",)), ("ask", 2, ("write",))):
        for call, known in calls(*called):
            if any(isinstance(given, ast.Starred) for given in call.args):
                continue
            count = len(call.args) - at
            for code in said(argument(call, 0 if table == "told" else 1), known):
                words = WORDS[table].get(code, "") if isinstance(code, str) else ""
                fields = [int(f) for _, f, _, _ in string.Formatter().parse(words) if f and f.isdecimal()]
                if fields and max(fields) >= count:
                    wrong.append((call.lineno, code, words))
    assert wrong == []
