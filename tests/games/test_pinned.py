"""Every number of every game's content, held against readings of the sources that were made apart from the program."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from scripts.pinned import pinned

from tallow.games import BUILT_IN, game

HERE = Path(__file__).parent


@cache
def wanted(name: str) -> dict[str, dict[str, Any]]:
    """The pinned numbers of a game, by the ids of entries and the paths of fields."""
    found: dict[str, dict[str, Any]] = json.loads((HERE / name / "pinned.json").read_text("utf-8"))
    return found


@cache
def respelled(name: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The fields that stand for a pinned one."""
    read = tomllib.loads((HERE / "respelled.toml").read_text("utf-8"))["respelled"]
    return {(one["id"], one["field"]): one["here"] for one in read if one["id"].startswith(f"{name}.")}


@cache
def codes(name: str) -> dict[tuple[str, str, str], str]:
    """The codes that stand for a pinned one, by kind of entry, field and pinned code; "" if a rule says it."""
    read = tomllib.loads((HERE / "respelled.toml").read_text("utf-8"))["code"]
    return {(one["of"], one["field"], one["code"]): one["here"] for one in read if one["of"].startswith(f"{name}.")}


def spelled(name: str, id_: str, path: str, value: Any) -> Any:
    """A pinned value as the program writes it: its own codes, one of a list as a list, and no empty lists."""
    if isinstance(value, str):
        value = codes(name).get((id_.rpartition(".")[0], path.rpartition(".")[2], value), value)
    return (value if isinstance(value, list) else [value]) if value not in ("", []) else None


@cache
def content(name: str) -> dict[str, dict[str, Any]]:
    """The entries of a game as they are written, by their ids."""
    kinds = dict.fromkeys(id_.split(".")[1] for id_ in wanted(name))
    return {entry["id"]: entry for kind in kinds for entry in game(name).book.raw(kind)}


def field(entry: Any, path: str) -> Any:
    """The value of `rows[2].gives[0].uses` in an entry; None where there is none."""
    for part in path.replace("[", ".[").split("."):
        if part.startswith("["):
            at = int(part[1:-1])
            entry = entry[at] if isinstance(entry, list) and at < len(entry) else None
        else:
            entry = entry.get(part) if isinstance(entry, dict) else None
    return entry


def differs(name: str, entry: dict[str, Any]) -> list[str]:
    """The pinned fields of an entry that say something else here."""
    id_ = entry["id"]
    mine = dict(pinned(entry))
    found = []
    for path, value in wanted(name)[id_].items():
        here = respelled(name).get((id_, path))
        if here is not None:
            same = all(field(entry, other) == said for other, said in here.items())
        elif path.endswith("#"):
            same = not Counter(value) - Counter(mine.get(path, ()))
        else:
            same = spelled(name, id_, path, value) == spelled(name, id_, path, mine.get(path, ""))
        if not same:
            found.append(f"{id_}: {path} should be {value!r}, is {mine.get(path)!r}")
    return found


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_number_is_that_of_the_source(name):
    assert sorted(set(wanted(name)) - set(content(name))) == [], "entries that are gone"
    wrong = [line for id_ in wanted(name) for line in differs(name, content(name)[id_])]
    assert wrong == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_spelled_otherwise_is_pinned_and_there(name):
    for (id_, path), here in respelled(name).items():
        assert path in wanted(name)[id_], f"{id_}: {path} is not pinned"
        assert here != {path: wanted(name)[id_][path]}, f"{id_}: {path} is not spelled otherwise"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_code_that_is_written_otherwise_is_pinned_and_not_written_as_pinned(name):
    here = [(id_, path, value) for id_, entry in content(name).items() for path, value in pinned(entry)]
    for (kind, last, code), other in codes(name).items():
        fields = [
            path
            for id_, entry in wanted(name).items()
            if id_.startswith(f"{kind}.")
            for path, value in entry.items()
            if path.rpartition(".")[2] == last and value == code
        ]
        assert fields, f"{kind}: no {last} is pinned as {code}"
        written = [value for id_, path, value in here if id_.startswith(f"{kind}.") and path.rpartition(".")[2] == last]
        assert code not in written, f"{kind}: {last} is written as pinned"
        assert not other or other in written, f"{kind}: no {last} is written as {other}"


def miswritten(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An entry with one number that is 1 more or another code, each in turn, and a table with two rows swapped."""
    for key, value in entry.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield entry | {key: value + 1}
        elif (key, value) in pinned(entry) and value:
            yield entry | {key: "another" if isinstance(value, str) else value[1:]}
    rows = entry.get("rows", ())
    if len(rows) > 1:
        first, second = rows[:2]
        yield entry | {"rows": [second | {"on": first["on"]}, first | {"on": second["on"]}, *rows[2:]]}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_changed_number_another_code_and_two_swapped_rows_are_found_with_their_id(name):
    found = 0
    for id_, fields in wanted(name).items():
        entry = content(name)[id_]
        for other in miswritten(entry):
            changed = next(key for key in (*entry, "nothing") if other.get(key) != entry.get(key) or key == "nothing")
            if changed == "rows" or changed in fields:
                assert any(line.startswith(f"{id_}: ") for line in differs(name, other)), f"{id_}: {changed}"
                found += 1
    assert found > 100
