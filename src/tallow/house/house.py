"""House rules as a value: what they change in a game, read from TOML or put together in Python.

```toml
name = "grim"
game = "cairn"
title = "Grim"
says = "Blades bite deeper, and the dark is longer."

[change."cairn.weapon.medium"]        # fields of an entry of the rulebook
damage = "d10"

[row."cairn.table.dungeon_event"."1"] # fields of the row of a table that this is rolled for
name = "Something old wakes"

[[add.weapon]]                        # a new entry, `like` another but for what is given
id = "cairn.weapon.flail"
like = "cairn.weapon.medium"
name = "Flail"

[number]                              # a constant of a chapter: its module and its name
"gear.inventory.SLOTS" = 12

[settings]                            # other defaults of the game's own settings
scar_lookup = "damage_rolled"
```

Whatever a TOML file can say is a field of `House`; what it cannot is a function in the place of a rule.
"""

import re
import sys
import tomllib
from collections.abc import Callable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field

from tallow.mechanics.documents import BadDocument, typed
from tallow.mechanics.suggestions import Unknown, nearest

F = TypeVar("F", bound=Callable[..., Any])

Values = Mapping[str, Any]
"""Fields by name."""

NAME = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
"""How house rules may be called: the name becomes part of the game's, `cairn+grim`, and of its modules."""

NEVER = frozenset(("id", "section", "kind", "origin"))
"""Fields of an entry that no house rule changes."""


class BadHouse(ValueError):
    """House rules that cannot be applied: their name or file, where in them, and what is wrong."""

    def __init__(self, house: str, where: str, why: str) -> None:
        super().__init__(house, where, why)
        self.house, self.where, self.why = house, where, why

    def __str__(self) -> str:
        return ": ".join(part for part in (f'house rules "{self.house}"', self.where, self.why) if part)


class _Stated(Struct):
    """What a file says; of a name it has nothing but its form to say."""

    name: str = field(default="")
    game: str = field(default="")
    title: str = ""
    says: str = ""
    change: dict[str, dict[str, Any]] = {}
    row: dict[str, dict[str, dict[str, Any]]] = {}
    add: dict[str, list[dict[str, Any]]] = {}
    remove: tuple[str, ...] = ()
    number: dict[str, Any] = {}
    settings: dict[str, Any] = {}


class House:
    """House rules for one game, under a name.

    `change` has new fields for entries of the rulebook by id; `row` those of rows of tables, by the id of the table and
    what is rolled for the row; `add` new entries by kind, each with an id and with all fields of the one that it is
    `like` besides its own; `remove` the ids of entries that are gone. `number` has constants by `chapter.NAME`, and
    `settings` other defaults. `replaces` and `around` put functions in the place of rules.
    """

    def __init__(
        self,
        name: str,
        game: str,
        *,
        title: str = "",
        says: str = "",
        change: Mapping[str, Values] | None = None,
        row: Mapping[str, Mapping[str, Values]] | None = None,
        add: Mapping[str, list[dict[str, Any]]] | None = None,
        remove: tuple[str, ...] = (),
        number: Values | None = None,
        settings: Values | None = None,
    ) -> None:
        if not re.fullmatch(NAME, name):
            raise BadHouse(name, "name", "small letters and figures, such as grim or iron_winter, were expected")
        self.name, self.game = name, game
        self.title, self.says = title or name.replace("_", " ").capitalize(), says
        self.change, self.row, self.add = dict(change or {}), dict(row or {}), dict(add or {})
        self.remove, self.number, self.settings = tuple(remove), dict(number or {}), dict(settings or {})
        self.functions: dict[str, tuple[Callable[..., Any], bool]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, House) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.name, self.game))

    def __repr__(self) -> str:
        return f"House({self.name!r}, {self.game!r})"

    def replaces(self, rule: str) -> Callable[[F], F]:
        """Put the decorated function in the place of a rule: `checks.saves.passes`, its chapter and its name."""
        return self._put(rule, around=False)

    def around(self, rule: str) -> Callable[[F], F]:
        """The same, but the rule that was there comes before the other arguments, to be called."""
        return self._put(rule, around=True)

    def _put(self, rule: str, *, around: bool) -> Callable[[F], F]:
        def put(function: F) -> F:
            if rule in self.functions:
                raise BadHouse(self.name, rule, "two functions for the same rule")
            self.functions[rule] = function, around
            return function

        return put

    # what is done with the files of the game's rulebook

    def changed(self, file: str, content: dict[str, Any]) -> dict[str, Any]:
        """A file of the rulebook as these rules want it: `file` is `rulebook.toml` or `content/<kind>.toml`."""
        if file != "rulebook.toml" and not file.startswith("content/"):
            return content
        listed = dict(content)
        for kind, entries in content.items():
            if isinstance(entries, list):
                listed[kind] = [self._entry(one) for one in entries if one["id"] not in self.remove]
        kind = file.removeprefix("content/").removesuffix(".toml")
        for new in self.add.get(kind, ()):
            listed.setdefault(kind, []).append(_new(new, {one["id"]: one for one in listed.get(kind, ())}))
        return listed

    def _entry(self, entry: dict[str, Any]) -> dict[str, Any]:
        fields, rows = self.change.get(entry["id"]), self.row.get(entry["id"])
        if fields:
            entry = {**entry, **fields}
        if rows:
            entry = {**entry, "rows": [{**row, **rows.get(str(row["on"]), {})} for row in entry["rows"]]}
        return entry


def _new(new: dict[str, Any], known: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """A new entry, whole."""
    like = known[new["like"]] if "like" in new else {"section": "House rules", "kind": "engine", "name": ""}
    return {**like, **{name: value for name, value in new.items() if name != "like"}}


def read(file: Path) -> House:
    """House rules from a TOML file, or the `HOUSE` of a file of Python; `BadHouse` if there are none.

    Without a name of their own, those of a TOML file are called like the file.
    """
    if file.suffix == ".py":
        return _run(file)
    try:
        document = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadHouse(file.name, "", _unread(file, error)) from error
    except UnicodeDecodeError as error:
        raise BadHouse(file.name, "", "this is no text") from error
    except ValueError as error:
        raise BadHouse(file.name, "", f"this is no TOML: {str(error)[:1].lower()}{str(error)[1:]}") from error
    for name in document:
        if name not in _Stated.__struct_fields__:
            near = nearest(name, _Stated.__struct_fields__) or _Stated.__struct_fields__
            raise BadHouse(file.name, "", str(Unknown("table or field", name, near, "house rules")))
    try:
        stated = typed(document, _Stated)
    except BadDocument as error:
        raise BadHouse(file.name, error.field, error.why) from error
    if not stated.game:
        raise BadHouse(file.name, "game", "the game that they are for is missing, such as cairn")
    return House(
        stated.name or file.stem,
        stated.game,
        title=stated.title,
        says=stated.says,
        change=stated.change,
        row=stated.row,
        add=stated.add,
        remove=stated.remove,
        number=stated.number,
        settings=stated.settings,
    )


def _unread(file: Path, error: OSError) -> str:
    """Why a file cannot be read, in words."""
    if file.is_dir():
        return "this is a folder, not a file"
    return "there is no such file" if isinstance(error, FileNotFoundError) else (error.strerror or str(error)).lower()


def _run(file: Path) -> House:
    """The house rules that a file of Python makes, and calls `HOUSE`."""
    name = f"tallow_house_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise BadHouse(file.name, "", "there is no such file")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadHouse(file.name, "", f"{type(error).__name__}: {error}") from error
    found = getattr(module, "HOUSE", None)
    if not isinstance(found, House):
        raise BadHouse(file.name, "", "it has no HOUSE = House(…)")
    return found
