"""Records what is stored: the structs, deeds, questions and ids of each game, and the structs of the program.

`tests/store/schemas` has a file for each game and one for the program; a test compares them with the code. What can
still be read as it was is recorded anew by `.venv/bin/python scripts/schemas.py`. For anything else an upgrade must be
written first (`docs/stored.md`): then there is a new number beside what is stored, and it is recorded as well.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct

from tallow.adventures import Standing
from tallow.games import BUILT_IN, Game, game
from tallow.games.characters import Document
from tallow.games.deeds import Deeds
from tallow.games.stored import FORMAT, schema_of
from tallow.mechanics.tables import row_key
from tallow.store.versions import Snapshot
from tallow.table import Line, Record

FOLDER = Path(__file__).parents[1] / "tests" / "store" / "schemas"
PROGRAM = "tallow"

Schema: TypeAlias = dict[str, Any]


OURS = (Document, Snapshot, Line, Record)
"""The program's own structs that are stored, and whatever stands in them."""


def program() -> Schema:
    """What is stored of the program."""
    return {"number": FORMAT, "structs": structs(OURS), "asked": asked("tallow.adventures", "tallow.games.shared")}


def roots_of(played: Game[Any]) -> list[Any]:
    """The structs of a game that are stored, without those that stand in them."""
    documents = played.characters.documents if played.characters else None
    found = [played.state, played.settings, *([documents.kind] if documents else [])]
    return [*found, Standing] if played.exploring else found


def stored_by(played: Game[Any]) -> Schema:
    """What is stored of a game."""
    words = played.words.catalogue()
    return {
        "number": schema_of(played),
        "structs": structs(roots_of(played)),
        "deeds": sorted(played.deeds.deeds) if isinstance(played.deeds, Deeds) else [],
        "questions": {code: _facts(text) for code, text in sorted(words.get("ask", {}).items())},
        "asked": asked(played.book.package),
        "told": {code: _facts(text) for code, text in sorted(words.get("told", {}).items())},
        "ids": _ids(played),
        "rows": _rows(played),
    }


def structs(roots: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Every struct that these types can hold, with its fields: type, the words of its literals, default."""
    found = reached(roots)
    return {name: _fields(found[name]) for name in sorted(found)}


def reached(roots: Iterable[Any]) -> dict[str, type[Struct]]:
    """Every struct that these types can hold, by its name."""
    found: dict[str, type[Struct]] = {}
    for root in roots:
        _reach(root, found)
    return found


def _reach(kind: Any, found: dict[str, type[Struct]]) -> None:
    if isinstance(kind, type) and issubclass(kind, Struct) and kind not in found.values():
        name = kind.__name__
        found[name if name not in found else f"{kind.__module__.rpartition('.')[2]}.{name}"] = kind
        for field in msgspec.structs.fields(kind):
            _reach(field.type, found)
    for part in get_args(kind) if get_origin(kind) is not Literal else ():
        _reach(part, found)


def _fields(kind: type[Struct]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        words: list[str] = []
        shown[field.encode_name] = {"type": _type(field.type, words)}
        if words:
            shown[field.encode_name]["words"] = sorted(set(words))
        default = field.default_factory() if field.default_factory is not NODEFAULT else field.default
        if default is not NODEFAULT:
            shown[field.encode_name]["default"] = msgspec.json.decode(msgspec.json.encode(default))
    return shown


def _type(kind: Any, words: list[str]) -> str:
    """A type as text; the words of its literals are taken out, since more of them do no harm."""
    if get_origin(kind) is Literal:
        words += map(str, get_args(kind))
        return "Literal"
    if args := get_args(kind):
        inside = [_type(part, words) for part in args]
        name = getattr(get_origin(kind), "__name__", "")
        return " | ".join(sorted(inside)) if name in {"Union", "UnionType"} else f"{name}[{', '.join(inside)}]"
    return "..." if kind is Ellipsis else getattr(kind, "__name__", str(kind))


def _facts(text: str) -> int:
    """How many facts a text of the catalogue has in it."""
    return 1 + max((int(number) for number in re.findall(r"\{(\d+)", text)), default=-1)


def asked(*packages: str) -> dict[str, str]:
    """The questions that the source of some packages asks, by their codes, each with the numbers of its facts."""
    found: dict[str, set[str]] = {}
    folders = [Path(str(files(package))) for package in packages]
    for path in sorted(file for folder in folders for file in folder.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            match call:
                case ast.Call(ast.Attribute(attr="choose" | "write" as verb), [_, ast.Constant(str(code)), *rest]):
                    facts = rest[1:] if verb == "choose" else rest
                    starred = any(isinstance(fact, ast.Starred) for fact in facts)
                    found.setdefault(code, set()).add("any" if starred else str(len(facts)))
                case _:
                    pass
    return {code: " ".join(sorted(found[code])) for code in sorted(found)}


def _ids(played: Game[Any]) -> dict[str, str]:
    """The ids of all entries, by how they begin."""
    listed: dict[str, list[str]] = {}
    for id_ in sorted(played.book.entries()):
        begins, _, ends = id_.rpartition(".")
        listed.setdefault(begins, []).append(ends)
    return {begins: " ".join(ends) for begins, ends in listed.items()}


class _Row(NamedTuple):
    """A row of a table, as far as its key is made of it."""

    code: str
    name: str


def _rows(played: Game[Any]) -> dict[str, str]:
    """The keys of the rows of all tables, by the ids of the tables."""
    listed = {}
    for id_, entry in played.book.entries().items():
        if entry.type == "table":
            rows = [_Row(str(row.get("code", "")), str(row.get("name", ""))) for row in entry.data.get("rows", ())]
            listed[id_] = " ".join(dict.fromkeys(key for row in rows if (key := row_key(row))))
    return dict(sorted(listed.items()))


def changes(before: Schema, now: Schema) -> tuple[list[str], list[str]]:
    """What has changed so that it needs an upgrade, and what has only to be recorded."""
    upgrade: list[str] = []
    record: list[str] = []
    for name, fields in before["structs"].items():
        if name not in now["structs"]:
            upgrade.append(f"{name} is not stored any more, or has another name")
            continue
        for told, needs in _changed_fields(name, fields, now["structs"][name]):
            (upgrade if needs else record).append(told)
    record += [f"{name} is new" for name in now["structs"].keys() - before["structs"].keys()]
    for kind, one in (("deeds", "deed"), ("questions", "question"), ("told", "told code")):
        upgrade += [f"the {one} {name} is gone" for name in _gone(before.get(kind, ()), now.get(kind, ()))]
        record += [f"the {one} {name} is new" for name in _gone(now.get(kind, ()), before.get(kind, ()))]
    for kind in ("questions", "told"):
        old, new = before.get(kind, {}), now.get(kind, {})
        upgrade += [f"{name} has {new[name]} facts, not {old[name]}" for name in old if new.get(name, 0) > old[name]]
        record += [f"{name} says {new[name]} facts, not {old[name]}" for name in old if new.get(name, 99) < old[name]]
    before_asked, now_asked = before.get("asked", {}), now.get("asked", {})
    upgrade += [
        f"{code} is asked with {now_asked[code]} facts, not {was}"
        for code, was in before_asked.items()
        if now_asked.get(code, was) != was
    ]
    upgrade += [f"the id {id_} is gone" for id_ in _gone(_whole(before), _whole(now))]
    record += [f"the id {id_} is new" for id_ in _gone(_whole(now), _whole(before))]
    upgrade += [f"the row {row} is gone" for row in _gone(_keys(before), _keys(now))]
    record += [f"the row {row} is new" for row in _gone(_keys(now), _keys(before))]
    return upgrade, record


def _changed_fields(name: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    for field, was in before.items():
        if field not in now:
            yield f"{name}.{field} is gone, or has another name", True
            continue
        is_ = now[field]
        if was["type"] != is_["type"]:
            yield f"{name}.{field} is {is_['type']}, not {was['type']}", not _widened(was["type"], is_["type"])
        for word in sorted(set(was.get("words", ())) ^ set(is_.get("words", ()))):
            new = word in is_.get("words", ())
            yield f"{name}.{field} {'may be' if new else 'cannot be'} {word!r}", not new
        if was.get("default", NODEFAULT) != is_.get("default", NODEFAULT):
            told = repr(is_["default"]) if "default" in is_ else "nothing"
            yield f"the default of {name}.{field} is {told}", not _grown(was.get("default"), is_.get("default"))
    for field in now.keys() - before.keys():
        yield f"{name}.{field} is new", "default" not in now[field]


def _grown(before: object, now: object) -> bool:
    """Whether a default is a struct as it was, with more fields: what those are is asked of the struct itself."""
    return isinstance(before, dict) and isinstance(now, dict) and before.items() <= now.items()


_UNION = re.compile(r"\w+(?: \| \w+)+")


def _widened(before: str, now: str) -> bool:
    """Whether a type differs only in that its unions have more members: what was stored reads as it did."""
    if _UNION.sub("|", before) != _UNION.sub("|", now):
        return False
    unions = zip(_UNION.findall(before), _UNION.findall(now), strict=True)
    return all(set(was.split(" | ")) <= set(is_.split(" | ")) for was, is_ in unions)


def _gone(before: Iterable[str], now: Iterable[str]) -> list[str]:
    left = set(now)
    return [name for name in before if name not in left]


def _whole(schema: Schema) -> list[str]:
    return [f"{begins}.{end}" for begins, ends in schema.get("ids", {}).items() for end in ends.split()]


def _keys(schema: Schema) -> list[str]:
    return [f"{table}:{key}" for table, keys in schema.get("rows", {}).items() for key in keys.split()]


def current() -> dict[str, Schema]:
    """What is stored now, by the name of the game, and by `tallow` for the program."""
    return {PROGRAM: program(), **{name: stored_by(game(name)) for name in BUILT_IN}}


def recorded(name: str) -> Schema | None:
    """What was recorded."""
    path = FOLDER / f"{name}.json"
    found: Schema | None = json.loads(path.read_text("utf-8")) if path.exists() else None
    return found


def faults(name: str, before: Schema | None, now: Schema) -> list[str]:
    """What is wrong with what is stored, and what to write; nothing if all of it is recorded."""
    if before is None:
        return [f"{name}: what it stores is not recorded. {RECORD}"]
    upgrade, record = changes(before, now)
    if upgrade and before["number"] == now["number"]:
        where = "`tallow.store.versions`, with a new FORMAT" if name == PROGRAM else f"the `upgrades` of {name}"
        listed = "".join(f"\n  {told}" for told in upgrade)
        return [f"{name}: what was stored can no longer be read as it was meant. {UPGRADE.format(where)}{listed}"]
    if before != now:
        return [f"{name}: {told}. {RECORD}" for told in (upgrade + record or ["its schema has another number"])]
    return []


RECORD = "Record it: .venv/bin/python scripts/schemas.py"
UPGRADE = "Write a step for it in {} (docs/stored.md), then record it: .venv/bin/python scripts/schemas.py"


def main() -> int:
    """Record what is stored now; what needs an upgrade that is not written is not recorded, but said."""
    FOLDER.mkdir(exist_ok=True)
    wrong = 0
    for name, now in current().items():
        before = recorded(name)
        told = faults(name, before, now)
        if before is not None and told and changes(before, now)[0] and before["number"] == now["number"]:
            sys.stdout.write("\n".join(told) + "\n")
            wrong = 1
            continue
        (FOLDER / f"{name}.json").write_text(_written(now) + "\n", "utf-8")
    return wrong


def _written(value: Any, depth: int = 0) -> str:
    """JSON with a line for each field of a struct, each code and each group of ids."""
    deeper = isinstance(value, dict) and any(isinstance(part, dict | list) and part for part in value.values())
    if depth == 3 or not isinstance(value, dict) or (depth and not deeper and len(str(value)) < 100):
        return json.dumps(value, ensure_ascii=False)
    parts = [f"{json.dumps(key)}: {_written(part, depth + 1)}" for key, part in value.items()]
    inside = f",\n{' ' * (depth + 1)}".join(parts)
    return f"{{\n{' ' * (depth + 1)}{inside}\n{' ' * depth}}}"


if __name__ == "__main__":
    sys.exit(main())
