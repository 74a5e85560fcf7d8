"""Pin the numbers of a game's content: `scripts/pinned.py RULEBOOK.toml tests/games/GAME/pinned.json`.

RULEBOOK is a reading of the source, entry by entry, that was written and reviewed apart from the program. Of each entry
of content all that holds a number is kept, every id and code (an attribute, a rarity, the skills of a row), with the
names that they stand beside; and of its prose the numbers alone, or the whole of it where nothing else names a row.
The program's own content is never read here: `tests/games/test_pinned.py` holds it against the file.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOT_CONTENT = frozenset(("game", "rule", "setting", "action", "phase"))
"""Kinds of entries that are rules, held by tests of what they do."""

ABOUT_THE_ENTRY = frozenset(("id", "kind", "origin", "section", "lines", "title", "setting", "ruling", "examples"))
PROSE = frozenset(("effect", "text", "critical", "steps", "requires"))
NAMES = frozenset(("name", "on", "ref", "as"))


def numbers(text: str) -> list[str]:
    """The numbers and dice in prose, such as 2, 1d6 or d8, in the order of their size as text."""
    return sorted(re.findall(r"\d*d\d+|\d+", text))


def pinned(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """What of an entry is pinned, each with its path, such as `rows[2].gives[0].uses`."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in PROSE and isinstance(part, str):
                yield f"{path}{key}#", numbers(part)
                if path and "name" not in value and "ref" not in value:
                    yield f"{path}{key}", part
            elif key not in ABOUT_THE_ENTRY:
                yield from pinned(part, f"{path}{key}.")
    elif isinstance(value, list) and all(_is_code(part) for part in value):
        yield path.removesuffix("."), value
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from pinned(part, f"{path.removesuffix('.')}[{at}].")
    else:
        field = path.removesuffix(".")
        number = isinstance(value, int | float) and not isinstance(value, bool)
        told = isinstance(value, str) and re.search(r"\d", value) is not None
        if number or told or _is_code(value) or _stands_beside_one(field):
            yield field, value


def _is_code(value: Any) -> bool:
    """Whether something is an id or a code: an attribute, a rarity, a skill, the letter of an effect."""
    return isinstance(value, str) and re.fullmatch(r"[A-Z]{1,3}|[a-z][a-z_.0-9]*", value) is not None


def _stands_beside_one(field: str) -> bool:
    """Whether a field is a name or an id, or one of the columns of a table."""
    last = field.rpartition(".")[2]
    return last.partition("[")[0] in NAMES or re.fullmatch(r"rows\[\d+\]\.[a-z_]+", field) is not None


def main(rulebook: str, out: str) -> None:
    """Write the pinned numbers of one rulebook."""
    book = tomllib.loads(Path(rulebook).read_text("utf-8"))
    kinds = [kind for kind, entries in book.items() if isinstance(entries, list) and kind not in NOT_CONTENT]
    found = {entry["id"]: dict(pinned(entry)) for kind in kinds for entry in book[kind]}
    lines = [f"{json.dumps(id_)}: {json.dumps(fields, ensure_ascii=False)}" for id_, fields in found.items() if fields]
    Path(out).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
